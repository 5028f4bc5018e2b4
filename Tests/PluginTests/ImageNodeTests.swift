import ImagePlugin
import Tessera
import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

@Suite struct ImageNodeTests {
  /// 8 x 4 pixels: left half red, right half blue.
  private static let twoColours = ImageSource.encoded(
    EncodedImage(TestPNG(width: 8, height: 4, colorType: 2) { x, _, c in c == (x < 4 ? 0 : 2) ? 255 : 0 }.bytes(), name: "two colours"))
  /// The same with eight pixels per unit, so that it is only ever reduced, which keeps its edge sharp.
  private static let dense = ImageSource.encoded(
    EncodedImage(TestPNG(width: 64, height: 32, colorType: 2) { x, _, c in c == (x < 32 ? 0 : 2) ? 255 : 0 }.bytes(), name: "dense"))
  private static let red = TestPixel(255, 0, 0)
  private static let blue = TestPixel(0, 0, 255)
  private static let none = TestPixel(0, 0, 0, 0)

  private func drawn(_ image: Image, _ width: Double, _ height: Double, scale: Double = 1) throws -> PixelBuffer {
    let target = try PixelBuffer(width: Int(width * scale), height: Int(height * scale))
    let canvas = try Canvas(target, scale: scale)
    try image.draw(in: canvas, context: DrawContext(size: Size(width, height), environment: EnvironmentValues(scale: scale)))
    return target
  }

  @Test func eachContentModePlacesThePicture() throws {
    func at(_ mode: ContentMode, _ points: [(Int, Int)], focus: Point = Point(0.5, 0.5)) throws -> [TestPixel] {
      var image = Image(Self.dense, contentMode: mode)
      image.imageScale = 8
      image.focus = focus
      let buffer = try drawn(image, 16, 16)
      return points.map { TestPixel(buffer, $0.0, $0.1) }
    }
    // 16 x 8 in the middle of 16 x 16
    #expect(try at(.fit, [(0, 3), (0, 4), (7, 11), (8, 11), (8, 12)]) == [Self.none, Self.red, Self.red, Self.blue, Self.none])
    // 32 x 16; its middle or left end is visible
    #expect(try at(.fill, [(0, 0), (7, 15), (8, 0), (15, 15)]) == [Self.red, Self.red, Self.blue, Self.blue])
    #expect(try at(.fill, [(0, 0), (15, 15)], focus: .zero) == [Self.red, Self.red])
    #expect(try at(.stretch, [(0, 0), (7, 15), (8, 0), (15, 15)]) == [Self.red, Self.red, Self.blue, Self.blue])
    #expect(try at(.center, [(3, 6), (4, 6), (7, 9), (8, 9), (4, 10)]) == [Self.none, Self.red, Self.red, Self.blue, Self.none])
    #expect(try at(.scaleDown, [(3, 6), (4, 6)]) == [Self.none, Self.red])
  }

  @Test func aPictureOfJustTheRightSizeIsShownAsItIs() throws {
    func finished(_ change: (inout Image) -> Void = { _ in }, _ width: Double = 8, _ height: Double = 6, scale: Double = 1) throws
      -> SharedPixels?
    {
      var image = Image(Self.twoColours, contentMode: .center)
      change(&image)
      let context = DrawContext(size: Size(width, height), environment: EnvironmentValues(scale: scale))
      let finished: SharedPixels? = if case .shared(let shared) = try image.drawPlan(in: context) { shared } else { nil }
      if let finished {
        let (target, box) = (try drawn(image, width, height, scale: scale), finished.pixels)
        for y in 0..<target.height {
          for x in 0..<target.width {
            let isInside = (0..<box.width).contains(x - finished.x) && (0..<box.height).contains(y - finished.y)
            #expect(TestPixel(target, x, y) == (isInside ? TestPixel(box, x - finished.x, y - finished.y) : Self.none))
          }
        }
      }
      return finished
    }
    let centred = try #require(try finished())
    #expect((centred.x, centred.y, centred.pixels.width) == (0, 1, 8))
    #expect(try finished(scale: 2) == nil)  // enlarged
    let small = try #require(try finished({ $0.imageScale = 2 }, 4, 2))  // reduced while it is decoded
    #expect((small.pixels.width, small.pixels.height) == (4, 2))
    #expect(try finished({ $0.rounding = CornerRadii(2) }) == nil)
    #expect(try finished({ $0.ninePatch = Insets(1) }) == nil)
    #expect(try finished({ _ in }, 6, 6) == nil)  // cut off
    let tinted = try #require(try finished { $0.tint = Color(rgb: 0x00FF00) })
    #expect(TestPixel(tinted.pixels, 0, 0) == TestPixel(0, 255, 0))
    #expect(throws: ImageError.self) { try Image(.file("/no/such/picture.png")).drawPlan(in: DrawContext(size: Size(8, 8))) }
  }

