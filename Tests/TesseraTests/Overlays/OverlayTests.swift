import TesseraKit
import TesseraLayout
import TesseraTestSupport
import Testing

@Suite struct OverlayTests {
  static let red = Color(red: 1, green: 0, blue: 0)
  static let blue = Color(red: 0, green: 0, blue: 1)

  /// Creates a box of one colour.
  static func patch(_ width: Double, _ height: Double, _ color: Color) -> BoxNode {
    let node = BoxNode()
    node.style.width = .points(width)
    node.style.height = .points(height)
    node.style.flexShrink = 0
    node.background = .color(color)
    return node
  }

  /// Creates a stage of 200 x 100 with a blue box of 40 x 20 at (30, 40).
  static func stage(scale: Double = 1, direction: LayoutDirection = .ltr) throws -> (HeadlessStage, BoxNode) {
    let box = patch(40, 20, blue)
    box.style.position = .absolute
    box.style.inset = LayoutEdges(top: .points(40), right: .auto, bottom: .auto, left: .points(30))
    let root = BoxNode()
    root.addSubnode(box)
    return (try HeadlessStage(width: 200, height: 100, scale: scale, direction: direction) { root }, box)
  }

  /// Returns the area of a colour, logical units.
  static func area(_ color: Color, _ h: HeadlessStage) -> PixelRect? {
    var area: PixelRect?
    for y in 0..<h.framebuffer.height {
      for x in 0..<h.framebuffer.width where h.framebuffer.color(x: x, y: y) == color {
        let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
        area = area?.union(pixel) ?? pixel
      }
    }
    return area
  }

  @Test(arguments: [1.0, 1.5, 2]) func anOverlayIsShownNextToItsAnchorAndDisappearsCompletely(scale: Double) throws {
    let (h, box) = try Self.stage(scale: scale)
    let before = try h.snapshot()
    let frames = [h.frame(of: h.root), h.frame(of: box)]
    let overlay = box.present(overlay: Self.patch(60, 10, Self.red), placement: OverlayPlacement([.below], spacing: 6))
    #expect(overlay.isPresented)
    try h.rest()
    func pixels(_ v: Double) -> Int { Int((v * scale).rounded()) }
    #expect(Self.area(Self.red, h) == PixelRect(x: pixels(20), y: pixels(66), width: pixels(60), height: pixels(10)))
    #expect([h.frame(of: h.root), h.frame(of: box)] == frames && h.root.supernode == nil)
    overlay.anchor = Rect(40, 0, 0, 20)
    try h.rest()
    #expect(Self.area(Self.red, h) == PixelRect(x: pixels(40), y: pixels(66), width: pixels(60), height: pixels(10)))
    overlay.placement = OverlayPlacement([.above], spacing: 6)
    try h.rest()
    #expect(Self.area(Self.red, h)?.y == pixels(24))
    overlay.dismiss()
    try h.rest()
    #expect(!overlay.isPresented && overlay.node.supernode == nil && h.stage.overlays.isEmpty)
    try expectEqualPixels(h.framebuffer, before)
  }

  @Test func withoutOverlaysNothingIsLaidOutForThem() throws {
    let (h, box) = try Self.stage()
    let overlay = box.present(overlay: Self.patch(60, 10, Self.red))
    try h.settle()
    let layouts = h.stage.statistics.layouts
    for x in 1...5 {
      overlay.anchor = Rect(Double(x), 0, 1, 1)
      try h.settle()
    }
    #expect(h.stage.statistics.layouts == layouts, "moving is no layout")
    overlay.dismiss()
    try h.rest()
    let counted = h.stage.statistics
    try h.settle()
    #expect(h.stage.statistics.layouts == counted.layouts && h.stage.statistics.paintedFrames == counted.paintedFrames)
    // The second overlay uses the existing container; the rest of the tree is not collected again.
    let read = h.stage.statistics.collectedNodes
    box.present(overlay: Self.patch(60, 10, Self.red))
    try h.settle()
    #expect(h.stage.statistics.collectedNodes - read <= 4)
  }

