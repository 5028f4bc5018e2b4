import TesseraContainers
import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

@testable import Tessera

/// Elements that move from one screen to another.
@Suite struct SharedElementTests {
  private static let step = 0.02

  /// A red square of 20 at (10, 10) of a white screen, and a blue one of 80 by 40 at (10, 50) of a green one.
  private func start(
    _ transition: ScreenTransition = .slide, to id: String = "photo"
  ) throws -> (h: HeadlessStage, screens: ScreensNode, page: ScreenNode, small: AnyNode) {
    let (small, large) = (BoxNode(), BoxNode())
    place(small, Rect(10, 10, 20, 20))
    place(large, Rect(10, 50, 80, 40))
    small.background = .color(pureRed)
    large.background = .color(pureBlue)
    (small.sharedElement, large.sharedElement) = ("photo", id)
    let screens = ScreensNode(root: screen(.white, small))
    screens.value.transition = transition
    screens.style.flexGrow = 1
    let h = try HeadlessStage(width: 100, height: 100) {
      let root = BoxNode()
      root.addSubnode(screens)
      return root
    }
    return (h, screens, screen(Color(red: 0, green: 1, blue: 0), large), small)
  }

  private func screen(_ color: Color, _ node: AnyNode) -> ScreenNode {
    let content = BoxNode()
    content.style.flexGrow = 1
    content.addSubnode(node)
    let screen = ScreenNode(content: content)
    screen.background = .color(color)
    return screen
  }

  private func place(_ node: AnyNode, _ frame: Rect) {
    node.style.position = .absolute
    node.style.inset.left = .points(frame.origin.x)
    node.style.inset.top = .points(frame.origin.y)
    node.style.width = .points(frame.width)
    node.style.height = .points(frame.height)
  }

  /// The box of what is neither white nor green, nor a shade of these.
  private func element(_ h: HeadlessStage) -> PixelRect {
    var found = PixelRect.zero
    for y in 0..<100 {
      for x in 0..<100 {
        let color = h.framebuffer.color(x: x, y: y)
        if max(color.red, color.blue) - color.green > 0.3 { found = found.union(PixelRect(x: x, y: y, width: 1, height: 1)) }
      }
    }
    return found
  }

  @Test(arguments: [ScreenTransition.slide, .fade])
  func anElementMovesFromItsPlaceOnOneScreenToThatOnTheOther(transition: ScreenTransition) throws {
    let (h, screens, page, _) = try start(transition)
    #expect(element(h) == PixelRect(x: 10, y: 10, width: 20, height: 20))
    screens.push(page)
    try h.settle()
    var last = element(h)
    #expect(abs(last.y - 10) <= 1 && abs(last.width - 20) <= 2)
    var steps = 0
    while screens.isUnderWay, steps < 60 {
      try h.advance(by: Self.step)
      let now = element(h)
      // Its edges go one way: the left one stays, the others go down and out, whatever the screens do.
      #expect(abs(now.x - 10) <= 1 && now.y >= last.y - 1 && now.width >= last.width - 1 && now.height >= last.height - 1)
      last = now
      steps += 1
    }
    #expect(steps > 5 && element(h) == PixelRect(x: 10, y: 50, width: 80, height: 40))
    screens.pop()
    try h.advance(by: 1)
    #expect(element(h) == PixelRect(x: 10, y: 10, width: 20, height: 20))
    #expect(h.errors.isEmpty)
  }

  @Test func contentFadesFromTheOneToTheOther() throws {
    let (h, screens, page, _) = try start()
    screens.push(page)
    try h.settle()
    var (reds, blues): ([Float], [Float]) = ([], [])
    while screens.isUnderWay, reds.count < 60 {
      try h.advance(by: Self.step)
      let box = element(h)
      let color = h.framebuffer.color(x: box.x + box.width / 2, y: box.y + box.height / 2)
      reds.append(color.red)
      blues.append(color.blue)
      // Both are opaque: together they let nothing through.
      #expect(color.green < 0.02)
    }
    #expect(reds == reds.sorted(by: >) && blues == blues.sorted() && blues.last == 1)
    #expect(reds.contains { $0 > 0.2 && $0 < 0.8 })
  }

