import TesseraKit
import TesseraTestSupport
import Testing

/// Pictures in lines of text are image nodes: they support every format of the registry.
@Suite struct TextPictureTests {
  @Test(arguments: [
    ("PNG", "Tests/TesseraPicturesTests/Fixtures/moving/none.png"), ("GIF", "Tests/TesseraPicturesTests/Fixtures/gif/all-reds.gif"),
    ("WebP", "Tests/TesseraPicturesTests/Fixtures/webp/lossy_q0_f100.webp"),
    ("AVIF", "Tests/TesseraPicturesTests/Fixtures/avif/yuv420.avif"), ("SVG", "docs/examples/assets/icons/blinds.svg"),
    ("Lottie", "docs/examples/assets/lottie/weather.json"), ("JPEG", "docs/examples/assets/photos/cat.jpg"),
  ]) func `pictures of all formats are shown in a line`(format: String, path: String) throws {
    let file = try PackageFolder.root() + "/" + path
    #expect(try PictureCodecs.shared.header(of: PictureData(file: file)).format.rawValue == format)
    let h = try TextInlineNodeTests.scene(
      """
      spans: [{text: "Today "}, {node: picture, width: 40, height: 40}]
      children: [{type: image, id: picture, source: '\(file)', contentMode: stretch}]
      """)
    let node = try h.node("picture")
    #expect(node.frame.size == Size(40, 40) && h.errors.isEmpty)
    // Some of its pixels are on the screen.
    let left = Int(node.frame.minX)
    let seen = (left..<left + 40).contains { x in (0..<60).contains { y in h.framebuffer.color(x: x, y: y) != .white } }
    #expect(seen)
  }
}
