internal import TesseraGeometry
internal import TesseraPictures

/// Structure of an APNG in memory.
struct APNGFile: Sendable {
  /// Frame of an animation.
  struct Frame: Sendable {
    /// Treatment of the frame's pixels at the end of its display time: kept, made transparent, or restored to the previous content.
    enum Disposal: UInt8, Sendable { case keep, clear, restore }

    var area: PixelRect
    var delay: Double
    var disposal: Disposal
    /// Whether it is drawn over the canvas; false if it replaces it.
    var blends: Bool
    /// Compressed data as ranges of the file.
    var data: [Range<Int>] = []
  }

  let name: String
  let bytes: [UInt8]
  let width: Int
  let height: Int
  /// Number of loops; 0 means unlimited.
  let loopCount: Int
  let frames: [Frame]
  /// Chunks required by every frame: palette, transparency and similar ones, as ranges of the file with their length and checksum.
  let shared: [Range<Int>]
  /// Content of the header chunk.
  let header: Range<Int>

  private static let signatureLength = 8
  /// Maximum number of frames of a file.
  static let maximumFrames = 1 << 20

  /// Whether there is an animation control chunk before the image data.
  static func hasAnimation(_ data: PictureData) throws(PictureError) -> Bool {
    try data.parseBeginning { bytes throws(PictureError) in
      var at = signatureLength
      while at + 8 <= bytes.count {
        let (length, kind) = (integer(bytes, at), integer(bytes, at + 4))
        if kind == Kind.animation { return true }
        if kind == Kind.pixels || kind == Kind.end { return false }
        at += 12 + length
      }
      // A file that ends before its image data is not an animation; the decoder reports the error.
      if bytes.count >= data.count { return false }
      throw .truncated(source: data.name, reason: "PNG: the data ends after \(bytes.count) bytes, in the middle")
    }
  }

  init(_ data: PictureData) throws(PictureError) {
    let bytes = try data.bytes()
    var parser = Parser(name: data.name, length: bytes.count)
    try bytes.withUnsafeBytesOf { buffer throws(PictureError) in try parser.parse(buffer) }
    (name, self.bytes) = (data.name, bytes)
    (width, height, loopCount) = (parser.width, parser.height, parser.loopCount)
    (frames, shared, header) = (parser.frames, parser.shared, parser.header)
  }

  /// Kinds of chunks as numbers.
  enum Kind {
    static let header = 0x4948_4452, pixels = 0x4944_4154, end = 0x4945_4E44, palette = 0x504C_5445, transparency = 0x7452_4E53
    static let animation = 0x6163_544C, control = 0x6663_544C, frameData = 0x6664_4154
  }

