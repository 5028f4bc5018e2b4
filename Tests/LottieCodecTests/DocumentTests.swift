import LottieCodec
import TesseraGeometry
import TesseraPictures
import TesseraRender
import TesseraTestSupport
import Testing

@Suite struct DocumentTests {
  @Test func everyGoldenIsUsed() throws { #expect(try unusedGoldens() == []) }

  @Test(arguments: [("shapes", 0.0), ("trim", 1), ("layers", 0.4), ("motion", 0.8)]) func drawingIsUnchanged(name: String, time: Double)
    throws
  {
    try expectGolden(try draw(fixture(name), at: time, side: 192, on: .white), name)
  }

  @Test func theCanvasIsRestoredAfterwards() throws {
    let canvas = try Canvas(try PixelBuffer(width: 50, height: 50))
    let before = (canvas.transform, canvas.clipBounds)
    try LottieDocument(parsing: fixture("layers")).draw(in: canvas, size: Size(20, 20), at: 0.5)
    #expect(canvas.transform == before.0 && canvas.clipBounds == before.1)
  }

  @Test func layersAppearDisappearAndFollowTheirParents() throws {
    let parent = "{\"ty\":3,\"ind\":7,\"ip\":0,\"op\":60,\"ks\":{\"p\":{\"k\":[30,0]}}}"
    let child = shapeLayer(square(), "\"parent\":7,\"ks\":{}").replacing("\"ip\":0", with: "\"ip\":30")
    let file = animation(child + "," + parent)
    #expect(try draw(file, at: 0.9).color(x: 75, y: 50) == .clear)
    #expect(try draw(file, at: 1.1).color(x: 75, y: 50).hex == "#ff0000")
    #expect(try draw(file, at: 1.1).color(x: 45, y: 50) == .clear)
    // Before the beginning and behind the end the first and the last moment are shown.
    #expect(try draw(file, at: -3).color(x: 75, y: 50) == .clear)
    #expect(try draw(file, at: 99).color(x: 75, y: 50).hex == "#ff0000")
  }

  @Test func compositionsHaveATimeOfTheirOwn() throws {
    let moving = "\"a\":1,\"k\":[{\"t\":0,\"s\":[0,50]},{\"t\":60,\"s\":[120,50]}]"
    let assets = ",\"assets\":[{\"id\":\"c\",\"layers\":[\(shapeLayer(square(moving)))]}]"
    func layer(_ more: String) -> [UInt8] {
      animation("{\"ty\":0,\"refId\":\"c\",\"w\":100,\"h\":100,\"ip\":0,\"op\":60,\"ks\":{}\(more)}", assets)
    }
    // At second 1 the square is at 60; twice as slow at 30; begun half a second late at 30; remapped to second 0 at 0.
    for (more, x) in [("", 60), (",\"sr\":2", 30), (",\"st\":15", 30), (",\"tm\":{\"a\":0,\"k\":0}", 0)] {
      let picture = try draw(layer(more), at: 1)
      #expect(picture.color(x: x, y: 50).hex == "#ff0000", "\(more)")
      #expect(picture.color(x: x + 25, y: 50) == .clear, "\(more)")
    }
  }

  @Test func mattesAndMasksHideTheRightParts() throws {
    let half =
      "{\"ty\":\"rc\",\"p\":{\"k\":[25,50]},\"s\":{\"k\":[50,100]},\"r\":{\"k\":0}},{\"ty\":\"fl\",\"c\":{\"k\":[1,1,1]},\"o\":{\"k\":100}}"
    for (kind, isLeft) in [(1, true), (2, false), (3, true), (4, false)] {
      let picture = try draw(animation(shapeLayer(half, "\"td\":1,\"ks\":{}") + "," + shapeLayer(square(), "\"tt\":\(kind),\"ks\":{}")))
      #expect((picture.color(x: 40, y: 50).alpha > 0.9) == isLeft, "matte \(kind)")
      #expect((picture.color(x: 60, y: 50).alpha > 0.9) == !isLeft, "matte \(kind)")
    }
    let outline = "\"pt\":{\"k\":{\"v\":[[0,0],[50,0],[50,100],[0,100]],\"i\":[],\"o\":[],\"c\":true}},\"o\":{\"k\":100}"
    for (mode, isLeft) in [("\"a\"", true), ("\"s\"", false), ("\"i\"", true), ("\"a\",\"inv\":true", false)] {
      let picture = try draw(animation(shapeLayer(square(), "\"masksProperties\":[{\"mode\":\(mode),\(outline)}],\"ks\":{}")))
      #expect((picture.color(x: 40, y: 50).alpha > 0.9) == isLeft, "mask \(mode)")
      #expect((picture.color(x: 60, y: 50).alpha > 0.9) == !isLeft, "mask \(mode)")
    }
  }

  @Test func masksAreExpanded() throws {
    let outline = "\"pt\":{\"k\":{\"v\":[[40,40],[60,40],[60,60],[40,60]],\"i\":[],\"o\":[],\"c\":true}},\"o\":{\"k\":100}"
    for (distance, inside, outside) in [(0, 42, 38), (5, 36, 34), (-5, 46, 44)] {
      let mask = "\"masksProperties\":[{\"mode\":\"a\",\(outline),\"x\":{\"k\":\(distance)}}],\"ks\":{}"
      let picture = try draw(animation(shapeLayer(square(), mask)))
      #expect(picture.color(x: inside, y: 50).alpha == 1 && picture.color(x: outside, y: 50).alpha == 0, "\(distance)")
    }
  }

  @Test func aLayerTurnsAlongItsMotion() throws {
    // The square is 40 right of the layer's origin, which moves down.
    let motion = "\"a\":1,\"k\":[{\"t\":0,\"s\":[50,0]},{\"t\":60,\"s\":[50,60]}]"
    for (orients, x, y) in [(0, 90, 30), (1, 50, 70)] {
      let picture = try draw(animation(shapeLayer(square("\"k\":[40,0]"), "\"ao\":\(orients),\"ks\":{\"p\":{\(motion)}}")), at: 1)
      #expect(picture.color(x: x, y: y).hex == "#ff0000")
    }
    // A position that stays has no direction.
    let still = try draw(animation(shapeLayer(square("\"k\":[40,0]"), "\"ao\":1,\"ks\":{\"p\":{\"k\":[50,30]}}")), at: 1)
    #expect(still.color(x: 90, y: 30).hex == "#ff0000")
  }

  @Test func aRotationInSpaceIsSeenFromTheFront() throws {
    func width(_ turn: String) throws -> Int {
      let picture = try draw(animation(shapeLayer(square(), "\"ks\":{\"a\":{\"k\":[50,50]},\"p\":{\"k\":[50,50]},\(turn)}")))
      return (0..<100).count { picture.color(x: $0, y: 50).alpha > 0.5 }
    }
    #expect(try width("\"rz\":{\"k\":0}") == 40)
    #expect(try width("\"rx\":{\"k\":60}") == 40)
    #expect(try width("\"ry\":{\"k\":60}") == 20)
    #expect(try width("\"ry\":{\"k\":60},\"or\":{\"k\":[0,300,0]}") == 40)
    #expect(try width("\"or\":{\"k\":[0,60,0]}") == 20)
  }

  @Test func layersBlendWithEachOtherOnly() throws {
    let file = animation(shapeLayer(square(), "\"bm\":1,\"ks\":{}") + "," + shapeLayer(square("\"k\":[70,50]"), "\"ks\":{}"))
    // Multiplied with a green ground the red square would be black.
    let picture = try draw(file, on: Color(rgb: 0x00ff00))
    #expect(picture.color(x: 40, y: 50).hex == "#ff0000" && picture.color(x: 10, y: 50).hex == "#00ff00")
  }

  @Test func textInABoxIsBrokenAtSpaces() throws {
    // Letters are squares of half an em that stand on the baseline, an em apart.
    let outline = "\"ks\":{\"k\":{\"v\":[[0,0],[50,0],[50,-50],[0,-50]],\"i\":[],\"o\":[],\"c\":true}}"
    let letter = "\"fFamily\":\"F\",\"style\":\"R\",\"w\":100"
    let letters =
      ",\"fonts\":{\"list\":[{\"fName\":\"F-R\",\"fFamily\":\"F\",\"fStyle\":\"R\",\"ascent\":50}]},\"chars\":["
      + "{\"ch\":\" \",\(letter),\"data\":{}},{\"ch\":\"x\",\(letter),\"data\":{\"shapes\":[{\"ty\":\"sh\",\(outline)}]}}]"
    func draw(_ text: String, width: Int, justification: Int = 0) throws -> PixelBuffer {
      let document =
        "{\"f\":\"F-R\",\"s\":10,\"t\":\"\(text)\",\"lh\":20,\"fc\":[1,0,0],\"j\":\(justification),\"ps\":[10,20],\"sz\":[\(width),80]}"
      return try LottieCodecTests.draw(
        animation("{\"ty\":5,\"ip\":0,\"op\":60,\"ks\":{},\"t\":{\"d\":{\"k\":[{\"t\":0,\"s\":\(document)}]}}}", letters))
    }
    func places(_ pixels: PixelBuffer) -> [[Int]] {
      // The baseline of the first line is half an em below the top of the box.
      [22, 42, 62].map { y in stride(from: 12, to: 100, by: 10).filter { pixels.color(x: $0, y: y).alpha > 0.5 } }
    }
    #expect(try places(draw("xx x", width: 45)) == [[12, 22, 42], [], []])
    #expect(try places(draw("xx xx", width: 45)) == [[12, 22], [12, 22], []])
    #expect(try places(draw("xxxx x", width: 25)) == [[12, 22], [12, 22], [12]])
    #expect(try places(draw("xx x", width: 30, justification: 1)) == [[22, 32], [32], []])
    #expect(try places(draw("x", width: 1)) == [[12], [], []])
  }

  @Test func colorsAreReplacedByName() throws {
    let file = animation(shapeLayer("{\"ty\":\"gr\",\"nm\":\"box\",\"it\":[\(square())]}"))
    #expect(try LottieDocument(parsing: file).colorNames == ["layer.box.paint"])
    #expect(try draw(file, colors: ["layer.box.paint": Color(rgb: 0x00ff00)]).color(x: 50, y: 50).hex == "#00ff00")
  }

  @Test func unsupportedFeaturesAreReported() throws {
    let file = animation(
      shapeLayer("{\"ty\":\"zz\"},\(square("\"k\":[50,50],\"x\":\"var a\""))", "\"ef\":[{\"ty\":22,\"nm\":\"Glow\"}],\"ks\":{}"))
    #expect(try LottieDocument(parsing: file).unsupported == ["effect: Glow", "zig-zag", "expressions"])
  }

  @Test func markersAndDurationAreInSeconds() throws {
    let document = try LottieDocument(parsing: fixture("motion"))
    #expect(document.duration == 2 && document.frameRate == 30 && document.size == Size(96, 96))
    #expect(document.markers.map(\.name) == ["half"] && document.markers.map(\.time) == [1] && document.markers.map(\.duration) == [1])
  }
}
