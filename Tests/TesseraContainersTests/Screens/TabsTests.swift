import TesseraGeometry
import TesseraKit
import TesseraLayout
import TesseraTestSupport
import Testing

@testable import TesseraContainers

@Suite struct TabsTests {
  private func tabs(
    _ log: Log, transition: ScreenTransition = .none, direction: LayoutDirection = .ltr
  ) throws -> (HeadlessStage, TabsNode) {
    let colors: [Color] = [pureRed, pureGreen, pureBlue]
    let screens = (0..<3).map { number in
      let content = row(number, log, height: 40)
      let screen = ScreenNode("Tab \(number)", content: content)
      screen.background = .color(colors[number])
      screen.onDidAppear { log.note("t\(number) didAppear") }
      screen.onDidDisappear { log.note("t\(number) didDisappear") }
      return screen
    }
    let tabs = TabsNode(screens)
    tabs.transition = transition
    tabs.style.flexGrow = 1
    let h = try HeadlessStage(width: 150, height: 200, direction: direction) {
      let root = BoxNode()
      root.addSubnode(tabs)
      return root
    }
    return (h, tabs)
  }

  private func color(_ h: HeadlessStage, _ x: Int, _ y: Int) -> [UInt8] {
    h.framebuffer.withUnsafeBytes { bytes in (0..<3).map { bytes[y * h.framebuffer.stride + x * 4 + $0] } }
  }

  @Test func aTapOnTheBarSelectsAScreen() throws {
    let log = Log()
    let (h, tabs) = try tabs(log)
    #expect(color(h, 75, 100) == [0, 0, 255])
    #expect(tabs.screens.map(\.appearance) == [.visible, .hidden, .hidden])
    #expect(h.root.subnodes[0].subnodes[1].subnodes[0].interfaceState == .display)
    try h.tap(at: Point(125, 180))
    try h.advance(by: 0.1)
    #expect(tabs.selected == 2 && color(h, 75, 100) == [255, 0, 0])
    #expect(log.all.filter { $0.contains("Appear") || $0.contains("Disappear") } == ["t0 didAppear", "t0 didDisappear", "t2 didAppear"])
    // The screens lie above the bar.
    #expect(tabs.screens[2].frame.height == 152)
  }

  @Test func aFingerPressesATitleLikeAButton() throws {
    let (h, tabs) = try tabs(Log())
    let bar = try #require(tabs.subnodes.compactMap { $0 as? Node<TabBar> }.first)
    try h.touch(.began, at: Point(75, 180))
    #expect(bar.value.touched == 1)
    // A second finger has no effect.
    try h.touch(.began, at: Point(125, 180), id: 1)
    try h.touch(.ended, at: Point(125, 180), id: 1)
    #expect(bar.value.touched == 1 && tabs.selected == 0)
    // A finger that leaves the title ends the pressed look, until it returns.
    try h.touch(.moved, at: Point(125, 180))
    #expect(bar.value.touched == nil)
    try h.touch(.moved, at: Point(75, 180))
    #expect(bar.value.touched == 1)
    try h.touch(.ended, at: Point(75, 180))
    #expect(tabs.selected == 1)
    try h.advance(by: 0.1)
    #expect(bar.value.touched == nil)
    // A short tap is visible.
    try h.tap(at: Point(125, 180))
    #expect(tabs.selected == 2 && bar.value.touched == 2)
    try h.advance(by: InteractionState.minimumPress + 0.02)
    #expect(bar.value.touched == nil)
    // A finger that ends on another title or above the bar selects nothing.
    for end in [Point(75, 180), Point(25, 100)] {
      try h.touch(.began, at: Point(25, 180))
      try h.touch(.ended, at: end)
      #expect(tabs.selected == 2 && bar.value.touched == nil)
    }
  }

  @Test func theMarkMovesFromOneTitleToTheNext() throws {
    let (h, tabs) = try tabs(Log())
    tabs.tint = pureRed
    try h.advance(by: 1)
    // Where the mark is: red in the upper line of the bar.
    func marked() -> [Int] { (0..<150).filter { color(h, $0, 153) == [0, 0, 255] } }
    let bar = try #require(tabs.subnodes.compactMap { $0 as? Node<TabBar> }.first)
    // As wide as the words, in the middle of its title.
    func place(_ number: Int) -> [Int] {
      let length = Int(TabBar.markLength(of: bar.value.items[number], room: 50, in: bar.environmentValues))
      return Array((50 * number + 25 - length / 2)..<(50 * number + 25 + length / 2))
    }
    #expect(marked() == place(0) && place(0).count > 20)
    let before = h.stage.statistics.draws
    tabs.select(1)
    try h.settle()
    try h.advance(by: 0.125)
    let between = marked()
    #expect((between.first ?? 0) > 15 && (between.last ?? 150) < 85)
    try h.advance(by: 0.3)
    #expect(marked() == place(1))
    // The bar for each frame in which colours of titles move, at 60 a second; none for the way of the mark.
    #expect(h.stage.statistics.draws - before <= Int(StandardMotion.tabIndicator.seconds * 60) + 4)
  }

