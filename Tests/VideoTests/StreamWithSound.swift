/// MPEG-TS of 100 pictures in 4 seconds with their numbers, and with sound without compression (SMPTE 302M): while picture k is shown, the left
/// samples have the level 128 k of 16 bits, and the right ones the opposite.
enum StreamWithSound {
  static let rate = 48_000
  private static let perPicture = rate / 25
  private static let soundPID = 0x101

  static func level(_ picture: Int) -> Int16 { Int16(picture * 128) }

  /// All samples of the stream, interleaved.
  static let samples: [Float] = (0..<100).flatMap { picture in
    (0..<perPicture).flatMap { _ in [Float(level(picture)) / 32768, -Float(level(picture)) / 32768] }
  }

  /// Adds sound to the segments of the fixtures. `delay`: pictures by which it is behind in the stream, with the same time stamps.
  /// `hasPictures`: false leaves the pictures out.
  static func segments(delay: Int = 0, hasPictures: Bool = true) throws -> [[UInt8]] {
    let originals = try (0..<4).map { try Clips.bytes(Clips.fixture("live-\($0).ts")) }
    let start = originals[0].packets.compactMap(\.pictureTime).min() ?? 0
    var (pictures, counter) = (0, 0)
    return originals.enumerated().map { number, bytes in
      var (result, perSegment) = ([UInt8](), 0)
      func addSound(to end: Int) {
        while pictures - delay < end, pictures - delay < 100 {
          if pictures >= delay { result += sound(pictures - delay, start, &counter) }
          pictures += 1
        }
      }
      for packet in bytes.packets {
        if packet.pid == 0x1000 {
          result += programMap(packet, hasPictures)
          continue
        }
        if packet.pictureTime != nil {
          perSegment += 1
          addSound(to: number * 25 + perSegment - delay)
        }
        if hasPictures || packet.pid != 0x100 { result += packet }
      }
      if number == 3 { addSound(to: 100) }
      return result
    }
  }

  /// Sound of a picture in packets of 188 bytes.
  private static func sound(_ picture: Int, _ origin: Int, _ counter: inout Int) -> [UInt8] {
    var data: [UInt8] = []
    for _ in 0..<perPicture {
      let left = UInt16(bitPattern: level(picture))
      let right = UInt16(bitPattern: -level(picture))
      // Two samples of 16 bits, each with four bits of flags, in 5 bytes; the least significant bit is first.
      let bits: [UInt16] = [left & 255, left >> 8, (right & 15) << 4, (right >> 4) & 255, right >> 12]
      data += bits.map { reversed(UInt8($0)) }
    }
    let header: [UInt8] = [UInt8(data.count >> 8), UInt8(data.count & 255), 0, 0]
    let time = origin + picture * 3600
    let stamp: [Int] = [0x21 | (time >> 30) << 1, (time >> 22) & 255, 1 | (time >> 14) & 254, (time >> 7) & 255, 1 | (time << 1) & 254]
    let length = 8 + header.count + data.count
    let start: [UInt8] = [0, 0, 1, 0xBD, UInt8(length >> 8), UInt8(length & 255), 0x84, 0x80, 5]
    var rest = (start + stamp.map { UInt8($0) } + header + data)[...]
    var (packets, isFirst) = ([UInt8](), true)
    while !rest.isEmpty {
      let count = min(184, rest.count)
      packets += [0x47, UInt8((isFirst ? 0x40 : 0) | soundPID >> 8), UInt8(soundPID & 255)]
      packets.append(UInt8((count < 184 ? 0x30 : 0x10) | counter & 15))
      if count < 184 {
        let padding = 183 - count
        packets.append(UInt8(padding))
        if padding > 0 { packets += [0] + [UInt8](repeating: 255, count: padding - 1) }
      }
      packets += rest.prefix(count)
      rest = rest.dropFirst(count)
      counter += 1
      isFirst = false
    }
    return packets
  }

  /// Adds the sound to the table of the program.
  private static func programMap(_ packet: ArraySlice<UInt8>, _ hasPictures: Bool) -> [UInt8] {
    let bytes = Array(packet)
    let (start, length) = (5, Int(bytes[6] & 15) << 8 | Int(bytes[7]))
    var section = Array(bytes[start..<(start + (hasPictures ? 3 + length - 4 : 12))])
    section += [6, 0xE0 | UInt8(soundPID >> 8), UInt8(soundPID & 255), 0xF0, 6, 5, 4] + "BSSD".utf8
    section[2] = UInt8(section.count - 3 + 4)
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in section {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }
    section += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    return bytes[..<start] + section + [UInt8](repeating: 255, count: 188 - start - section.count)
  }

  private static func reversed(_ byte: UInt8) -> UInt8 { (0..<8).reduce(0) { $0 | (byte >> $1 & 1) << (7 - $1) } }
}

extension Array<UInt8> {
  fileprivate var packets: [ArraySlice<UInt8>] { stride(from: 0, to: count, by: 188).map { self[$0..<($0 + 188)] } }
}

extension ArraySlice<UInt8> {
  fileprivate var pid: Int { Int(self[startIndex + 1] & 0x1F) << 8 | Int(self[startIndex + 2]) }

  /// Time stamp of the picture that begins in the packet, in units of 1/90,000 s.
  fileprivate var pictureTime: Int? {
    guard pid == 0x100, self[startIndex + 1] & 0x40 != 0 else { return nil }
    let data = startIndex + 4 + (self[startIndex + 3] & 0x20 != 0 ? 1 + Int(self[startIndex + 4]) : 0)
    guard data + 14 <= endIndex, self[data + 7] & 0x80 != 0 else { return nil }
    func bits(_ at: Int, _ mask: UInt8) -> Int { Int(self[data + at] & mask) }
    let high = bits(9, 0x0E) << 29 | bits(10, 255) << 22
    return high | bits(11, 254) << 14 | bits(12, 255) << 7 | bits(13, 254) >> 1
  }
}