  @Test func scaleAndImageScaleGoIntoTheSize() throws {
    var image = Image(Self.twoColours, contentMode: .center)
    image.imageScale = 2
    let buffer = try drawn(image, 4, 2, scale: 2)
    #expect(TestPixel(buffer, 3, 3) == Self.red && TestPixel(buffer, 4, 0) == Self.blue)
    #expect(buffer.width == 8)
  }

  @Test func theSizeKeepsTheShape() {
    let image = Image(Self.twoColours)
    func size(_ range: SizeRange) -> Size { image.size(thatFits: range, in: MeasureContext()) }
    #expect(size(.unlimited) == Size(8, 4))
    #expect(size(SizeRange(min: Size(20, 0), max: Size(20, .infinity))) == Size(20, 10))
    #expect(size(SizeRange(min: Size(0, 2), max: Size(.infinity, 2))) == Size(4, 2))
    #expect(size(SizeRange(max: Size(4, 100))) == Size(4, 2))
    #expect(size(SizeRange(max: Size(6, 1))) == Size(2, 1))
    #expect(size(SizeRange(exactly: Size(3, 3))) == Size(3, 3))
    #expect(Image().size(thatFits: .unlimited, in: MeasureContext()) == .zero)
    #expect(Image(.file("/nowhere.png")).size(thatFits: .unlimited, in: MeasureContext()) == .zero)
  }

  @Test func aNodeIsOpaqueOnlyIfEveryPixelOfItsBoxIs() throws {
    /// Returns whether the plan is opaque in the whole box; nil if nothing is shown.
    func isOpaque(_ size: Size, scale: Double = 1, _ change: (inout Image) -> Void) throws -> Bool? {
      var image = Image(Self.twoColours, contentMode: .fill)
      change(&image)
      switch try image.drawPlan(in: DrawContext(size: size, environment: EnvironmentValues(scale: scale))) {
      case .nothing, .pending, .fading: return nil
      case .pixels(_, let isOpaque, _): return isOpaque
      case .shared(let shared): return shared.isOpaque
      case .coverage, .direct, .changed, .planar: return false
      }
    }
    let box = Size(10, 10)
    #expect(try isOpaque(box) { _ in } == true)
    #expect(try isOpaque(Size(10.5, 10)) { _ in } == false)
    #expect(try isOpaque(Size(10.5, 10), scale: 2) { _ in } == true)
    #expect(try isOpaque(box) { $0.contentMode = .fit } == false)
    #expect(try isOpaque(box) { $0.rounding = CornerRadii(2) } == false)
    #expect(try isOpaque(box) { $0.tint = Color(white: 1, alpha: 0.5) } == false)
    #expect(try isOpaque(box) { $0.modification = .grayscale } == true)
    #expect(try isOpaque(box) { $0.modification = ImageModification(id: "x") { p, _ in p } } == false)
    #expect(try isOpaque(box) { $0.source = nil } == nil)
    let translucent = EncodedImage(TestPNG(width: 1, height: 1, colorType: 4) { _, _, _ in 9 }.bytes())
    #expect(try isOpaque(box) { $0.source = .encoded(translucent) } == false)
  }

  @Test func roundingCutsTheCornersOfTheVisiblePart() throws {
    var image = Image(Self.dense)
    image.rounding = CornerRadii(3)
    let buffer = try drawn(image, 16, 16)
    #expect(TestPixel(buffer, 0, 4).alpha < 40 && TestPixel(buffer, 15, 11).alpha < 40 && TestPixel(buffer, 0, 3).alpha == 0)
    #expect(TestPixel(buffer, 4, 4) == Self.red && TestPixel(buffer, 0, 8) == Self.red)
  }

