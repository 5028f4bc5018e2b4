/// Frames of VP9 (VP9 Bitstream Specification, 6.2 and annex B). A value.
struct VP9Header: Sendable, Hashable {
  var profile = 0
  var isIntra = false
  /// Size in pixels; nil if it is that of an earlier frame.
  var width: Int?
  var height: Int?
  /// 8, 10 or 12; nil if the header has none.
  var depth: Int?

  /// Reads the header of a frame; nil if it is damaged.
  init?(_ frame: ArraySlice<UInt8>) {
    var bits = BitReader(Array(frame.prefix(24)))
    guard bits.bits(2) == 2 else { return nil }
    profile = bits.bit() ? 1 : 0
    if bits.bit() { profile += 2 }
    if profile == 3 { _ = bits.bit() }
    if bits.bit() { return }
    let isKey = !bits.bit()
    let (isShown, isResilient) = (bits.bit(), bits.bit())
    isIntra = isKey
    if isKey {
      guard readSync(&bits) else { return nil }
      readColor(&bits)
    } else {
      isIntra = !isShown && bits.bit()
      if !isResilient { _ = bits.bits(2) }
      if isIntra {
        guard readSync(&bits) else { return nil }
        if profile > 0 { readColor(&bits) }
        _ = bits.bits(8)
      } else {
        _ = bits.bits(8 + 12)
        for _ in 0..<3 where bits.bit() { return }
      }
    }
    (width, height) = (bits.bits(16) + 1, bits.bits(16) + 1)
  }

  private func readSync(_ bits: inout BitReader) -> Bool { bits.bits(24) == 0x498342 }

  private mutating func readColor(_ bits: inout BitReader) {
    depth = profile >= 2 ? (bits.bit() ? 12 : 10) : 8
    let isRGB = bits.bits(3) == 7
    if !isRGB { _ = bits.bit() }
    if profile & 1 != 0 { _ = bits.bits(isRGB ? 1 : 3) }
  }

  /// Returns the frames of a superframe; the packet itself if it is none.
  static func frames(of packet: [UInt8]) -> [ArraySlice<UInt8>] {
    guard let last = packet.last, last & 0xE0 == 0xC0 else { return [packet[...]] }
    let (count, width) = (Int(last & 7) + 1, Int(last >> 3 & 3) + 1)
    let index = packet.count - 2 - count * width
    guard index >= 0, packet[index] == last else { return [packet[...]] }
    var (frames, at) = ([ArraySlice<UInt8>](), 0)
    for number in 0..<count {
      let entry = index + 1 + number * width
      let size = packet[entry..<entry + width].reversed().reduce(0) { $0 << 8 | Int($1) }
      guard size <= index - at else { break }
      if size > 0 { frames.append(packet[at..<at + size]) }
      at += size
    }
    return frames
  }
}

/// Header of a key frame of VP8 (RFC 6386, 9.1).
enum VP8Header {
  /// Whether a frame is a key frame.
  static func isKey(_ frame: ArraySlice<UInt8>) -> Bool { frame.first.map { $0 & 1 == 0 } ?? false }

  /// Size in pixels of a key frame; nil for others.
  static func size(_ frame: ArraySlice<UInt8>) -> (width: Int, height: Int)? {
    let head = Array(frame.prefix(10))
    guard head.count == 10, isKey(frame) else { return nil }
    return ((Int(head[7]) << 8 | Int(head[6])) & 0x3FFF, (Int(head[9]) << 8 | Int(head[8])) & 0x3FFF)
  }
}
