import TesseraKit
import TesseraTestSupport
import Testing

@testable import TesseraScene

/// Actions that present overlays of a scene.
@Suite struct OverlaySceneTests {
  private static let text = """
    tessera: 1
    data: {order: Name, rooms: [{name: Hall}]}
    overlays:
      menu:
        type: box
        id: menu
        background: red
        style: {width: 60, height: 30}
        children: [{type: button, kind: unstyled, id: choose, title: {bind: value}, on: {tap: [{set: {order: "'Date'"}}, dismiss]}}]
    root:
      type: box
      style: {flexDirection: column, alignItems: flex-start}
      children:
        - {type: button, id: open, title: {bind: order}, style: {width: 80, height: 20}, on: {tap: [ACTION]}}
        - {type: box, id: other, style: {width: 40, height: 20}, on: {tap: dismiss}}
    """

  private func start(_ action: String) throws -> (HeadlessStage, SceneData, Locked<[String]>) {
    let scene = try Scene.parse(text: Self.text.replacing("ACTION", with: action), registry: .standard)
    let (data, problems) = (SceneData(.map([:])), Locked<[String]>([]))
    data.onProblem = { problem in problems.withLock { $0.append(problem.message) } }
    data.begin(in: SceneEnvironment())
    let root = try scene.makeRoot(data: data)
    return (try HeadlessStage(width: 200, height: 100) { root }, data, problems)
  }

  private func node(_ id: String, in h: HeadlessStage) -> AnyNode? {
    var stack = h.stage.overlays.map(\.node) + [h.root]
    while let at = stack.popLast() {
      if at.id == id { return at }
      stack += at.subnodes
    }
    return nil
  }