  @Test func noAncestorClipsItAndTouchesReachItFirst() throws {
    let box = Self.patch(40, 20, Self.blue)
    let window = BoxNode()
    window.style.width = .points(50)
    window.style.height = .points(20)
    window.clipsToBounds = true
    window.addSubnode(box)
    let beneath = Locked(0)
    let root = BoxNode()
    root.addSubnode(window)
    root.onTap { beneath.withLock { $0 += 1 } }
    let h = try HeadlessStage(width: 200, height: 100) { root }
    let patch = Self.patch(60, 30, Self.red)
    let taps = Locked(0)
    patch.onTap { taps.withLock { $0 += 1 } }
    box.present(overlay: patch, placement: OverlayPlacement([.below], spacing: 4))
    try h.rest()
    #expect(Self.area(Self.red, h) == PixelRect(x: 4, y: 24, width: 60, height: 30))
    #expect(h.stage.hitTest(Point(10, 30)) === patch)
    #expect(h.stage.hitTest(Point(10, 10)) === box && h.stage.hitTest(Point(150, 90)) === root)
    try h.tap(at: Point(10, 30))
    #expect(taps.withLock { $0 } == 1 && beneath.withLock { $0 } == 0)
  }

  @Test func aTouchElsewhereAndEscapeDismissIt() throws {
    let (h, box) = try Self.stage()
    let told = Locked(0)
    var overlay = box.present(overlay: Self.patch(60, 10, Self.red))
    overlay.onDismiss { told.withLock { $0 += 1 } }
    try h.rest()
    try h.tap(at: Point(50, 68))
    #expect(overlay.isPresented)
    let taps = Locked(0)
    box.onTap { taps.withLock { $0 += 1 } }
    try h.tap(at: Point(40, 50))
    #expect(!overlay.isPresented && told.withLock { $0 } == 1 && taps.withLock { $0 } == 1)
    try h.rest()
    #expect(Self.area(Self.red, h) == nil)
    overlay = box.present(overlay: Self.patch(60, 10, Self.red), options: [.dismissesOnOutsideTouch, .blocksOutsideTouches])
    try h.rest()
    try h.tap(at: Point(40, 50))
    #expect(!overlay.isPresented && taps.withLock { $0 } == 1, "the touch that dismissed it reached nothing else")
    overlay = box.present(overlay: Self.patch(60, 10, Self.red))
    try h.rest()
    try h.key(.escape)
    #expect(!overlay.isPresented)
    overlay = box.present(overlay: Self.patch(60, 10, Self.red), options: [])
    try h.rest()
    try h.key(.escape)
    try h.tap(at: Point(150, 10))
    #expect(overlay.isPresented)
  }

  @Test func aTouchInAnOverlayOfAnOverlayKeepsBoth() throws {
    let (h, box) = try Self.stage()
    let menu = Self.patch(60, 10, Self.red)
    let first = box.present(overlay: menu)
    try h.rest()
    let second = menu.present(overlay: Self.patch(30, 10, .black), placement: OverlayPlacement([.trailing], spacing: 0))
    try h.rest()
    #expect(Self.area(.black, h) == PixelRect(x: 80, y: 64, width: 30, height: 10))
    try h.tap(at: Point(90, 68))
    #expect(first.isPresented && second.isPresented)
    try h.tap(at: Point(40, 68))
    #expect(first.isPresented && !second.isPresented)
  }

  @Test func anOverlayIsDismissedWithItsPresenter() throws {
    let (h, box) = try Self.stage()
    let overlay = box.present(overlay: Self.patch(60, 10, Self.red))
    try h.rest()
    box.removeFromSupernode()
    try h.rest()
    #expect(!overlay.isPresented && Self.area(Self.red, h) == nil)
    h.root.addSubnode(box)
    let again = box.present(overlay: overlay.node)
    try h.rest()
    #expect(again.isPresented && Self.area(Self.red, h) != nil)
    h.stage.root = BoxNode()
    try h.rest()
    #expect(!again.isPresented && Self.area(Self.red, h) == nil && overlay.node.supernode == nil)
  }

