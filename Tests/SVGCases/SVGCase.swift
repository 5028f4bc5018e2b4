import Foundation
import SVGCodec
import TesseraGeometry
import TesseraPictures
import TesseraRender
import WebPCodec

/// An SVG file with a picture of it beside, 300 pixels wide or as wide as that is.
struct SVGCase {
  let name: String
  let folder: String

  /// A pixel differs where a channel does by more than this, over white.
  static let tolerance = 24
  /// Share of the pixels that must not differ.
  static let share = 0.98
  private static let codecs = PictureCodecs([PNGCodec(), JPEGCodec(), WebPCodec()])

  /// The cases below a folder, in order of path.
  static func all(in folder: String) -> [SVGCase] {
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".svg") && FileManager.default.fileExists(atPath: folder + "/" + $0.dropLast(4) + ".png") }.sorted()
      .map { SVGCase(name: String($0.dropLast(4)), folder: folder) }
  }

  /// Options with the fonts that the cases were drawn with. Files that a case refers to are in `directory`.
  static func options(fonts: FontLibrary, directory: String) -> SVGOptions {
    SVGOptions(
      fonts: fonts, defaultFamily: "Noto Sans",
      genericFamilies: [
        "serif": "Noto Serif", "sans-serif": "Noto Sans", "monospace": "Noto Mono", "cursive": "Yellowtail",
        "fantasy": "Sedgwick Ave Display",
      ],
      decode: { bytes in
        let data = PictureData(bytes)
        guard let header = try? codecs.header(of: data) else { return nil }
        return try? codecs.decode(data, PictureRequest(width: header.width, height: header.height))
      },
      load: { path in (try? Data(contentsOf: URL(fileURLWithPath: directory).appendingPathComponent(path))).map { Array($0) } })
  }

  struct Result {
    var share: Double
    var drawn: PixelBuffer?
    var expected: PixelBuffer?
    var problem: String?
    var passes: Bool { share >= SVGCase.share }
  }

  /// Draws the file with the fonts of a library and compares.
  func run(fonts: FontLibrary) throws -> Result {
    let path = folder + "/" + name
    let data = try PictureData(file: path + ".png")
    let header = try PictureCodecs().header(of: data)
    let expected = try PictureCodecs().decode(data, PictureRequest(width: header.width, height: header.height))
    let drawn = try PixelBuffer(width: expected.width, height: expected.height)
    var problem: String?
    do {
      let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
      let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path + ".svg")))
      let document = try SVGDocument(parsing: bytes, named: name, options: Self.options(fonts: fonts, directory: directory))
      let canvas = try Canvas(drawn)
      try document.draw(in: canvas, size: Size(Double(drawn.width), Double(drawn.height)))
      problem = canvas.failure?.description
    } catch {
      problem = "\(error)"
    }
    return Result(share: Self.equalShare(drawn, expected), drawn: drawn, expected: expected, problem: problem)
  }

  /// The share of pixels that are about the same over white.
  static func equalShare(_ a: PixelBuffer, _ b: PixelBuffer) -> Double {
    var same = 0
    a.withUnsafeBytes { p in
      b.withUnsafeBytes { q in
        for y in 0..<a.height {
          // Most rows, and most pixels of the others, are equal: a debug build compares them by words.
          let (rowA, rowB) = (y * a.stride, y * b.stride)
          if memcmp(p.baseAddress! + rowA, q.baseAddress! + rowB, a.width * 4) == 0 {
            same += a.width
            continue
          }
          for x in 0..<a.width {
            let (i, j) = (rowA + x * 4, rowB + x * 4)
            if p.load(fromByteOffset: i, as: UInt32.self) == q.load(fromByteOffset: j, as: UInt32.self) {
              same += 1
              continue
            }
            let white = Int(q[j + 3]) - Int(p[i + 3])
            // No closure: a debug build calls it slowly.
            if abs(Int(p[i]) - Int(q[j]) + white) <= tolerance, abs(Int(p[i + 1]) - Int(q[j + 1]) + white) <= tolerance,
              abs(Int(p[i + 2]) - Int(q[j + 2]) + white) <= tolerance
            {
              same += 1
            }
          }
        }
      }
    }
    return Double(same) / Double(max(1, a.width * a.height))
  }
}