  @Test func aMenuOpensNextToItsButtonFollowsDataAndCloses() throws {
    let (h, data, problems) = try start("{present: {overlay: menu, alignment: start, spacing: 2, value: order}}")
    try h.tap(id: "open")
    try h.advance(by: 0.2)
    #expect(h.stage.overlays.count == 1 && h.framebuffer.color(x: 50, y: 40) == Color(red: 1, green: 0, blue: 0))
    #expect(h.stage.convert(.zero, from: try #require(node("menu", in: h))) == Point(4, 22))
    #expect(node("choose", in: h)?.attribute("title") == .text("Name"))
    try data.set(.text("Size"), at: try #require(DataPath("order")))
    try h.settle()
    #expect(node("choose", in: h)?.attribute("title") == .text("Size"))
    node("choose", in: h)?.send(AnyNode.tap)
    try h.advance(by: 0.3)
    #expect(h.stage.overlays.isEmpty)
    #expect(data.value(at: try #require(DataPath("order"))) == .text("Date"))
    #expect(problems.withLock { $0 } == [])
  }

  @Test func thePlaceFollowsTheKeysOfTheAction() throws {
    let (h, _, problems) = try start(
      "{present: {overlay: menu, anchor: other, placement: trailing, spacing: 5, fades: false, value: order}}")
    node("open", in: h)?.send(AnyNode.tap)
    try h.settle()
    let menu = try #require(node("menu", in: h))
    #expect(h.stage.convert(.zero, from: menu)?.x == 45)
    #expect(h.stage.overlays[0].presenter === node("other", in: h) && h.stage.overlays[0].options.contains(.appearsAtOnce))
    // The node that presented it dismisses it, as does a touch outside.
    try h.tap(at: Point(150, 90))
    try h.settle()
    #expect(h.stage.overlays.isEmpty && problems.withLock { $0 } == [])
  }

  @Test(arguments: ["margin: 0", "confined: false, anchor: root"]) func aScrimCoversTheScreen(how: String) throws {
    let text = """
      tessera: 1
      overlays: {scrim: {type: box, id: scrim, background: red, style: {width: {bind: env.width}, height: {bind: env.height}}}}
      root: {type: box, id: root, children: [{type: button, id: open, title: Open, on: {tap: {present: {overlay: scrim, placement: over, fades: false, HOW}}}}]}
      """
    let data = SceneData()
    data.begin(in: SceneEnvironment(size: Size(200, 100)))
    let root = try Scene.parse(text: text.replacing("HOW", with: how), registry: .standard).makeRoot(data: data)
    let h = try HeadlessStage(width: 200, height: 100) { root }
    if how.hasPrefix("confined") { h.stage.safeAreaInsets = Insets(10) }
    try h.settle()
    node("open", in: h)?.send(AnyNode.tap)
    try h.settle()
    for (x, y) in [(0, 0), (199, 0), (0, 99), (199, 99), (100, 50)] {
      #expect(h.framebuffer.color(x: x, y: y).hex == "#ff0000", "\(x) \(y)")
    }
  }

  @Test func theMarginIsTheLeastDistanceFromTheEdges() throws {
    let (h, _, _) = try start("{present: {overlay: menu, alignment: start, spacing: 2, margin: 12, fades: false, value: order}}")
    node("open", in: h)?.send(AnyNode.tap)
    try h.settle()
    #expect(h.stage.convert(.zero, from: try #require(node("menu", in: h)))?.x == 12)
    #expect(throws: SceneErrors.self) { try start("{present: {overlay: menu, margin: -1}}") }
  }

  @Test func aTouchOutsideFollowsTheKeysOfTheAction() throws {
    let (h, _, _) = try start("{present: {overlay: menu, dismissible: false}}")
    node("open", in: h)?.send(AnyNode.tap)
    try h.settle()
    try h.tap(at: Point(150, 90))
    #expect(h.stage.overlays.count == 1)
    let (other, data, _) = try start("{present: {overlay: menu, blocksTouches: true}}, {set: {order: \"order + '!'\"}}")
    try other.tap(id: "open")
    try other.tap(id: "open")
    #expect(other.stage.overlays.isEmpty)
    #expect(data.value(at: try #require(DataPath("order"))) == .text("Name!"))
  }

  @Test func aMissingAnchorIsReported() throws {
    let (h, _, problems) = try start("{present: {overlay: menu, anchor: nobody}}")
    node("open", in: h)?.send(AnyNode.tap)
    try h.settle()
    #expect(h.stage.overlays.isEmpty && problems.withLock { $0 } == ["no node with the id `nobody` as anchor of `menu`"])
  }

  @Test func mistakesAreReportedWithTheirPlace() throws {
    for (action, message) in [
      ("{present: manu}", "unknown overlay `manu`; valid are menu"),
      ("{present: {anchor: open}}", "`present` on `tap` of `button` needs `overlay`"),
      ("{present: {overlay: menu, place: below}}", "unknown key `place` of `present`"),
      ("{present: {overlay: menu, placement: under}}", "`placement` of `present`"),
      ("{present: {overlay: menu, blocksTouches: 3}}", "`blocksTouches` of `present`"),
    ] {
      do {
        _ = try Scene.parse(text: Self.text.replacing("ACTION", with: action), registry: .standard)
        Issue.record("\(action) was read")
      } catch {
        #expect(error.errors.contains { $0.message.contains(message) && $0.line > 1 }, "\(error.errors.map(\.message))")
      }
    }
  }

  @Test func theExampleMatchesItsGoldenPicture() throws {
    let h = try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/menu.yaml")
    try h.tap(id: "open")
    h.stage.movePointer(to: Point(60, 110))
    try h.advance(by: 0.4)
    try expectGolden(h.framebuffer, "menu")
    try h.tap(at: Point(60, 110))
    try h.advance(by: 0.4)
    let open = try h.node("open")
    #expect(h.stage.overlays.isEmpty && open.attribute("title") == .text("Sorted by Length"))
    // A right click and a long press open the menu.
    try h.rightClick(at: Point(200, 90))
    #expect(h.stage.overlays.count == 1)
    try h.key(.escape)
    try h.touch(.began, at: Point(200, 90))
    try h.advance(by: 0.6)
    try h.touch(.ended, at: Point(200, 90))
    #expect(h.stage.overlays.count == 1 && h.errors.isEmpty)
  }
}