  @Test func anOverlayFollowsItsAnchorOrIsDismissedWithIt() throws {
    let box = Self.patch(40, 20, Self.blue)
    let scroll = ScrollNode()
    scroll.style.width = .points(200)
    scroll.style.height = .points(60)
    let column = BoxNode()
    column.style.direction = .column
    column.style.height = .points(400)
    column.style.padding = LayoutEdges(.points(20))
    column.addSubnode(box)
    scroll.addSubnode(column)
    let h = try HeadlessStage(width: 200, height: 100) {
      let root = BoxNode()
      root.addSubnode(scroll)
      return root
    }
    let side = OverlayPlacement([.below], spacing: 0)
    let follower = box.present(overlay: Self.patch(10, 8, Self.red), placement: side, options: .hidesWithAnchor)
    let mover = box.present(overlay: Self.patch(10, 8, .black), placement: side, options: .dismissesWhenAnchorMoves)
    let leaver = box.present(overlay: Self.patch(10, 8, Self.blue), placement: side, options: [])
    try h.rest()
    #expect(Self.area(Self.red, h) == nil, "the last presented is on top")
    scroll.scroll(to: Point(0, 15), animated: false)
    try h.rest()
    #expect(!mover.isPresented && leaver.isPresented)
    leaver.dismiss()
    try h.rest()
    #expect(Self.area(Self.red, h) == PixelRect(x: 35, y: 25, width: 10, height: 8))
    let other = box.present(overlay: Self.patch(10, 8, .black), placement: side, options: [])
    scroll.scroll(to: Point(0, 50), animated: false)
    try h.rest()
    #expect(follower.isPresented && Self.area(Self.red, h) == nil && !other.isPresented)
    scroll.scroll(to: Point(0, 0), animated: false)
    try h.rest()
    #expect(Self.area(Self.red, h)?.y == 40)
  }

  @Test func anOverlayInheritsFromItsPresenter() throws {
    let (h, box) = try Self.stage()
    box.environment[\.colorScheme] = .dark
    box.direction = .rtl
    try h.rest()
    let node = Self.patch(60, 10, Self.red)
    node.background = .color(.dynamic(light: Self.red, dark: .black))
    box.present(overlay: node, placement: OverlayPlacement([.leading], spacing: 0))
    try h.rest()
    #expect(Self.area(.black, h)?.x == 70 && node.effectiveDirection == .rtl)
    box.environment[\.colorScheme] = .light
    try h.rest()
    #expect(Self.area(Self.red, h)?.x == 70 && Self.area(.black, h) == nil)
  }

  @Test func invalidPresentationsAreReported() throws {
    let (h, box) = try Self.stage()
    let alone = BoxNode()
    #expect(!alone.present(overlay: BoxNode()).isPresented)
    #expect(!box.present(overlay: h.root).isPresented)
    #expect(throws: TestFailure.self) { try h.settle() }
    #expect(h.errors.count == 1 && "\(h.errors[0])".contains("cannot be presented by"))
    #expect(h.root.supernode == nil && h.stage.overlays.isEmpty)
  }

  @Test func forwardedEventsReachThePresenter() throws {
    let (h, box) = try Self.stage()
    let taps = Locked(0)
    box.onTap { taps.withLock { $0 += 1 } }
    let overlay = box.present(overlay: Self.patch(60, 10, Self.red), options: [.hidesWithAnchor, .forwardsEvents])
    try h.rest()
    try h.tap(at: Point(50, 68))
    #expect(overlay.isPresented && taps.withLock { $0 } == 1)
  }

  @Test(arguments: [TextAntialiasing.grayscale, .bilevel]) func aGlassMagnifiesThePixelsBelowItsAnchor(_ mode: TextAntialiasing) throws {
    let (h, box) = try Self.stage()
    h.stage.textAntialiasing = mode
    let glass = BoxNode()
    glass.style.width = .points(40)
    glass.style.height = .points(20)
    let overlay = box.present(
      overlay: glass, at: Rect(0, 0, 0, 0), placement: OverlayPlacement([.above], spacing: 10), options: [], magnification: 2)
    try h.rest()
    // The corner of the box is in the middle of the magnifier.
    #expect(h.framebuffer.color(x: 26, y: 24) == .white && h.framebuffer.color(x: 33, y: 24) == Self.blue)
    #expect(h.framebuffer.color(x: 20, y: 28) == .white && h.framebuffer.color(x: 48, y: 28) == Self.blue)
    // Changes below the overlay are visible through it.
    box.background = .color(Self.red)
    try h.rest()
    #expect(h.framebuffer.color(x: 48, y: 28) == Self.red)
    // Over the anchor itself it shows the content below.
    overlay.placement = OverlayPlacement([.over])
    try h.rest()
    #expect(h.framebuffer.color(x: 48, y: 48) == Self.red && h.framebuffer.color(x: 12, y: 48) == .white)
    overlay.anchor = Rect(20, 10, 0, 0)
    try h.rest()
    #expect(h.framebuffer.color(x: 32, y: 42) == Self.red && h.framebuffer.color(x: 69, y: 59) == Self.red)
    overlay.dismiss()
    try h.rest()
    #expect(Self.area(Self.red, h) == PixelRect(x: 30, y: 40, width: 40, height: 20))
  }

