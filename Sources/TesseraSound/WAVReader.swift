internal import CTesseraSound

/// Reader of WAV files: PCM with 8, 16, 24 or 32 bits, and floating point with 32 or 64. Linear in the size of the file. Source: Microsoft,
/// "Multimedia Programming Interface and Data Specifications 1.0", and WAVE_FORMAT_EXTENSIBLE.
struct WAVReader {
  private let bytes: [UInt8]
  private let name: String

  private struct Format {
    var encoding: so_encoding
    var channels: Int
    var rate: Int
    var frameSize: Int { Int(so_sample_size(encoding)) * channels }
  }

  init(_ bytes: [UInt8], name: String) { (self.bytes, self.name) = (bytes, name) }

  /// Whether a file has the signature of WAV.
  static func hasSignature(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 12 && bytes.starts(with: Array("RIFF".utf8)) && bytes[8..<12].elementsEqual(Array("WAVE".utf8))
  }

  /// Reads all frames as stereo.
  func read() throws(SoundError) -> (samples: [Float], rate: Int) {
    guard Self.hasSignature(bytes) else { throw .unsupported(source: name, reason: "it does not begin with RIFF and WAVE") }
    var (at, format) = (12, Format?.none)
    while at + 8 <= bytes.count {
      let (kind, size) = (bytes[at..<at + 4], number(at + 4, 4))
      at += 8
      if kind.elementsEqual(Array("fmt ".utf8)) {
        format = try readFormat(at, size)
      } else if kind.elementsEqual(Array("data".utf8)) {
        guard let format else { throw .corrupt(source: name, reason: "its chunk `data` is before `fmt `") }
        return (try samples(at, size, format), format.rate)
      }
      // Chunks begin at even offsets.
      at += size + size % 2
    }
    throw .corrupt(source: name, reason: format == nil ? "it has no chunk `fmt `" : "it has no chunk `data`, or ends before it")
  }

  private func number(_ at: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }

  private func readFormat(_ at: Int, _ size: Int) throws(SoundError) -> Format {
    guard size >= 16, at + size <= bytes.count else {
      throw .corrupt(source: name, reason: "its chunk `fmt ` has \(size) bytes and is cut, or is shorter than 16")
    }
    var tag = number(at, 2)
    let (channels, rate, frameSize, bits) = (number(at + 2, 2), number(at + 4, 4), number(at + 12, 2), number(at + 14, 2))
    if tag == 0xFFFE, size >= 40 { tag = number(at + 24, 2) }
    let encoding: so_encoding
    switch (tag, bits) {
    case (1, 8): encoding = SO_U8
    case (1, 16): encoding = SO_S16
    case (1, 24): encoding = SO_S24
    case (1, 32): encoding = SO_S32
    case (3, 32): encoding = SO_F32
    case (3, 64): encoding = SO_F64
    default:
      throw .unsupported(
        source: name,
        reason: "its WAV format is \(tag) with \(bits) bits; 1 (PCM) with 8, 16, 24 or 32 and 3 (float) with 32 or 64 are valid")
    }
    guard (1...8).contains(channels) else { throw .unsupported(source: name, reason: "it has \(channels) channels; 1 to 8 can be played") }
    let format = Format(encoding: encoding, channels: channels, rate: rate)
    guard frameSize == format.frameSize else {
      throw .corrupt(source: name, reason: "a frame has \(frameSize) bytes; \(channels) channels of \(bits) bits need \(format.frameSize)")
    }
    return format
  }

  private func samples(_ at: Int, _ size: Int, _ format: Format) throws(SoundError) -> [Float] {
    // Programs that write into a pipe leave the size open.
    let left = bytes.count - at
    let isOpen = size == 0xFFFF_FFFF || size == 0
    guard isOpen || size <= left else {
      throw .corrupt(source: name, reason: "its chunk `data` has \(size) bytes, and the file only \(left) more")
    }
    let frames = (isOpen ? left : size) / format.frameSize
    let seconds = format.rate > 0 ? frames / format.rate : 0
    guard frames * 8 <= SoundClip.maximumByteCount * 4 else {
      throw .tooLarge(source: name, reason: "it plays for \(seconds) s; the limit of effects is 87 s")
    }
    return [Float](unsafeUninitializedCapacity: frames * 2) { buffer, count in
      // The bytes of the frames are inside of the file, and the buffer has room for two samples of each.
      bytes.withUnsafeBufferPointer { bytes in
        if frames > 0 { so_to_stereo(buffer.baseAddress, bytes.baseAddress! + at, format.encoding, Int32(format.channels), Int64(frames)) }
      }
      count = frames * 2
    }
  }
}
