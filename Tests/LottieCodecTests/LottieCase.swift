internal import TesseraJSON
import TesseraGeometry
import TesseraPictures
import TesseraRender

@testable import LottieCodec

/// An animation with pictures of some of its frames, drawn by other players.
struct LottieCase {
  /// Side of the pictures, pixels.
  static let side = 256

  var name: String
  /// Frames that have a picture, from the in-point on.
  var frames: [Int]
  /// Whether the players disagree: then any player's picture is right.
  var isDisputed: Bool
  /// Whether it has text without the outlines of its letters, so that the picture depends on the fonts of a machine.
  var needsFonts: Bool
  private let file: [UInt8]
  private let pictures: [String: [UInt8]]

  /// Reads all cases of an archive whose `index.json` lists them.
  static func all(in archive: [UInt8]) throws -> [LottieCase] {
    let archive = try ZipArchive(archive, source: "cases.zip")
    guard let index = try archive.bytes(of: "index.json"), case .map(let members) = try JSONValue.lottie(index, source: "index.json") else {
      return []
    }
    return try members.map { member in
      let json = member.value
      guard let file = try archive.bytes(of: "\(member.key).json") else { throw LottieError(source: member.key, reason: "it has no file") }
      let frames = (json[present: "frames"]?.numbers ?? []).map { Int($0) }
      var pictures: [String: [UInt8]] = [:]
      for name in archive.names where name.hasPrefix("\(member.key)@") && name.hasSuffix(".png") {
        pictures[name] = try archive.bytes(of: name)
      }
      let hasText = json[present: "features"]?.list?.contains { $0.text == "text" } == true
      let hasLetters = try JSONValue.lottie(file, source: member.key)[present: "chars"]?.list?.isEmpty == false
      return LottieCase(
        name: member.key, frames: frames, isDisputed: json.flag("disputed"), needsFonts: hasText && !hasLetters, file: file,
        pictures: pictures)
    }
  }

  /// Returns whether a frame is as a reference has it.
  func passes(_ frame: Int, drawn: PixelBuffer) throws -> Bool {
    let references = pictures.filter { $0.key.hasPrefix("\(name)@\(frame).") }
    return try references.values.contains { bytes in
      let picture = PictureData(bytes, name: name)
      let codecs = PictureCodecs([PNGCodec()])
      let header = try codecs.header(of: picture)
      return Self.isSame(drawn, try codecs.decode(picture, PictureRequest(width: header.width, height: header.height)))
    }
  }

  /// Draws a frame over white: as large as the square holds, in its middle.
  func draw(_ frame: Int) throws -> PixelBuffer {
    let codecs = PictureCodecs([PNGCodec(), JPEGCodec()])
    let document = try LottieCodec(pictures: codecs).document(of: PictureData(file, name: name))
    let pixels = try PixelBuffer(width: Self.side, height: Self.side)
    pixels.clear(.white)
    let scale = Double(Self.side) / max(document.size.width, document.size.height)
    let size = Size(document.size.width * scale, document.size.height * scale)
    let canvas = try Canvas(pixels)
    canvas.translate((Double(Self.side) - size.width) / 2, (Double(Self.side) - size.height) / 2)
    try document.draw(in: canvas, size: size, at: Double(frame) / document.frameRate)
    return pixels
  }

  /// Returns how far two pixels are apart in the channel that begins at a bit.
  private static func distance(_ one: UInt32, _ other: UInt32, _ shift: UInt32) -> Int {
    abs(Int((one >> shift) & 0xFF) - Int((other >> shift) & 0xFF))
  }

  /// Returns whether 98.5 % of the pixels differ by at most 24 in each channel, and 88 % of those that are not white in both by at most 64.
  private static func isSame(_ a: PixelBuffer, _ b: PixelBuffer) -> Bool {
    guard a.width == b.width, a.height == b.height else { return false }
    var (near, inked, nearInk) = (0, 0, 0)
    a.withUnsafeBytes { p in
      b.withUnsafeBytes { q in
        guard let p = p.baseAddress, let q = q.baseAddress else { return }
        for y in 0..<a.height {
          // Equal pixels first, and no closures: a debug build calls them slowly.
          var (i, j) = (y * a.stride, y * b.stride)
          let end = i + a.width * 4
          while i < end {
            let (one, other) = (p.load(fromByteOffset: i, as: UInt32.self), q.load(fromByteOffset: j, as: UInt32.self))
            (i, j) = (i + 4, j + 4)
            if (one ^ other) & 0xFF_FFFF == 0 {
              near += 1
              if one & 0xFF_FFFF != 0xFF_FFFF { (inked, nearInk) = (inked + 1, nearInk + 1) }
              continue
            }
            let most = max(distance(one, other, 0), max(distance(one, other, 8), distance(one, other, 16)))
            inked += 1
            if most <= 24 { near += 1 }
            if most <= 64 { nearInk += 1 }
          }
        }
      }
    }
    return Double(near) >= 0.985 * Double(a.width * a.height) && Double(nearInk) >= 0.88 * Double(inked)
  }
}
