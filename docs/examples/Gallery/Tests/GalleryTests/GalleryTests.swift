import Gallery
import TesseraKit
import TesseraTestSupport
import Testing

@Suite struct GalleryTests {
  private static let reason = "versions of FreeType round outlines differently"
  private static let names = ["photo-feed", "pets", "shelves", "days", "chat", "rainforest", "mosaic", "home"]

  private func stage(_ name: String) throws -> (HeadlessStage, Example) {
    let example = try #require(Example.all.first { $0.name == name })
    let h = try HeadlessStage(width: example.size.width, height: example.size.height, background: example.background) { try example.make() }
    return (h, example)
  }

  @Test(arguments: names) func examplesMatchTheirGoldenPictures(name: String) throws {
    try expectGolden(stage(name).0.framebuffer, name, tolerance: .fewPixels(200, beyond: 24), because: Self.reason)
  }

  @Test(arguments: names) func recordingsRunToTheirEnd(name: String) throws {
    let (h, example) = try stage(name)
    let first = try h.snapshot()
    for step in example.steps {
      switch step {
      case .wait(let seconds): try h.advance(by: seconds, step: 0.1)
      case .drag(let start, let end, let seconds): try h.drag(from: start, to: end, over: seconds)
      }
    }
    #expect(throws: (any Error).self) { try expectEqualPixels(h.framebuffer, first) }
    #expect(h.errors.isEmpty)
  }

  @Test func everyExampleIsHere() throws {
    #expect(Example.all.map(\.name) == Self.names)
    #expect(try unusedGoldens() == [])
  }

  @Test func theHouseFollowsItsModelsAndItsSwitch() throws {
    let rooms = Example.sampleRooms()
    let h = try HeadlessStage(width: 360, height: 640, background: .white) { Node(Home(rooms: rooms)) }
    let before = h.stage.statistics
    rooms[0].degrees = 23.5
    try h.settle()
    // One card is evaluated again, and its text and bar are drawn; the other cards are not.
    #expect(h.stage.statistics.draws - before.draws == 2)
    try h.drag(from: Point(180, 110), to: Point(180, 110), over: 0.05)
    try h.drag(from: Point(312, 40), to: Point(312, 40), over: 0.05)
    try h.advance(by: 1)
    try expectGolden(h.framebuffer, "home-dark", tolerance: .fewPixels(200, beyond: 24), because: Self.reason)
  }

  @Test func aTapOnAHeartIncrementsItsCount() throws {
    let (h, _) = try stage("photo-feed")
    let heart = try #require(h.root.find(Shape.self))
    let likes = try #require(h.root.find(Text.self) { $0.number != nil })
    let before = try #require(likes.number)
    let place = try #require(h.stage.convert(Point(8, 8), from: heart))
    try h.tap(at: place)
    try h.advance(by: 0.1)
    #expect(heart.presented.transform.a > 1.1)
    try h.advance(by: 2)
    #expect(likes.number == before + 1 && likes.string == "\(Int(before) + 1) likes" && heart.presented.transform.isIdentity)
  }

  @Test func aTileGrowsIntoItsScreenAndShrinksBack() throws {
    let (h, _) = try stage("mosaic")
    let screens = try #require(h.root.find(Screens.self))
    let before = try h.snapshot()
    try h.tap(at: Point(120, 180))
    try h.advance(by: 0.1)
    #expect(screens.screens.count == 2 && screens.isUnderWay)
    try expectGolden(h.framebuffer, "mosaic-opening", tolerance: .fewPixels(200, beyond: 24), because: Self.reason)
    try h.advance(by: 1)
    try expectGolden(h.framebuffer, "mosaic-open", tolerance: .fewPixels(200, beyond: 24), because: Self.reason)
    try h.drag(from: Point(4, 400), to: Point(300, 400), over: 0.2)
    try h.advance(by: 1.5)
    #expect(screens.screens.count == 1)
    // The tile with the focus has its ring: two pixels around 238.
    let difference = try pixelDifference(before, h.snapshot())
    #expect(difference.count <= 4 * 2 * 238 && difference.area.width <= 240 && difference.area.height <= 240)
  }

  @Test func olderMessagesAreAddedAboveTheVisibleOnes() throws {
    let (h, _) = try stage("chat")
    let table = try #require(h.root.find(Table.self))
    let before = table.source.itemCounts
    #expect(before[0] > 20 && before[0] < 200)
    try h.drag(from: Point(180, 180), to: Point(180, 560), over: 0.14)
    try h.advance(by: 3)
    try h.drag(from: Point(180, 180), to: Point(180, 560), over: 0.08)
    try h.advance(by: 3)
    #expect(table.source.itemCounts[0] > before[0])
    // The visible part is not at the top: older messages were added above it.
    #expect(table.contentOffset.y > 0)
  }
}