  @Test func aSceneSetsTheLookOfTheBar() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [100, 100]
        root:
          type: tabs
          id: tabs
          barHeight: 40
          barColor: '#000000'
          tint: '#FF0000'
          titleColor: '#00FF00'
          badgeColor: '#0000FF'
          style: {flexGrow: 1}
          children:
            - {type: screen, icon: M0 0H24V24H0Z}
            - {type: screen, icon: M0 0H24V24H0Z, badge: '1'}
        """)
    try h.advance(by: 0.1)
    #expect(h.framebuffer.color(x: 25, y: 85).hex == "#ff0000" && h.framebuffer.color(x: 75, y: 85).hex == "#00ff00")
    #expect(h.framebuffer.color(x: 2, y: 98).hex == "#000000" && h.framebuffer.color(x: 79, y: 70).hex == "#0000ff")
    // A finger on it.
    try h.touch(.began, at: Point(75, 80))
    #expect(h.framebuffer.color(x: 75, y: 85).hex != "#00ff00")
    try h.touch(.ended, at: Point(75, 80))
    try h.advance(by: 0.4)
    #expect(h.framebuffer.color(x: 25, y: 85).hex == "#00ff00" && h.framebuffer.color(x: 75, y: 85).hex == "#ff0000")
    let screen = try #require((try h.node("tabs") as? TabsNode)?.screens.first)
    #expect(throws: AttributeError.self) { try screen.setAttribute("icon", to: .text("M0 zero")) }
  }

  @Test func settingTheNumberSelectsToo() throws {
    let log = Log()
    let (h, tabs) = try tabs(log)
    tabs.selected = 7
    try h.advance(by: 0.1)
    #expect(color(h, 75, 100) == [255, 0, 0] && tabs.screens[2].appearance == .visible)
  }

  @Test(arguments: [(0, 2), (2, 0)]) func aFadeMixesInBothDirections(from: Int, to: Int) throws {
    let log = Log()
    let (h, tabs) = try tabs(log, transition: .fade)
    tabs.select(from)
    try h.advance(by: 1)
    tabs.select(to)
    try h.settle()
    for _ in 0..<6 { try h.advance(by: 1.0 / 60) }
    let mixed = color(h, 75, 100)
    #expect(mixed[0] > 20 && mixed[0] < 235 && mixed[2] > 20 && mixed[2] < 235)
    try h.advance(by: 1)
    #expect(tabs.screens.map(\.appearance) == [to == 0 ? .visible : .hidden, .hidden, to == 2 ? .visible : .hidden])
  }

  @Test(arguments: [(0, 2), (2, 0)], [LayoutDirection.ltr, .rtl])
  func aSlideMovesTabsInTheirOrder(tabs way: (from: Int, to: Int), direction: LayoutDirection) throws {
    let log = Log()
    let (h, tabs) = try tabs(log, transition: .slide, direction: direction)
    tabs.select(way.from)
    try h.advance(by: 1)
    tabs.select(way.to)
    try h.settle()
    let red: [UInt8] = [0, 0, 255]
    var edges: [Int] = []
    for _ in 0..<30 {
      try h.advance(by: 1.0 / 60)
      let row = (0..<150).map { color(h, $0, 100) }
      // Red and blue, nothing between them, and nothing of the screen that stands between them.
      let isRed = row.map { $0 == red }
      #expect(row.allSatisfy { $0 == red || $0 == [255, 0, 0] })
      #expect(zip(isRed, isRed.dropFirst()).count { $0 != $1 } <= 1)
      // The first one is where lines start.
      if let edge = isRed.dropFirst().firstIndex(where: { $0 != isRed[0] }) {
        #expect(isRed[0] == (direction == .ltr))
        edges.append(edge)
      }
    }
    #expect(edges.count > 5)
    let rises = (way.to == 0) == (direction == .ltr)
    #expect(zip(edges, edges.dropFirst()).allSatisfy { rises ? $0 <= $1 : $0 >= $1 }, "\(edges)")
    #expect(color(h, 75, 100) == (way.to == 0 ? red : [255, 0, 0]))
    #expect(tabs.screens.map(\.appearance) == [way.to == 0 ? .visible : .hidden, .hidden, way.to == 2 ? .visible : .hidden])
  }

  @Test func aStackInATabCountsFromThere() throws {
    let log = Log()
    let inner = ScreensNode(root: ScreenNode("root", content: row(1, log)))
    inner.style.flexGrow = 1
    inner.push(ScreenNode("next", content: row(2, log)), transition: ScreenTransition.none)
    let tabs = TabsNode([ScreenNode("stack", content: inner), ScreenNode("other", content: row(3, log))])
    tabs.style.flexGrow = 1
    let h = try HeadlessStage(width: 150, height: 200) {
      let root = BoxNode()
      root.addSubnode(tabs)
      return root
    }
    #expect(inner.screens.map(\.visibilityDepth) == [1, 0])
    #expect(inner.screens.map(\.appearance) == [.hidden, .visible])
    tabs.select(1)
    try h.advance(by: 0.1)
    #expect(inner.screens.map(\.visibilityDepth) == [2, 1])
    #expect(inner.screens.map(\.appearance) == [.hidden, .hidden])
    #expect(log.all.contains("r2 visible>display") && !log.all.contains("r2 display>preload"))
    tabs.select(0)
    try h.advance(by: 0.1)
    #expect(inner.screens.map(\.appearance) == [.hidden, .visible])
  }

  @Test func tabsThatDoNotKeepScreensCreateThemWhenShown() throws {
    let made = Log()
    func screen(_ name: String) -> ScreenNode {
      ScreenNode(name) {
        made.note(name)
        return BoxNode()
      }
    }
    let tabs = TabsNode([screen("a"), screen("b")])
    tabs.keepsScreens = false
    let h = try HeadlessStage(width: 150, height: 200) { tabs }
    try h.advance(by: 0.1)
    #expect(made.all == ["a"])
    tabs.select(1)
    try h.advance(by: 0.1)
    #expect(made.all == ["a", "b"] && tabs.screens[0].isEvicted)
    tabs.select(0)
    try h.advance(by: 0.1)
    #expect(made.all == ["a", "b", "a"] && tabs.screens[1].isEvicted && !tabs.screens[0].isEvicted)
  }
}
