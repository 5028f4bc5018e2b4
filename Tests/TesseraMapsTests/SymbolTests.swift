import TesseraGeometry
import TesseraPictures
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraMaps

/// Icons and texts of symbol layers.
@Suite struct SymbolTests {
  private static func document() throws -> MapDocument {
    let folder = try PackageFolder.root(of: #filePath) + "/docs/examples/assets/maps/"
    return try MapDocument(file: folder + "light.json", codecs: PictureCodecs())
  }

  /// Names of the symbols on the screen with their places in the world.
  private static func symbols(_ document: MapDocument, _ view: MapView) -> Set<String> {
    let renderer = MapRenderer(document.style, view, tiles: document.tiles, sprite: document.sprite(scale: 1))
    var placer = SymbolPlacer(renderer)
    var result: Set<String> = []
    for layer in document.style.layers.reversed() where layer.kind == .symbol && layer.isVisible(view.zoom) {
      for symbol in placer.place(layer, isCancelled: { false }) {
        let place: Point? =
          switch symbol.text {
          case .straight(_, let place, _)?: place
          case .letters(let placed)?: placed.boxes.isEmpty ? nil : placed.boxes[placed.boxes.count / 2].center
          case nil: symbol.icon?.place
          }
        guard let place, Rect(origin: .zero, size: view.size).inset(by: 60).contains(place) else { continue }
        let world = view.world(at: place)
        let key = "\(symbol.content.text?.label.text ?? symbol.content.icon?.name ?? "") \(Int(world.x * 4e7)) \(Int(world.y * 4e7))"
        result.insert("\(layer.id) \(key)")
      }
    }
    return result
  }

  @Test(arguments: [0.0, 37]) func labelsStayWhileTheMapMoves(bearing: Double) throws {
    let document = try Self.document()
    var view = MapView(longitude: -87.66, latitude: 41.8755, zoom: 14.6, bearing: bearing, size: Size(480, 320))
    var (before, changes, total) = (Self.symbols(document, view), 0, 0)
    #expect(before.contains { $0.hasPrefix("street-name ") })
    for _ in 0..<60 {
      view.center.x += 5 / view.worldWidth
      let now = Self.symbols(document, view)
      // Symbols enter and leave at the border only: at most a few in each step, never all.
      changes += now.symmetricDifference(before).count
      total += now.count
      before = now
    }
    #expect(total > 300 && changes * 15 < total, "\(changes) of \(total)")
  }

  @Test func anIndexFindsTheCollisionsOfAllPairs() {
    var random = SeededGenerator(seed: 7)
    var index = CollisionIndex(Rect(-100, -100, 1000, 700))
    var stored: [Rect] = []
    for _ in 0..<2000 {
      let box = Rect(
        .random(in: -90...850, using: &random), .random(in: -90...550, using: &random), .random(in: 1...90, using: &random),
        .random(in: 1...30, using: &random))
      let isFree = !stored.contains { $0.intersects(box) }
      #expect(index.isFree([box]) == isFree)
      if isFree {
        index.insert([box])
        stored.append(box)
      }
    }
    #expect(stored.count > 100)
    #expect(index.isFree([Rect(.nan, 0, 10, 10), Rect(5000, 5000, 10, 10)]))
  }

  @Test func anchorsKeepTheirSpacingAndTheirPlaces() {
    let rule = LineAnchors(length: 80, spacing: 250, window: 10, maximumAngle: .pi / 4, start: 20)
    let line = [Point(0, 0), Point(400, 0), Point(2000, 0)]
    let all = rule.along(line, isContinued: false, in: Rect(-10, -10, 3000, 20))
    #expect(all.map(\.point.x) == [60, 310, 560, 810, 1060, 1310, 1560, 1810])
    let part = rule.along(line, isContinued: false, in: Rect(500, -10, 600, 20))
    #expect(part == Array(all[2...4]))
    #expect(rule.along([Point(0, 0), Point(79, 0)], isContinued: false, in: Rect(-10, -10, 3000, 20)) == [])
    #expect(rule.along([Point(0, 0), Point(90, 0)], isContinued: false, in: Rect(-10, -10, 3000, 20)).map(\.point.x) == [45])
    // A corner of 90 degrees below the text is too sharp.
    let corner = [Point(0, 0), Point(60, 0), Point(60, 60)]
    #expect(
      rule.along(corner, isContinued: false, in: Rect(-10, -10, 300, 300)) == [] && rule.center(corner, in: Rect(0, 0, 99, 99)) == nil)
    // A line around the world costs as much as its visible part.
    let long = rule.along([Point(-1e12, 0), Point(1e12, 0)], isContinued: false, in: Rect(0, -10, 1000, 20))
    #expect(long.count == 4)
  }

  @Test func linesThatMeetAreJoined() {
    var joiner = LineJoiner<String>()
    joiner.add([Point(10, 0), Point(20, 0)], key: "a")
    joiner.add([Point(20, 0), Point(30, 0)], key: "a")
    joiner.add([Point(20, 0), Point(30, 9)], key: "b")
    joiner.add([Point(40, 0), Point(50, 0)], key: "a")
    joiner.add([Point(30, 0), Point(40, 0)], key: "a")
    joiner.add([Point(0, 0), Point(10, 0)], key: "a")
    #expect(joiner.joined.map(\.line).sorted { $0.count > $1.count }.map { $0.map(\.x) } == [[0, 10, 20, 30, 40, 50], [20, 30]])
  }

