/// Sequence parameter set of H.264 (ITU-T H.264, 7.3.2.1). A value.
struct H264Parameters: Sendable, Hashable {
  var profile = 0
  var constraints = 0
  /// 0 gray, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  var chromaFormat = 1
  var depth = 8
  /// Size in pixels, with padding.
  var codedWidth = 0
  var codedHeight = 0
  /// Size in pixels after cropping.
  var width = 0
  var height = 0
  var isProgressive = true
  var pixelAspect: (width: Int, height: Int)? { aspect.map { ($0.width, $0.height) } }
  var color = MediaColor()
  private var aspect: Aspect?

  private struct Aspect: Sendable, Hashable {
    var width: Int
    var height: Int
  }

  private static let profilesWithFormat: Set<Int> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
  private static let aspects = [
    (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11), (15, 11), (64, 33), (160, 99), (4, 3),
    (3, 2), (2, 1),
  ]

  /// Reads a unit, from its header byte on; nil if it is damaged.
  init?(_ unit: ArraySlice<UInt8>) {
    // A frame of the largest level has fewer bytes in its parameters.
    guard unit.count >= 4, unit.count <= 4096 else { return nil }
    var bits = BitReader(H264Units.unescaped(unit.dropFirst()))
    (profile, constraints) = (bits.bits(8), bits.bits(8))
    _ = bits.bits(8)
    _ = bits.golomb()
    if Self.profilesWithFormat.contains(profile) { readFormat(&bits) }
    _ = bits.golomb()
    switch bits.golomb() {
    case 0: _ = bits.golomb()
    case 1:
      _ = (bits.bit(), bits.signedGolomb(), bits.signedGolomb())
      let count = bits.golomb()
      guard count <= 255 else { return nil }
      for _ in 0..<count { _ = bits.signedGolomb() }
    default: break
    }
    _ = (bits.golomb(), bits.bit())
    let (across, down) = (bits.golomb() + 1, bits.golomb() + 1)
    isProgressive = bits.bit()
    if !isProgressive { _ = bits.bit() }
    _ = bits.bit()
    guard across <= 4096, down <= 4096 else { return nil }
    (codedWidth, codedHeight) = (across * 16, down * (isProgressive ? 16 : 32))
    (width, height) = (codedWidth, codedHeight)
    if bits.bit() { crop(&bits) }
    guard width > 0, height > 0, !bits.isExhausted else { return nil }
    if bits.bit() { readUsability(&bits) }
  }

  private mutating func readFormat(_ bits: inout BitReader) {
    chromaFormat = bits.golomb()
    if chromaFormat == 3 { _ = bits.bit() }
    depth = 8 + max(bits.golomb(), bits.golomb())
    _ = bits.bit()
    guard bits.bit() else { return }
    for list in 0..<(chromaFormat == 3 ? 12 : 8) where bits.bit() {
      var (last, next) = (8, 8)
      for _ in 0..<(list < 6 ? 16 : 64) {
        if next != 0 { next = (last + bits.signedGolomb() + 256) & 255 }
        if next != 0 { last = next }
      }
    }
  }

  private mutating func crop(_ bits: inout BitReader) {
    let (left, right, top, bottom) = (bits.golomb(), bits.golomb(), bits.golomb(), bits.golomb())
    let x = chromaFormat == 1 || chromaFormat == 2 ? 2 : 1
    let y = (chromaFormat == 1 ? 2 : 1) * (isProgressive ? 1 : 2)
    (width, height) = (codedWidth - (left + right) * x, codedHeight - (top + bottom) * y)
  }

  /// Reads the first part of the video usability information.
  private mutating func readUsability(_ bits: inout BitReader) {
    if bits.bit() {
      let number = bits.bits(8)
      let ratio = number == 255 ? (bits.bits(16), bits.bits(16)) : (1...16).contains(number) ? Self.aspects[number - 1] : (0, 0)
      if ratio.0 > 0, ratio.1 > 0 { aspect = Aspect(width: ratio.0, height: ratio.1) }
    }
    if bits.bit() { _ = bits.bit() }
    guard bits.bit() else { return }
    _ = bits.bits(3)
    color.isFull = bits.bit()
    if bits.bit() { (color.primaries, color.transfer, color.matrix) = (bits.bits(8), bits.bits(8), bits.bits(8)) }
  }

  /// Name of the profile as FFmpeg has it.
  var profileName: String? {
    switch profile {
    case 66: constraints & 0x40 != 0 ? "Constrained Baseline" : "Baseline"
    case 77: "Main"
    case 88: "Extended"
    case 100: "High"
    case 110: "High 10"
    case 122: "High 4:2:2"
    case 244: "High 4:4:4 Predictive"
    default: nil
    }
  }
}