  @Test func tintReplacesTheColorAndKeepsAlpha() throws {
    let icon = EncodedImage(TestPNG(width: 4, height: 1, colorType: 4) { x, _, c in c == 0 ? 40 : x * 85 }.bytes())
    var image = Image(.encoded(icon), contentMode: .center)
    image.tint = Color(red: 0, green: 1, blue: 0)
    let buffer = try drawn(image, 4, 1)
    for x in 0..<4 { #expect(TestPixel(buffer, x, 0).difference(TestPixel(0, 255, 0, x * 85)) <= 1) }
  }

  @Test func blurMixesTheColorsOfAnEdge() throws {
    var image = Image(Self.twoColours, contentMode: .stretch)
    image.blur = 3
    let buffer = try drawn(image, 16, 8)
    let middle = TestPixel(buffer, 8, 4)
    #expect(middle.red > 60 && middle.blue > 60 && middle.alpha == 255)
  }

  @Test func nearestKeepsPixelsSquare() throws {
    var image = Image(Self.twoColours, contentMode: .stretch)
    image.quality = .nearest
    let buffer = try drawn(image, 33, 8)
    #expect((0..<33).allSatisfy { [Self.red, Self.blue].contains(TestPixel(buffer, $0, 3)) })
  }

  @Test func ninePatchKeepsTheCorners() throws {
    // A frame of 1 pixel in red around blue.
    let source = ImageSource.encoded(
      EncodedImage(
        TestPNG(width: 5, height: 5, colorType: 2) { x, y, c in
          let isEdge = x == 0 || y == 0 || x == 4 || y == 4
          return c == (isEdge ? 0 : 2) ? 255 : 0
        }.bytes()))
    var image = Image(source)
    image.ninePatch = Insets(1)
    let buffer = try drawn(image, 20, 12)
    for (x, y) in [(0, 0), (19, 11), (10, 0), (0, 6), (19, 6)] { #expect(TestPixel(buffer, x, y) == Self.red, "at \(x), \(y)") }
    for (x, y) in [(2, 2), (10, 6), (17, 9)] { #expect(TestPixel(buffer, x, y) == Self.blue, "at \(x), \(y)") }
  }

  @Test func pixelsOfAnyFormatAreDrawn() throws {
    let base = try ImageDecoder.decode(
      bytes: TestPNG(width: 8, height: 4, colorType: 2) { x, _, c in c == (x < 4 ? 0 : 2) ? 255 : 0 }.bytes())
    for format in [PixelFormat.argb8888, .xrgb8888, .rgb888, .rgb565] {
      let image = Image(try base.converted(to: format), contentMode: .stretch)
      let small = try drawn(image, 4, 2)
      #expect(TestPixel(small, 0, 0) == Self.red && TestPixel(small, 3, 1) == Self.blue, "\(format)")
    }
  }

  @Test func aBrokenPictureIsAnErrorThatNamesItAndLeavesTheStageRunning() throws {
    let node = ImageNode(file: "/nowhere/lost.png")
    node.style.width = .points(8)
    node.style.height = .points(4)
    let stage = try HeadlessStage(width: 16, height: 8, settled: false) { node }
    #expect(throws: (any Error).self) { try stage.settle() }
    #expect(stage.errors.contains { $0.description.contains("/nowhere/lost.png") && $0.description.contains("no such file") })
    node.value.source = Self.twoColours
    node.contentMode = .stretch
    try stage.settle()
    #expect(TestPixel(stage.framebuffer, 0, 0) == Self.red)
  }

  @Test func aBrokenPictureIsAnErrorEvenWithoutASize() throws {
    let stage = try HeadlessStage(width: 16, height: 8, settled: false) { ImageNode(file: "/nowhere/lost.png").inABox }
    #expect(throws: (any Error).self) { try stage.settle() }
    #expect(stage.errors.contains { $0.description.contains("/nowhere/lost.png") })
  }

  @Test func nothingIsDrawnForABoxWithoutASize() throws {
    for size in [Size.zero, Size(.nan, 4), Size(.infinity, .infinity), Size(-1, 5)] {
      let target = try PixelBuffer(width: 2, height: 2)
      let canvas = try Canvas(target)
      try Image(Self.twoColours).draw(in: canvas, context: DrawContext(size: size))
      #expect(target.packedBytes.allSatisfy { $0 == 0 })
    }
  }

  @Test func aCancelledDrawDrawsNothing() throws {
    let flag = CancellationFlag()
    flag.cancel()
    let target = try PixelBuffer(width: 8, height: 4)
    let canvas = try Canvas(target)
    let image = Image(.encoded(EncodedImage(TestPNG(width: 8, height: 4, colorType: 0) { _, _, _ in 255 }.bytes())))
    try image.draw(in: canvas, context: DrawContext(size: Size(8, 4), cancellation: flag))
    #expect(target.packedBytes.allSatisfy { $0 == 0 })
  }

  @Test func attributesReadBackTheirWrittenValue() throws {
    let node = ImageNode()
    let values: [(String, AttributeValue)] = [
      ("source", .text("/a/b.png")), ("contentMode", .text("fill")), ("focus", .list([.number(0), .number(1)])),
      ("tint", .color(.black)), ("rounding", .number(3)), ("blur", .number(2)), ("quality", .text("nearest")), ("imageScale", .number(2)),
      ("ninePatch", .list([.number(1), .number(2), .number(3), .number(4)])), ("modification", .text("grayscale")),
      ("scaleVariants", .list([.map([("scale", .number(2)), ("source", .text("a@2x.png"))])])),
      (
        "crop",
        .map([
          (key: "x", value: .number(1)), (key: "y", value: .number(2)), (key: "width", value: .number(3)),
          (key: "height", value: .number(4)),
          (key: "unit", value: .text("pixels")),
        ])
      ), ("decodeSize", .list([.number(5), .number(6)])), ("playing", .boolean(false)), ("loops", .number(2)), ("template", .boolean(true)),
      ("defaultImage", .text("/a/default.png")), ("failureImage", .text("/a/failure.png")), ("previews", .list([.text("/a/small.png")])),
      ("fade", .number(0.5)), ("clearsWhileLoading", .boolean(true)), ("showsScans", .boolean(false)),
    ]
    #expect(Set(values.map(\.0)) == Set(Image.attributes.map(\.name)))
    for (name, value) in values {
      try node.setAttribute(name, to: value)
      #expect(node.attribute(name) == value, "\(name)")
    }
    #expect(throws: AttributeError.self) { try node.setAttribute("focus", to: .list([.number(1)])) }
    // These are never loaded, so a URL would show nothing.
    for name in ["defaultImage", "failureImage"] {
      let error = #expect(throws: AttributeError.self) { try node.setAttribute(name, to: .text("https://example.org/a.png")) }
      #expect(error?.reason == "must be the path of a file, not a URL")
      #expect(node.attribute(name) == values.first { $0.0 == name }?.1)
    }
    var registry = NodeRegistry()
    try registry.add(ImageNodePlugin.self)
    #expect(registry["image"]?.attributes.count == values.count)
  }

  @Test func framesOfContentModesMatchCSS() {
    let (content, box) = (Size(200, 100), Size(100, 100))
    #expect(ContentMode.fit.frame(of: content, in: box) == Rect(0, 25, 100, 50))
    #expect(ContentMode.fill.frame(of: content, in: box) == Rect(-50, 0, 200, 100))
    #expect(ContentMode.stretch.frame(of: content, in: box) == Rect(0, 0, 100, 100))
    #expect(ContentMode.center.frame(of: content, in: box) == Rect(-50, 0, 200, 100))
    #expect(ContentMode.scaleDown.frame(of: content, in: box) == Rect(0, 25, 100, 50))
    #expect(ContentMode.scaleDown.frame(of: Size(10, 10), in: box, focus: Point(1, 0)) == Rect(90, 0, 10, 10))
    for size in [Size(.nan, 1), Size(0, 4), Size(.infinity, 1)] {
      #expect(ContentMode.fill.frame(of: size, in: box) == .zero && ContentMode.fill.frame(of: box, in: size) == .zero)
    }
  }

  // MARK: variants

  private static func square(_ side: Int, _ color: Color) throws -> ImageSource {
    let pixels = try PixelBuffer(width: side, height: side)
    pixels.clear(color)
    return .pixels(pixels)
  }

  private static func imageWithVariants() throws -> Image {
    var image = Image(try square(4, .black))
    image.scaleVariants = [
      ImageVariant(scale: 3, try square(12, Color(rgb: 0x00FF00))), ImageVariant(scale: 2, try square(8, Color(rgb: 0xFF0000))),
      ImageVariant(scale: .nan, try square(1, .white)),
    ]
    return image
  }

  @Test(arguments: [(1.0, "#000000"), (1.5, "#ff0000"), (2.0, "#ff0000"), (2.5, "#00ff00"), (3.0, "#00ff00"), (8.0, "#00ff00")])
  func theSmallestWithEnoughPixelsIsShownInTheSameSize(scale: Double, color: String) throws {
    let image = try Self.imageWithVariants()
    let size = image.size(
      thatFits: SizeRange(min: .zero, max: Size(100, 100)), in: MeasureContext(environment: EnvironmentValues(scale: scale)))
    #expect(size == Size(4, 4))
    let target = try PixelBuffer(width: Int(4 * scale), height: Int(4 * scale))
    try image.draw(
      in: try Canvas(target, scale: scale), context: DrawContext(size: Size(4, 4), environment: EnvironmentValues(scale: scale)))
    #expect(target.color(x: 2, y: 2).hex == color)
  }

  @Test func scenesNameVariantsAndURLsAreRefused() throws {
    let node = Node(Image(file: "a.png"))
    func list(_ location: String) -> AttributeValue { .list([.map([("scale", .number(2)), ("source", .text(location))])]) }
    try node.setAttribute("scaleVariants", to: list("a@2x.png"))
    #expect(node.scaleVariants == [ImageVariant(scale: 2, file: "a@2x.png")] && node.attribute("scaleVariants") == list("a@2x.png"))
    #expect(throws: AttributeError.self) { try node.setAttribute("scaleVariants", to: list("https://example.org/a.png")) }
  }
}
