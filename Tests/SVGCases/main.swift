// Draws each SVG file below a folder and compares it with the picture beside it.
//
//   swift run -c release SVGCases FILE.svg --time PIXELS    how long parsing and drawing take
//   swift run SVGCases FOLDER [--fonts FOLDER] [--only TEXT] [--differences FOLDER]
import Foundation
import SVGCodec
import TesseraGeometry
import TesseraPictures
import TesseraRender

/// Writes drawn, expected and difference beside each other over white, as PPM.
func write(_ result: SVGCase.Result, to path: String) throws {
  guard let drawn = result.drawn, let expected = result.expected else { return }
  let (w, h) = (drawn.width, drawn.height)
  var bytes = [UInt8](repeating: 0, count: w * h * 9)
  drawn.withUnsafeBytes { p in
    expected.withUnsafeBytes { q in
      for y in 0..<h {
        for x in 0..<w {
          for c in 0..<3 {
            let (i, j) = (y * drawn.stride + x * 4, y * expected.stride + x * 4)
            let (a, b) = (Int(p[i + 2 - c]) + 255 - Int(p[i + 3]), Int(q[j + 2 - c]) + 255 - Int(q[j + 3]))
            let row = y * w * 9
            bytes[row + x * 3 + c] = UInt8(clamping: a)
            bytes[row + (w + x) * 3 + c] = UInt8(clamping: b)
            bytes[row + (2 * w + x) * 3 + c] = UInt8(clamping: abs(a - b) * 3)
          }
        }
      }
    }
  }
  try (Data("P6\n\(w * 3) \(h)\n255\n".utf8) + Data(bytes)).write(to: URL(fileURLWithPath: path))
}

/// The value behind an option.
func option(_ name: String) -> String? {
  let arguments = CommandLine.arguments
  guard let at = arguments.firstIndex(of: name), at + 1 < arguments.count else { return nil }
  return arguments[at + 1]
}

let only = option("--only")
let differences = option("--differences")
let fontFolder = option("--fonts")
guard CommandLine.arguments.count > 1 else {
  print("usage: SVGCases FOLDER [--fonts FOLDER] [--only TEXT] [--differences FOLDER]")
  exit(2)
}
let folder = CommandLine.arguments[1]
if let side = option("--time").flatMap(Int.init) {
  let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: folder)))
  let pixels = try PixelBuffer(width: side, height: side)
  let clock = ContinuousClock()
  /// The fastest of 200 runs, microseconds.
  func fastest(_ body: () throws -> Void) rethrows -> Double {
    try (0..<200).map { _ in try clock.measure(body) / .microseconds(1) }.min() ?? 0
  }
  let document = try SVGDocument(parsing: bytes, named: folder)
  let parsing = try fastest { _ = try SVGDocument(parsing: bytes, named: folder) }
  let data = PictureData(bytes, name: folder)
  let header = try fastest { _ = try SVGCodec().header(of: data) }
  let drawing = try fastest {
    pixels.clear()
    try document.draw(in: Canvas(pixels), size: Size(Double(side), Double(side)))
  }
  print("size \(header) µs, parsing \(parsing) µs, drawing at \(side) x \(side) \(drawing) µs")
  exit(0)
}
let cases = SVGCase.all(in: folder).filter { only == nil || $0.name.contains(only!) }
guard !cases.isEmpty else {
  print("no SVG file with a picture beside it below \(folder)")
  exit(2)
}
FontLibrary.shared.usesSystemFonts = false
try FontLibrary.shared.add(directory: fontFolder ?? folder + "/fonts")
var areas: [String: (passed: Int, all: Int)] = [:]
var failed: [String] = []
if let differences { try FileManager.default.createDirectory(atPath: differences, withIntermediateDirectories: true) }
for one in cases {
  let start = Date()
  let result = try one.run(fonts: .shared)
  let time = Date().timeIntervalSince(start)
  let area = one.name.split(separator: "/").dropLast().joined(separator: "/")
  areas[area, default: (0, 0)].all += 1
  if result.passes {
    areas[area, default: (0, 0)].passed += 1
  } else {
    failed.append("\(one.name)  \(Int(result.share * 1000) / 10)%  \(result.problem ?? "")")
    if let differences { try write(result, to: "\(differences)/\(one.name.replacingOccurrences(of: "/", with: "__")).ppm") }
  }
  if time > 1 { print("\(one.name) took \(Int(time * 1000)) ms") }
}
for (area, count) in areas.sorted(by: { $0.key < $1.key }) where count.passed < count.all {
  print("\(area): \(count.passed) of \(count.all)")
}
print(failed.joined(separator: "\n"))
print("\(cases.count - failed.count) of \(cases.count) pass")
exit(failed.isEmpty ? 0 : 1)
