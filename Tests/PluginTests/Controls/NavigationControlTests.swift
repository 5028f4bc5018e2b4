@testable import ControlsPlugin
@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Rail, split view and navigation bar.
@Suite struct NavigationControlTests {
  private static let pages = [
    ControlOption("home", title: "Home", icon: "home"), ControlOption("wifi", title: "Network", icon: "wifi"),
    ControlOption("info", title: "About", icon: "info"),
  ]

  @Test func theSheet() throws {
    let options = "[{value: a, title: Home, icon: home}, {value: b, title: Network, icon: wifi}, {value: c, title: About, icon: info}]"
    let h = try ControlSheet.stage(
      """
      - {type: nav-bar, title: Network and connections, back: true, line: true, style: {alignSelf: stretch}, children: [{type: button, kind: quiet, title: Edit}]}
      - {type: nav-bar, title: Home, style: {alignSelf: stretch}}
      - {type: rail, value: b, options: \(options), style: {height: 240}}
      - {type: rail, value: a, wide: true, options: \(options), style: {height: 164}}
      - {type: rail, value: a, enabled: false, options: \(options), style: {height: 232}}
      - {type: split, value: 0.4, minimum: 60, endMinimum: 60, style: {height: 80, alignSelf: stretch}, children: [{type: text, string: List}, {type: text, string: Detail}]}
      - {type: segmented, value: b, options: \(options), style: {width: 240}}
      """, width: 300, height: 1010)
    try expectGolden(h.framebuffer, "navigation")
  }

  @Test func aLargeTitleMovesIntoTheBar() throws {
    let h = try ControlSheet.stage(
      ["-20", "0", "20", "32", "48", "1000"].map {
        "- {type: nav-bar, title: Rooms, back: true, large: true, scrolled: \($0), style: {alignSelf: stretch}}"
      }.joined(separator: "\n"), width: 240, height: 520)
    try expectGolden(h.framebuffer, "nav-bar-large")
    let bar = NavigationBarNode(NavigationBar("Rooms"))
    bar.isLarge = true
    let s = try HeadlessStage(width: 240, height: 200) {
      let root = BoxNode()
      root.style.alignItems = .start
      root.addSubnode(bar)
      return root
    }
    #expect(bar.frame.height == 44 + 44)
    bar.scrolled = 20.4
    try s.settle()
    #expect(bar.frame.height == 44 + 24)
    bar.scrolled = .nan
    try s.settle()
    #expect(bar.frame.height == 44 + 44)
    // One element has the title, large or small.
    #expect(bar.subnodes.count { $0.opacity > 0 } == 1)
  }

  @Test func onBlackAndWhiteFromTheRight() throws {
    let rail = RailNode(Rail("wifi", Self.pages, isWide: true))
    let h = try HeadlessStage(width: 240, height: 180, direction: .rtl) { rail }
    h.stage.environment[\.theme].mode = .paper
    h.stage.textAntialiasing = .bilevel
    try h.settle()
    try expectGolden(h.framebuffer, "rail-bilevel")
  }

  @Test func theRailIsUsedByFingerAndKeys() throws {
    let chosen = Locked<[String]>([])
    let rail = RailNode(Rail("home", Self.pages))
    rail.onChange { value in chosen.withLock { $0.append(value) } }
    let h = try HeadlessStage(width: 88, height: 300) { rail }
    try h.tap(at: Point(44, 8 + 72 * 2.5))
    #expect(rail.selection == "info")
    try h.key(.tab)
    try h.key(.up)
    #expect(rail.selection == "wifi")
    try h.key(.home)
    #expect(chosen.withLock { $0 } == ["info", "wifi", "home"])
    #expect(rail.semanticsParts.map(\.semantics.label) == ["Home", "Network", "About"])
    #expect(rail.semanticsParts.map(\.semantics.isSelected) == [true, false, false])
  }

  private func split(width: Double = 801) throws -> (HeadlessStage, SplitNode, [AnyNode], Locked<[Double]>) {
    let panes = [BoxNode(), BoxNode()]
    let node = SplitNode(Split(0.5, panes[0], panes[1]))
    let shares = Locked<[Double]>([])
    node.onChange { share in shares.withLock { $0.append(share) } }
    node.style.width = .points(width)
    node.style.height = .points(200)
    let h = try HeadlessStage(width: width, height: 200) { node }
    return (h, node, panes, shares)
  }

  @Test func aFingerMovesTheDividerBetweenTheMinima() throws {
    let (h, node, panes, shares) = try split()
    #expect(panes.map(\.frame.width) == [400, 400])
    try h.touch(.began, at: Point(404, 100))
    try h.touch(.moved, at: Point(450, 100))
    // Two locations before the next frame count once.
    try h.touch(.moved, at: Point(464, 100))
    #expect(panes.map { $0.frame.width.rounded() } == [460, 340])
    #expect(shares.withLock { $0 }.isEmpty, "the user has not finished")
    try h.touch(.moved, at: Point(20, 100))
    try h.touch(.ended, at: Point(20, 100))
    #expect(panes.map(\.frame.width) == [240, 560])
    #expect(shares.withLock { $0 } == [0.3])
    try h.advance(by: 1)
    for _ in 0..<2 { try h.tap(at: Point(244, 100)) }
    #expect(node.share == 0.5, "a double tap restores the first share")
  }

  @Test func arrowsMoveTheDivider() throws {
    let (h, node, panes, _) = try split()
    try h.key(.tab)
    try h.key(.right)
    #expect(panes[0].frame.width == 416)
    try h.key(.end)
    #expect(panes[1].frame.width == 320)
    try h.key(.enter)
    try h.key(.previous)
    try h.key(.escape)
    #expect(panes[1].frame.width == 320 && node.share == 0.6)
  }

  @Test func aNarrowBoxShowsOnePane() throws {
    let (h, node, panes, _) = try split(width: 500)
    #expect(panes[0].frame.width == 500 && panes[1].supernode == nil)
    node.showsEnd = true
    try h.settle()
    #expect(panes[1].frame.width == 500 && panes[0].supernode == nil)
  }

  @Test func theBarLeadsBack() throws {
    let count = Locked(0)
    let bar = NavigationBarNode(NavigationBar("A title that is much longer than the bar is wide", leadsBack: true))
    bar.on(NavigationBar.back) { count.withLock { $0 += 1 } }
    let screen = BoxNode()
    bar.environment[\.density] = .regular
    bar.style.alignSelf = .start
    bar.style.width = .points(240)
    screen.addSubnode(bar)
    let h = try HeadlessStage(width: 240, height: 100) { screen }
    #expect(bar.frame.height == 56)
    try h.tap(at: Point(28, 28))
    try h.key(.tab)
    try h.key(.enter)
    #expect(count.withLock { $0 } == 2)
  }

  @Test func aWrongIconIsNamed() {
    #expect(throws: (any Error).self) {
      try HeadlessStage(
        scene: """
          tessera: 1
          root: {type: rail, options: [{value: a, icon: hoem}]}
          """, directory: try PackageFolder.root())
    }
  }
}