  @Test func theRingIsBelowOverlaysUnlessItsNodeIsInOne() throws {
    let (h, box) = try Self.stage()
    box.focusability = .always
    box.focusRing = FocusRing(color: Self.red, width: 2, offset: 1)
    h.stage.focusVisibility = .always
    box.becomeFocused()
    try h.rest()
    #expect(Self.area(Self.red, h) == PixelRect(x: 27, y: 37, width: 46, height: 26))
    let patch = Self.patch(30, 40, .black)
    let overlay = box.present(overlay: patch, placement: .over, options: [])
    try h.rest()
    #expect(Self.area(.black, h) == PixelRect(x: 35, y: 30, width: 30, height: 40))
    #expect(h.framebuffer.color(x: 50, y: 38) == .black && h.framebuffer.color(x: 30, y: 38) == Self.red)
    patch.focusability = .always
    patch.focusRing = FocusRing(color: Self.red, width: 2, offset: 0)
    patch.becomeFocused()
    try h.rest()
    try h.advance(by: StandardMotion.focusRing.seconds, step: StandardMotion.focusRing.seconds)
    #expect(Self.area(Self.red, h) == PixelRect(x: 33, y: 28, width: 34, height: 44))
    overlay.dismiss()
    try h.rest()
    #expect(Self.area(Self.red, h) == nil && h.stage.focusedNode == nil)
  }

  @Test func anOverlayFitsTheScreenAfterAResize() throws {
    let (h, box) = try Self.stage()
    let text = TextNode("many words that fill some lines of a small screen, and then some more of them")
    box.present(overlay: text, placement: OverlayPlacement([.below], margin: 5), options: [])
    try h.rest()
    #expect(text.frame.width <= 190 && text.frame.width > 100)
    try h.stage.resize(to: Size(120, 100), scale: 1)
    try h.rest()
    #expect(text.frame.width <= 110)
    let corner = try #require(h.stage.convert(.zero, from: text))
    #expect(corner.x >= 5 && corner.x + text.frame.width <= 115)
  }

  /// Styles of a root.
  static let rootStyles: [@Sendable (inout LayoutStyle) -> Void] = [
    { _ in }, { $0.width = .points(120) }, { $0.width = .points(400) }, { $0.height = .percent(50) }, { $0.maxWidth = .points(90) },
    { $0.margin = LayoutEdges(.points(7)) }, { $0.alignSelf = .center }, { ($0.flexShrink, $0.flexGrow) = (3, 2) },
    { $0.minHeight = .points(300) }, { $0.padding = LayoutEdges(.points(9)) }, { $0.aspectRatio = 2 }, { $0.width = .maxContent },
  ]

  @Test(arguments: rootStyles.indices) func theRootIsLaidOutAsWithoutThem(number: Int) throws {
    func frames(overlay isPresented: Bool, styled isStyledFirst: Bool) throws -> [Rect] {
      let child = Self.patch(50, 30, Self.blue)
      let root = BoxNode()
      root.addSubnode(child)
      if isStyledFirst { Self.rootStyles[number](&root.style) }
      let h = try HeadlessStage(width: 200, height: 100) { root }
      if isPresented {
        child.present(overlay: Self.patch(10, 10, Self.red))
        try h.rest()
      }
      // The container of the root already exists, so only a change is tested.
      if !isStyledFirst { Self.rootStyles[number](&root.style) }
      try h.rest()
      return [h.frame(of: root), h.frame(of: child)]
    }
    let wanted = try frames(overlay: false, styled: true)
    #expect(try frames(overlay: true, styled: true) == wanted)
    #expect(try frames(overlay: true, styled: false) == wanted)
  }

  @Test func aReleasedStageDismissesThem() throws {
    let node = Self.patch(10, 10, Self.red)
    var overlay: StageOverlay?
    do {
      let (h, box) = try Self.stage()
      overlay = box.present(overlay: node)
      try h.rest()
      #expect(node.interfaceState == .visible)
    }
    #expect(overlay?.isPresented == false && node.supernode == nil && node.interfaceState == .idle)
  }
}

extension HeadlessStage {
  /// Settles, including fades of overlays.
  fileprivate func rest() throws {
    try settle()
    try advance(by: StandardMotion.overlayRemoval.seconds, step: StandardMotion.overlayRemoval.seconds)
  }
}
