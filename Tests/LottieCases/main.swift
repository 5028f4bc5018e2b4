// Draws Lottie files.
//
//   swift run -c release LottieCases FILE.json --time PIXELS     how long parsing and a frame take
//   swift run LottieCases FILE.json --frame NUMBER --size PIXELS --output OUT.ppm
//   swift run LottieCases FOLDER                                 draws each frame of each file; says what is not drawn
import Foundation
import LottieCodec
import TesseraGeometry
import TesseraPictures
import TesseraRender

/// The value behind an option.
func option(_ name: String) -> String? {
  let arguments = CommandLine.arguments
  guard let at = arguments.firstIndex(of: name), at + 1 < arguments.count else { return nil }
  return arguments[at + 1]
}

func read(_ path: String) throws -> (LottieDocument, any PictureFrames) {
  let codec = LottieCodec()
  let data = try PictureData(file: path)
  let document = try codec.document(of: data)
  guard let frames = try codec.frames(of: data) else { throw PictureError.unsupported(source: path, reason: "it has one frame") }
  return (document, frames)
}

/// Draws a moment over white.
func picture(of document: LottieDocument, at seconds: Double, side: Int) throws -> PixelBuffer {
  let scale = Double(side) / max(document.size.width, document.size.height)
  let size = Size((document.size.width * scale).rounded(), (document.size.height * scale).rounded())
  let pixels = try PixelBuffer(width: Int(size.width), height: Int(size.height))
  pixels.clear(.white)
  try document.draw(in: try Canvas(pixels), size: size, at: seconds)
  return pixels
}

func write(_ pixels: PixelBuffer, to path: String) throws {
  var bytes = Data("P6\n\(pixels.width) \(pixels.height)\n255\n".utf8)
  pixels.withUnsafeBytes { p in
    for y in 0..<pixels.height {
      for x in 0..<pixels.width {
        let at = y * pixels.stride + x * 4
        bytes.append(contentsOf: [p[at + 2], p[at + 1], p[at]])
      }
    }
  }
  try bytes.write(to: URL(fileURLWithPath: path))
}

/// Says how long reading the file and drawing its frames take.
func time(_ path: String, side: Int) throws {
  let clock = ContinuousClock()
  let (document, frames) = try read(path)
  let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  let parsing = try (0..<20).map { _ in try clock.measure { _ = try LottieDocument(parsing: bytes) } / .milliseconds(1) }.min() ?? 0
  let pixels = try PixelBuffer(width: side, height: side)
  let times = try (0..<frames.delays.count).map { index in
    try clock.measure {
      pixels.clear()
      try document.draw(
        in: try Canvas(pixels), size: Size(Double(side), Double(side)), at: Double(index) * document.duration / Double(frames.delays.count))
    } / .milliseconds(1)
  }
  let sorted = times.sorted()
  print(
    "parsing \(parsing) ms; a frame at \(side) x \(side): median \(sorted[sorted.count / 2]) ms, slowest \(sorted[sorted.count - 1]) ms, \(sorted.count) frames"
  )
}

/// Plays a file to its end. Returns whether that went well.
func play(_ path: String) -> Bool {
  do {
    let (document, frames) = try read(path)
    let canvas = try PixelBuffer(width: frames.width, height: frames.height)
    let reader = try frames.makeReader()
    let start = ContinuousClock.now
    for index in 0..<frames.delays.count { _ = try reader.decode(index, into: canvas, isCancelled: { false }) }
    let spent = (ContinuousClock.now - start) / .milliseconds(1) / Double(frames.delays.count)
    let missing = document.unsupported.joined(separator: ", ")
    print(
      "\(path): \(frames.delays.count) frames of \(frames.width) x \(frames.height), \((spent * 10).rounded() / 10) ms each; not drawn: \(missing)"
    )
    return true
  } catch {
    print("\(path): ERROR \(error)")
    return false
  }
}

guard CommandLine.arguments.count > 1 else {
  print("usage: LottieCases FILE|FOLDER [--time PIXELS] [--frame NUMBER --size PIXELS --output OUT.ppm]")
  exit(2)
}
let target = CommandLine.arguments[1]
if let side = option("--time").flatMap(Int.init) {
  try time(target, side: side)
} else if let output = option("--output") {
  let (document, _) = try read(target)
  let frame = option("--frame").flatMap(Double.init) ?? 0
  try write(picture(of: document, at: frame / document.frameRate, side: option("--size").flatMap(Int.init) ?? 256), to: output)
} else {
  let names = try FileManager.default.contentsOfDirectory(atPath: target).filter { $0.hasSuffix(".json") }.sorted()
  let played = names.filter { play("\(target)/\($0)") }
  print("\(played.count) of \(names.count) play to the end")
  exit(played.count == names.count && !names.isEmpty ? 0 : 1)
}