  @Test func lettersStayUpright() throws {
    let letters = LabelLetters(Label(text: "Main Street", size: 12))
    let anchor = LineAnchor(point: Point(100, 0), segment: 0, angle: .pi)
    let left = [Point(200, 0), Point(0, 0)]
    let upright = try #require(letters.placed(on: left, anchor, baseline: 4, shift: 0, padding: 0, keepsUpright: true))
    let turned = try #require(letters.placed(on: left, anchor, baseline: 4, shift: 0, padding: 0, keepsUpright: false))
    #expect(upright.boxes.first!.midX < upright.boxes.last!.midX && turned.boxes.first!.midX > turned.boxes.last!.midX)
    #expect(
      letters.placed(on: left, LineAnchor(point: Point(10, 0), segment: 0, angle: 0), baseline: 0, shift: 0, padding: 0, keepsUpright: true)
        == nil)
  }

  @Test func aSpriteHasIconsOfBothDensities() throws {
    let document = try Self.document()
    let (plain, dense) = (try #require(document.sprite(scale: 1)), try #require(document.sprite(scale: 2)))
    #expect(plain.names == dense.names && plain.names.count == 7 && document.failures == [])
    #expect(plain.icons["rail"]?.size == dense.icons["rail"]?.size && dense.icons["rail"]?.picture.width == 32)
    let arrow = try #require(dense.icons["arrow"])
    let amounts = try [0.0, 1, 2].map { growth in
      let mask = try #require(arrow.coverage(width: 44, height: 36, growth: growth))
      return (0..<36).reduce(0.0) { sum, y in (0..<44).reduce(sum) { $0 + Double(mask.color(x: $1, y: y).alpha) } }
    }
    #expect(amounts[0] > 50 && amounts[0] < amounts[1] && amounts[1] < amounts[2])
  }

  @Test func badIconsAreLeftOut() throws {
    let folder = try PackageFolder.root(of: #filePath) + "/docs/examples/assets/maps/sprite"
    var sprite = MapSprite()
    let index = """
      {"good": {"x": 0, "y": 0, "width": 8, "height": 8}, "outside": {"x": 100, "y": 0, "width": 9, "height": 8},
       "huge": {"x": 9e99, "y": 0, "width": 1e300, "height": 8}, "flat": {"x": 0, "y": 0, "width": 0, "height": 8},
       "thin": {"x": 0, "y": 0, "width": 8, "height": 8, "pixelRatio": 0}}
      """
    try sprite.add(index: Array(index.utf8), picture: MapDocument.read(folder + ".png"), source: "icons", codecs: PictureCodecs())
    #expect(sprite.names == ["good"] && sprite.problems.count == 4)
    #expect(sprite.problems.first?.contains("icons.json: icon `outside`") == true)
    #expect(throws: MapError.self) {
      try sprite.add(index: Array("[]".utf8), picture: MapDocument.read(folder + ".png"), source: "icons", codecs: PictureCodecs())
    }
    #expect(throws: MapError.self) {
      try sprite.add(index: Array("{}".utf8), picture: [1, 2, 3], source: "icons", codecs: PictureCodecs())
    }
  }

  @Test func namesInBracesAreProperties() throws {
    let style = try MapStyle(
      reading: Array(
        #"{"version":8,"sources":{},"layers":[{"id":"a","type":"symbol","source":"s","layout":{"text-field":"{name} ({ref}) {"}}]}"#.utf8),
      source: "style")
    let context = EvaluationContext(
      zoom: 1, feature: ExpressionFeature(properties: .map(.map([.init("name", .text("A")), .init("ref", .number(7))]))))
    #expect(style.layers.first?.string("text-field", context) == "A (7) {")
  }

  @Test(arguments: [0.0, 37]) func keptPicturesHaveThePixelsOfADraw(bearing: Double) throws {
    let document = try Self.document()
    func picture(_ longitude: Double, isMoving: Bool) throws -> PixelBuffer {
      let view = MapView(longitude: longitude, latitude: 41.8755, zoom: 14.3, bearing: bearing, size: Size(300, 200)).snapped(scale: 2)
      let buffer = try PixelBuffer(width: 600, height: 400)
      let canvas = try Canvas(buffer, scale: 2)
      document.draw(view, scale: 2, isMoving: isMoving, in: canvas)
      canvas.flush()
      return buffer
    }
    for step in 0..<3 {
      let longitude = -87.66 + Double(step) * 0.0013
      let difference = try pixelDifference(picture(longitude, isMoving: true), picture(longitude, isMoving: false))
      // Halos are mixed in a picture with alpha, and coordinates are rounded from other origins: edges differ by a few levels of 255.
      #expect(difference.count < 5000 && difference.largest <= 6, "\(difference)")
    }
  }
}