  /// Reads a big-endian 32-bit number.
  static func integer(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Int {
    Int(bytes[at]) << 24 | Int(bytes[at + 1]) << 16 | Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
  }
}

extension APNGFile {
  /// Parser of the chunks.
  fileprivate struct Parser {
    let name: String
    let length: Int
    var (width, height, loopCount) = (0, 0, 0)
    var frames: [Frame] = []
    var shared: [Range<Int>] = []
    var header = 0..<0
    private var sequence = 0
    private var hasPixels = false

    init(name: String, length: Int) { (self.name, self.length) = (name, length) }

    mutating func parse(_ bytes: UnsafeRawBufferPointer) throws(PictureError) {
      var at = APNGFile.signatureLength
      while at + 8 <= length {
        let (size, kind) = (APNGFile.integer(bytes, at), APNGFile.integer(bytes, at + 4))
        let content = at + 8..<at + 8 + size
        if kind == Kind.end { break }
        guard content.upperBound + 4 <= length else {
          throw .truncated(source: name, reason: "PNG: the data ends after \(length) bytes, in the middle of frame \(frames.count)")
        }
        try readChunk(kind, content, bytes)
        at = content.upperBound + 4
      }
      guard !frames.isEmpty else { throw corrupt("it is animated, and has no frame") }
      for (i, frame) in frames.enumerated() where frame.data.isEmpty {
        throw .truncated(source: name, reason: "PNG: the pixels of frame \(i) are missing")
      }
    }

    private mutating func readChunk(_ kind: Int, _ content: Range<Int>, _ bytes: UnsafeRawBufferPointer) throws(PictureError) {
      switch kind {
      case Kind.header where content.count == 13:
        header = content
        (width, height) = (APNGFile.integer(bytes, content.lowerBound), APNGFile.integer(bytes, content.lowerBound + 4))
      case Kind.animation where content.count == 8: loopCount = APNGFile.integer(bytes, content.lowerBound + 4)
      case Kind.palette, Kind.transparency: shared.append(content.lowerBound - 8..<content.upperBound + 4)
      case Kind.control: try readControl(content, bytes)
      case Kind.pixels:
        hasPixels = true
        // The default image is the first frame if a control chunk precedes it.
        if frames.count == 1 { frames[0].data.append(content) }
      case Kind.frameData:
        try readNumber(content, bytes)
        guard !frames.isEmpty, hasPixels else { throw corrupt("pixels of a frame before the frame") }
        frames[frames.count - 1].data.append(content.lowerBound + 4..<content.upperBound)
      default: break
      }
    }

    private mutating func readControl(_ content: Range<Int>, _ bytes: UnsafeRawBufferPointer) throws(PictureError) {
      guard content.count == 26 else { throw corrupt("a frame control chunk must have 26 bytes, got \(content.count)") }
      try readNumber(content, bytes)
      let at = content.lowerBound
      func value(_ offset: Int) -> Int { APNGFile.integer(bytes, at + offset) }
      func short(_ offset: Int) -> Int { Int(bytes[at + offset]) << 8 | Int(bytes[at + offset + 1]) }
      let area = PixelRect(x: value(12), y: value(16), width: value(4), height: value(8))
      guard !area.isEmpty, area.maxX <= width, area.maxY <= height else {
        throw corrupt("frame \(frames.count) has \(area.width) x \(area.height) pixels at \(area.x), \(area.y) of \(width) x \(height)")
      }
      let (numerator, denominator) = (short(20), short(22))
      var disposal = Frame.Disposal(rawValue: bytes[at + 24]) ?? .keep
      // There is no content to restore before the first frame.
      if frames.isEmpty, disposal == .restore { disposal = .clear }
      guard frames.count < APNGFile.maximumFrames else { throw corrupt("more than \(APNGFile.maximumFrames) frames") }
      frames.append(
        Frame(
          area: area, delay: Double(numerator) / Double(denominator == 0 ? 100 : denominator), disposal: disposal,
          blends: bytes[at + 25] == 1))
    }

    private mutating func readNumber(_ content: Range<Int>, _ bytes: UnsafeRawBufferPointer) throws(PictureError) {
      guard content.count >= 4, APNGFile.integer(bytes, content.lowerBound) == sequence else {
        throw corrupt("the chunks of its frames are not in order: number \(sequence) is missing")
      }
      sequence += 1
    }

    private func corrupt(_ what: String) -> PictureError { .corrupt(source: name, reason: "PNG: \(what)") }
  }

  /// Returns a PNG with a single frame.
  func png(of frame: Frame) -> [UInt8] {
    var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    out.reserveCapacity(100 + (shared + frame.data).reduce(0) { $0 + $1.count + 12 })
    func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - $0 * 8)) } }
    func add(_ kind: String, _ content: [UInt8]) {
      let body = Array(kind.utf8) + content
      out += bigEndian(UInt32(content.count)) + body + bigEndian(PNGCodec.checksum(of: body))
    }
    add(
      "IHDR", bigEndian(UInt32(frame.area.width)) + bigEndian(UInt32(frame.area.height)) + bytes[header.lowerBound + 8..<header.upperBound])
    for range in shared { out += bytes[range] }
    for range in frame.data { add("IDAT", Array(bytes[range])) }
    add("IEND", [])
    return out
  }
}

extension [UInt8] {
  /// Calls `withUnsafeBytes` with typed errors.
  fileprivate func withUnsafeBytesOf<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try withUnsafeBufferPointer { buffer throws(E) in try body(UnsafeRawBufferPointer(buffer)) }
  }
}
