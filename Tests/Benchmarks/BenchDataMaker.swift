internal import CBenchmarks
internal import Glibc
internal import TesseraDevices
internal import TesseraGeometry
internal import TesseraKit

/// Creates the inputs of all cases from the texts next to this file and the photographs of the examples. The same call creates the same
/// bytes.
///
/// Raw files are rows of B G R A without padding, premultiplied, so that no decoder is part of a drawing case.
struct BenchDataMaker {
  private let folder: String
  private let photos: [PixelBuffer]
  private var noise: UInt32 = 2_463_534_242

  /// Folder of the package from whose sources this program was built.
  private static let root = String(#filePath.dropLast("/Tests/Benchmarks/BenchDataMaker.swift".count))
  private static let photoNames = ["espresso", "cat", "launch-pad", "astronaut"]
  /// Names of the photographs in the case `rainforest`.
  private static let photoFiles = ["coffee", "chelsea", "rocket", "astronaut"]

  /// Writes all inputs to `folder`, which is created if necessary.
  static func make(_ folder: String) throws(BenchError) {
    do {
      var maker = try BenchDataMaker(folder)
      try maker.texts()
      try maker.trees()
      try maker.pictures()
    } catch let error as BenchError {
      throw error
    } catch {
      throw BenchError(.inputOutput, "cannot make the inputs in \(folder): \(error)")
    }
  }

  private init(_ folder: String) throws {
    self.folder = folder
    for path in [folder, folder + "/gen", folder + "/photos"] where mkdir(path, 0o777) != 0 && errno != EEXIST {
      throw BenchError(.cannotCreate, "cannot create \(path): \(String(cString: strerror(errno)))")
    }
    photos = try Self.photoNames.map { try ImageDecoder.decode(file: "\(Self.root)/docs/examples/assets/photos/\($0).jpg") }
  }

  private static func source(_ name: String) throws -> [UInt8] { try BenchData.read("\(root)/Tests/Benchmarks/Data/\(name)") }

  // MARK: Texts

  private func texts() throws {
    for name in ["en.txt", "rows.txt", "cards.txt"] { try AtomicFile.write(try Self.source(name), to: "\(folder)/\(name)") }
    func words(_ name: String) throws -> [String] {
      String(decoding: try Self.source(name), as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    }
    let latin = try words("en.txt")
    try write(BenchParagraphs.bidirectional(arabic: try words("arabic.txt"), hebrew: try words("hebrew.txt"), latin: latin), to: "bidi.txt")
    try write(BenchParagraphs.chinese(words: try words("chinese.txt")), to: "zh.txt")
  }

  private func write(_ paragraphs: [String], to name: String) throws {
    try AtomicFile.write(Array((paragraphs.joined(separator: "\n") + "\n").utf8), to: "\(folder)/\(name)")
  }

  private func trees() throws {
    for (name, chain) in [("mixed", 0), ("deep", 20)] {
      try AtomicFile.write(Array(BenchTreeFiles.tree(chain: chain).utf8), to: "\(folder)/perf-\(name)-10k.json")
    }
  }

  // MARK: Pictures

  private mutating func pictures() throws {
    let variants = try (0..<10).map { try variant($0) }
    try raw("photos", variants)
    let tiles = try (0..<40).map { i in
      let tile = try Self.picture(256, 256)
      try Canvas(tile).draw(variants[i % 10], atPixel: -(i * 83 % 344), -(i * 47 % 144), opaque: true)
      return tile
    }
    try raw("tiles", tiles)
    try raw("thumbs", tiles.map { try Self.scaled($0, 64, 64) })
    try png("tile0", tiles[0])
    // Each tile has a round hole with a faded edge.
    for (i, tile) in tiles.enumerated() {
      let (x, y) = (Double(64 + i * 29 % 128), Double(64 + i * 53 % 128))
      Self.fade(tile) { 300 - Self.distance($0, $1, x, y) * 1.7 }
    }
    try raw("tiles-alpha", tiles)

    let big = try grainy(4000, 3000)
    try jpeg("gen/photo-4000x3000", big, quality: 85)
    let full = try Self.scaled(big, 1920, 1080)
    try raw("big", [full])
    let corner = try Self.scaled(full, 1024, 768)
    Self.fade(corner) { Self.distance($0, $1, 1024, 768) < 400 ? 95 : 255 }
    try raw("blur", [corner])
    Self.fade(full) { x, y in 128 + 95 * sin(x / 23) * cos(y / 17) }
    try raw("big-alpha", [full])
    let square = try Self.picture(1000, 1000)
    try Canvas(square).draw(big, in: Rect(0, 0, 1000, 1000), source: Rect(300, 300, 2000, 2000))
    try png("photo-1000", square)
    Self.fade(square) { (480 - Self.distance($0, $1, 500, 500)) * 4 }
    try png("photo-1000-alpha", square)
    for (name, photo) in zip(Self.photoFiles, photos) {
      let size = (width: 640, height: 640 * photo.height / photo.width)
      try jpeg("photos/\(name)", try Self.scaled(photo, size.width, size.height), quality: 90)
    }
  }

  private static func picture(_ width: Int, _ height: Int) throws -> PixelBuffer {
    try PixelBuffer(width: width, height: height, format: .argb8888)
  }

  /// Returns the middle of `image`, cropped to the aspect ratio of `width` x `height` and scaled to that size.
  private static func scaled(_ image: PixelBuffer, _ width: Int, _ height: Int) throws -> PixelBuffer {
    let result = try picture(width, height)
    let scale = max(Double(width) / Double(image.width), Double(height) / Double(image.height))
    let part = (width: Double(width) / scale, height: Double(height) / scale)
    let source = Rect((Double(image.width) - part.width) / 2, (Double(image.height) - part.height) / 2, part.width, part.height)
    try Canvas(result).draw(image, in: Rect(0, 0, Double(width), Double(height)), source: source, quality: .bilinear, blend: .copy)
    return result
  }

  /// Returns one of the photographs, 600 x 400; some are mirrored, some rotated.
  private func variant(_ k: Int) throws -> PixelBuffer {
    let photo = try Self.scaled(photos[k % 4], 600, 400)
    guard k >= 4 else { return photo }
    let result = try Self.picture(600, 400)
    result.withUnsafeMutableBytes { to in
      photo.withUnsafeBytes { from in
        let (to, from) = (to.bindMemory(to: UInt32.self), from.bindMemory(to: UInt32.self))
        for y in 0..<400 {
          let row = k >= 8 ? 399 - y : y
          for x in 0..<600 { to[y * result.stride / 4 + x] = from[row * photo.stride / 4 + 599 - x] }
        }
      }
    }
    return result
  }

  /// Returns a picture as detailed as a photograph of its size: an enlarged photograph with the others small on it, and grain.
  private mutating func grainy(_ width: Int, _ height: Int) throws -> PixelBuffer {
    let result = try Self.scaled(photos[0], width, height)
    let canvas = try Canvas(result)
    for y in 0..<(height + 399) / 400 {
      for x in 0..<(width + 499) / 500 {
        let photo = photos[1 + (y * 8 + x) % 3]
        canvas.draw(photo, in: Rect(Double(x * 500), Double(y * 400), 500, 400), quality: .bilinear, opacity: 0.4)
      }
    }
    var state = noise
    result.withUnsafeMutableBytes { bytes in
      for at in stride(from: 0, to: bytes.count, by: 4) {
        state ^= state << 13
        state ^= state >> 17
        state ^= state << 5
        let grain = Int(state & 7) - Int(state >> 8 & 7)
        for channel in at..<at + 3 { bytes[channel] = UInt8(min(255, max(0, Int(bytes[channel]) + grain))) }
        bytes[at + 3] = 255
      }
    }
    noise = state
    return result
  }

  private static func distance(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double) -> Double {
    ((x - toX) * (x - toX) + (y - toY) * (y - toY)).squareRoot()
  }

  /// Multiplies an opaque picture by an alpha of 0 to 255 for each pixel.
  private static func fade(_ picture: PixelBuffer, _ alpha: (Double, Double) -> Double) {
    let (width, height, stride) = (picture.width, picture.height, picture.stride)
    picture.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let a = Int(min(255, max(0, alpha(Double(x), Double(y)))))
          let at = y * stride + x * 4
          for channel in at..<at + 3 { bytes[channel] = UInt8((Int(bytes[channel]) * a + 127) / 255) }
          bytes[at + 3] = UInt8(a)
        }
      }
    }
  }

  // MARK: Files

  private func raw(_ name: String, _ pictures: [PixelBuffer]) throws {
    var bytes: [UInt8] = []
    for picture in pictures {
      bytes.reserveCapacity(picture.width * picture.height * 4 * pictures.count)
      picture.withUnsafeBytes { rows in
        for y in 0..<picture.height { bytes.append(contentsOf: rows[y * picture.stride..<y * picture.stride + picture.width * 4]) }
      }
    }
    try AtomicFile.write(bytes, to: "\(folder)/gen/\(name).bgra")
  }

  private func png(_ name: String, _ picture: PixelBuffer) throws {
    try AtomicFile.write(try PNGEncoder.encode(picture), to: "\(folder)/gen/\(name).png")
  }

  private func jpeg(_ name: String, _ picture: PixelBuffer, quality: Int32) throws {
    let path = "\(folder)/\(name).jpg"
    let status = picture.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: UInt8.self) {
        tb_write_jpeg(path, $0.baseAddress, picture.stride, UInt32(picture.width), UInt32(picture.height), quality)
      }
    }
    guard status == 0 else { throw BenchError(.cannotCreate, "cannot write \(path): \(String(cString: strerror(status)))") }
  }
}