  @Test(arguments: [ScreenTransition.slide, .fade])
  func tabsThatChangeHaveTheirElementsMove(transition: ScreenTransition) throws {
    let (small, large) = (BoxNode(), BoxNode())
    place(small, Rect(10, 10, 20, 20))
    place(large, Rect(10, 50, 80, 40))
    small.background = .color(pureRed)
    large.background = .color(pureBlue)
    (small.sharedElement, large.sharedElement) = ("photo", "photo")
    let tabs = TabsNode([screen(.white, small), screen(.white, BoxNode()), screen(Color(red: 0, green: 1, blue: 0), large)], bar: .none)
    tabs.transition = transition
    tabs.style.flexGrow = 1
    let h = try HeadlessStage(width: 100, height: 100) {
      let root = BoxNode()
      root.addSubnode(tabs)
      return root
    }
    let (first, second) = (PixelRect(x: 10, y: 10, width: 20, height: 20), PixelRect(x: 10, y: 50, width: 80, height: 40))
    for (target, from, to) in [(2, first, second), (0, second, first)] {
      #expect(element(h) == from)
      tabs.select(target)
      try h.settle()
      var last = element(h)
      var steps = 0
      while last != to, steps < 60 {
        try h.advance(by: Self.step)
        let now = element(h)
        // Upwards and smaller, or downwards and larger, all the way.
        #expect(abs(now.x - 10) <= 1 && (target == 2 ? now.y >= last.y - 1 : now.y <= last.y + 1))
        last = now
        steps += 1
      }
      #expect(steps > 5 && last == to)
      try h.advance(by: 1)
      #expect(element(h) == to && h.stage.nextDeadline == nil)
    }
    // Nothing in common, nothing that moves.
    tabs.select(1)
    try h.advance(by: 1)
    #expect(element(h).isEmpty)
    // Nor where motion is reduced.
    h.stage.reducesMotion = true
    tabs.select(0)
    try h.settle()
    tabs.select(2)
    try h.settle()
    try h.advance(by: 0.1)
    #expect(h.errors.isEmpty && tabs.selected == 2)
  }

  @Test func aFingerTakesTheElementBackAndForth() throws {
    let (h, screens, page, _) = try start()
    screens.push(page)
    try h.advance(by: 1)
    try h.touch(.began, at: Point(2, 95))
    var heights: [Int] = []
    for x in [20.0, 40, 60, 80, 60, 40] {
      h.clock.advance(by: 0.1)
      try h.touch(.moved, at: Point(x, 95))
      heights.append(element(h).width)
    }
    #expect(heights[3] < heights[0] && heights[5] > heights[3] && heights[3] > 20)
    h.clock.advance(by: 0.3)
    try h.touch(.ended, at: Point(40, 95))
    try h.advance(by: 1)
    #expect(screens.screens.count == 2 && element(h) == PixelRect(x: 10, y: 50, width: 80, height: 40))
  }

  @Test func cornersGoAlong() throws {
    let (h, screens, page, small) = try start()
    small.cornerRadii = CornerRadii(10)
    small.clipsToBounds = true
    screens.push(page)
    try h.advance(by: 0.06)
    let box = element(h)
    // The corner is cut, the middle of the edge is not.
    #expect(box.width > 22 && box.width < 78)
    let corner = h.framebuffer.color(x: box.x, y: box.y)
    let edge = h.framebuffer.color(x: box.x + box.width / 2, y: box.y + 1)
    #expect(max(corner.red, corner.blue) - corner.green < 0.3 && max(edge.red, edge.blue) - edge.green > 0.3)
  }

  @Test func othersAndReducedMotionMoveNothing() throws {
    let (h, screens, page, _) = try start(to: "another")
    screens.push(page)
    try h.advance(by: 0.06)
    #expect(h.framebuffer.color(x: 12, y: 12).blue < 0.1)
    let (other, stack, detail, _) = try start(.fade)
    other.stage.reducesMotion = true
    stack.push(detail)
    for _ in 0..<2 { try other.advance(by: Self.step) }
    // Both lie where they are laid out.
    #expect(element(other).y == 10)
    let place = other.framebuffer.color(x: 85, y: 85)
    #expect(place.blue - place.green > 0.02)
  }

  @Test func nothingIsLaidOutOrDrawnForIt() throws {
    let (h, screens, page, _) = try start()
    screens.push(page)
    try h.advance(by: Self.step)
    let before = h.stage.statistics
    try h.advance(by: Self.step)
    try h.advance(by: Self.step)
    #expect(screens.isUnderWay && h.stage.statistics.layouts == before.layouts && h.stage.statistics.draws == before.draws)
  }

  @Test func theExampleMovesAPhotoIntoItsPageAndBack() throws {
    let h = try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/photos.yaml")
    try h.advance(by: 0.2)
    let first = try h.snapshot()
    try h.tap(at: Point(265, 150))
    try h.advance(by: 0.1)
    let between = try h.snapshot()
    try h.advance(by: 1)
    let screens = try #require(try h.node("photos") as? ScreensNode)
    #expect(screens.screens.count == 2)
    #expect(throws: (any Error).self) { try expectEqualPixels(h.framebuffer, between) }
    try h.key(.escape)
    try h.advance(by: 1)
    #expect(screens.screens.count == 1)
    try expectEqualPixels(h.framebuffer, first)
    #expect(h.errors.isEmpty)
  }
}
