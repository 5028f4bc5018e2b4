/// Units of H.264 and H.265 in containers: each with its length before it.
enum H264Units {
  /// Removes the bytes that prevent start codes.
  static func unescaped(_ unit: ArraySlice<UInt8>) -> [UInt8] {
    var (result, zeros) = ([UInt8](), 0)
    result.reserveCapacity(unit.count)
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      result.append(byte)
    }
    return result
  }

  /// Calls `body` with each unit. Returns false if the last one is cut; empty ones are left out.
  static func forEach(in sample: [UInt8], lengthSize: Int, _ body: (ArraySlice<UInt8>) -> Void) -> Bool {
    var at = 0
    while at + lengthSize <= sample.count {
      let length = sample[at..<at + lengthSize].reduce(0) { $0 << 8 | Int($1) }
      at += lengthSize
      guard length <= sample.count - at else { return false }
      if length > 0 { body(sample[at..<at + length]) }
      at += length
    }
    return at == sample.count
  }

  /// Type of a picture's compression: that of the slice with the fewest restrictions; nil without slices.
  static func kind(of unit: ArraySlice<UInt8>) -> DecodedFrameFacts.Kind? {
    guard let header = unit.first, header & 31 == 1 || header & 31 == 5 else { return nil }
    // Two codes of at most 65 bits each.
    var bits = BitReader(unescaped(unit.dropFirst().prefix(24)))
    _ = bits.golomb()
    switch bits.golomb() % 5 {
    case 0, 3: return .predicted
    case 1: return .bidirectional
    default: return .intra
    }
  }
}

/// Header of H.264 or H.265: length of the lengths, and parameter sets. A value.
struct CodecUnits: Sendable, Hashable {
  /// Bytes of a unit's length, 1...4.
  var lengthSize = 4
  /// Parameter sets with start codes.
  var parameterSets: [UInt8] = []
  /// The first sequence parameter set of H.264.
  var sequence: H264Parameters?
  /// Whether the samples are 4:2:0 with 8 bits.
  var isPlain = false

  static let startCode: [UInt8] = [0, 0, 0, 1]

  /// Reads the content of `avcC`.
  init(avc bytes: [UInt8]) throws(ContainerProblem) {
    var cursor = ByteCursor(bytes, origin: 0, name: "the H.264 header (avcC)")
    try cursor.skip(4)
    lengthSize = try cursor.byte() & 3 + 1
    for mask in [31, 255] {
      let count = try cursor.byte() & mask
      for _ in 0..<count {
        let size = try cursor.short()
        let unit = try cursor.array(size)
        if sequence == nil, let first = unit.first, first & 31 == 7 { sequence = H264Parameters(unit[...]) }
        parameterSets += Self.startCode + unit
      }
    }
    isPlain = sequence.map { $0.chromaFormat == 1 && $0.depth == 8 } ?? false
  }

  /// Reads the content of `hvcC`.
  init(hevc bytes: [UInt8]) throws(ContainerProblem) {
    var cursor = ByteCursor(bytes, origin: 0, name: "the H.265 header (hvcC)")
    try cursor.skip(16)
    let (chroma, luma, other) = (try cursor.byte() & 3, try cursor.byte() & 7, try cursor.byte() & 7)
    isPlain = chroma == 1 && luma == 0 && other == 0
    try cursor.skip(2)
    lengthSize = try cursor.byte() & 3 + 1
    let arrays = try cursor.byte()
    for _ in 0..<arrays {
      try cursor.skip(1)
      let count = try cursor.short()
      for _ in 0..<count {
        let size = try cursor.short()
        parameterSets += Self.startCode + (try cursor.array(size))
      }
    }
  }
}
