import LottieCodec
import TesseraGeometry
import TesseraPictures
import TesseraRender
import TesseraTestSupport

/// Bytes of a file of the tests.
func fixture(_ name: String) throws -> [UInt8] { try PictureData(file: fixturePath(name)).bytes() }

/// Path of a file of the tests.
func fixturePath(_ name: String) throws -> String { try PackageFolder.root() + "/Tests/LottieCodecTests/Fixtures/\(name).json" }

/// An animation of 60 frames, 30 a second, with these layers.
func animation(_ layers: String, _ rest: String = "", side: Int = 100) -> [UInt8] {
  Array("{\"v\":\"5.7.0\",\"fr\":30,\"ip\":0,\"op\":60,\"w\":\(side),\"h\":\(side),\"layers\":[\(layers)]\(rest)}".utf8)
}

/// A shape layer of these items; `attributes` go before them.
func shapeLayer(_ items: String, _ attributes: String = "\"ks\":{}") -> String {
  "{\"ty\":4,\"nm\":\"layer\",\"ip\":0,\"op\":60,\(attributes),\"shapes\":[\(items)]}"
}

/// A square of 40 at a place, filled with red.
func square(_ position: String = "\"k\":[50,50]") -> String {
  "{\"ty\":\"rc\",\"p\":{\(position)},\"s\":{\"k\":[40,40]},\"r\":{\"k\":0}},{\"ty\":\"fl\",\"nm\":\"paint\",\"c\":{\"k\":[1,0,0]},\"o\":{\"k\":100}}"
}

/// A moment of an animation.
func draw(_ bytes: [UInt8], at seconds: Double = 0, side: Int = 100, on background: Color = .clear, colors: [String: Color] = [:]) throws
  -> PixelBuffer
{
  let pixels = try PixelBuffer(width: side, height: side)
  pixels.clear(background)
  let document = try LottieDocument(parsing: bytes, named: "test.json")
  try document.draw(in: try Canvas(pixels), size: Size(Double(side), Double(side)), at: seconds, colors: colors)
  return pixels
}

func bytes(_ pixels: PixelBuffer) -> [UInt8] { pixels.withUnsafeBytes { Array($0) } }
