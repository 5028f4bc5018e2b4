@testable import Tessera
import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// Notes of handlers, in order.
private struct Notes: Sendable {
  private let entries = Locked<[String]>([])
  var all: [String] { entries.withLock { $0 } }
  func note(_ what: String) { entries.withLock { $0.append(what) } }
  func clear() { entries.withLock { $0 = [] } }
}

/// Signals in the order of their arrival; any thread.
final class SignalLog: Sendable {
  private let entries = Locked<[String]>([])
  var all: [String] { entries.withLock { $0 } }

  init(_ node: AnyNode) {
    for name in ["touchDown", "tap", "touchCancel", "change", "submit"] {
      node.on(named: name) { [entries] in entries.withLock { $0.append(name) } }
    }
  }
}

@Suite struct ButtonTests {
  static let blue = Color(red: 0, green: 0, blue: 1)
  static let red = Color(red: 1, green: 0, blue: 0)

  /// Creates a stage of 200 x 140 with a button of 100 x 40 at 50, 50.
  func stage(_ button: ButtonNode, direction: LayoutDirection = .ltr) throws -> HeadlessStage {
    button.id = "button"
    button.style.position = .absolute
    button.style.inset = LayoutEdges(top: .points(50), right: .auto, bottom: .auto, left: .points(50))
    button.style.width = .points(100)
    button.style.height = .points(40)
    return try HeadlessStage(width: 200, height: 140, direction: direction) {
      let root = BoxNode()
      root.addSubnode(button)
      return root
    }
  }

  func filled(_ title: String = "") -> ButtonNode {
    let button = ButtonNode(title)
    button.normal.background = .color(Self.blue)
    button.highlighted.background = .color(Self.red)
    return button
  }

  @Test func aFingerDownAndUpInsideIsATap() throws {
    let button = filled()
    let log = SignalLog(button)
    let h = try stage(button)
    try h.touch(.began, at: Point(60, 60))
    #expect(button.isHighlighted)
    #expect(h.framebuffer.color(x: 100, y: 70) == Self.red)
    try h.advance(by: Button.minimumHighlight)
    try h.touch(.ended, at: Point(140, 80))
    #expect(!button.isHighlighted)
    try h.advance(by: StandardMotion.release.seconds + 0.01)
    #expect(h.framebuffer.color(x: 100, y: 70) == Self.blue)
    #expect(log.all == ["touchDown", "tap"])
  }

  @Test func aFingerThatLeavesReleasesThePressAndPressesAgainOnReturn() throws {
    let button = filled()
    let log = SignalLog(button)
    let h = try stage(button)
    try h.touch(.began, at: Point(100, 70))
    try h.touch(.moved, at: Point(100, 109))
    #expect(button.isHighlighted, "within the slop")
    try h.touch(.moved, at: Point(100, 111))
    #expect(!button.isHighlighted, "beyond the slop")
    try h.touch(.moved, at: Point(100, 80))
    #expect(button.isHighlighted)
    try h.touch(.moved, at: Point(10, 10))
    try h.touch(.ended, at: Point(10, 10))
    #expect(log.all == ["touchDown", "touchCancel"])
    #expect(!button.isHighlighted)
  }

  @Test func handlersAreToldThatTheFingerLeavesAndComesBack() throws {
    let (button, log) = (filled(), Notes())
    button.onTouchDown { log.note("down") }
    button.onTap { log.note("tap") }
    button.onTouchCancel { log.note("cancel") }
    button.on(Button.touchLeave) { log.note("leave") }
    button.on(Button.touchEnter) { log.note("enter") }
    button.on(Button.touchUpOutside) { log.note("up outside") }
    let h = try stage(button)
    try h.touch(.began, at: Point(100, 70))
    try h.touch(.moved, at: Point(100, 109))
    #expect(log.all == ["down"], "within the slop")
    try h.touch(.moved, at: Point(100, 111))
    try h.touch(.moved, at: Point(100, 112))
    try h.touch(.moved, at: Point(100, 80))
    try h.touch(.ended, at: Point(100, 80))
    #expect(log.all == ["down", "leave", "enter", "tap"])
    log.clear()
    try h.touch(.began, at: Point(100, 70))
    try h.touch(.moved, at: Point(10, 10))
    try h.touch(.ended, at: Point(10, 10))
    #expect(log.all == ["down", "leave", "up outside", "cancel"])
    log.clear()
    try h.touch(.began, at: Point(100, 70))
    try h.touch(.cancelled, at: Point(100, 70))
    #expect(log.all == ["down", "cancel"])
  }

  @Test func aHeldButtonThatRepeatsSendsTaps() throws {
    let (button, log) = (filled(), Notes())
    try button.setAttribute("repeats", to: .boolean(true))
    button.onTap { log.note("tap") }
    let h = try stage(button)
    try h.tap(at: Point(100, 70))
    #expect(log.all.count == 1, "a tap")
    try h.touch(.began, at: Point(100, 70))
    try h.advance(by: 0.39)
    #expect(log.all.count == 1)
    try h.advance(by: 0.12)
    #expect(log.all.count == 3, "after 0.4 s, then each 0.1 s")
    try h.touch(.moved, at: Point(10, 10))
    try h.advance(by: 1)
    #expect(log.all.count == 3, "not while the finger is outside")
    try h.touch(.moved, at: Point(100, 70))
    try h.advance(by: 0.1)
    #expect(log.all.count == 4)
    try h.touch(.ended, at: Point(100, 70))
    try h.advance(by: 1)
    #expect(log.all.count == 4 && h.stage.nextDeadline == nil)
    // A key that is held, and a button that is disabled meanwhile.
    try h.focus(id: "button")
    try h.send(.key(KeyPress(.enter)))
    try h.advance(by: 0.55)
    #expect(log.all.count == 7)
    button.isEnabled = false
    try h.advance(by: 1)
    try h.send(.key(KeyPress(.enter, isDown: false)))
    #expect(log.all.count == 7 && h.stage.nextDeadline == nil)
  }

  @Test func aCancelledTouchIsNoTap() throws {
    let button = filled()
    let log = SignalLog(button)
    let h = try stage(button)
    try h.touch(.began, at: Point(100, 70))
    try h.touch(.cancelled, at: Point(100, 70))
    #expect(log.all == ["touchDown", "touchCancel"])
    #expect(!button.isHighlighted)
  }

  @Test func aSecondFingerChangesNothing() throws {
    let button = filled()
    let log = SignalLog(button)
    let h = try stage(button)
    try h.touch(.began, at: Point(100, 70), id: 1)
    try h.touch(.began, at: Point(90, 70), id: 2)
    try h.touch(.ended, at: Point(90, 70), id: 2)
    #expect(button.isHighlighted)
    try h.touch(.ended, at: Point(100, 70), id: 1)
    #expect(log.all == ["touchDown", "tap"])
  }

  @Test func aDisabledButtonPassesTouchesAndKeysToItsParent() throws {
    let button = filled()
    button.isEnabled = false
    let log = SignalLog(button)
    let h = try stage(button)
    try h.tap(id: "button")
    try h.focus(id: "button")
    try h.key(.enter)
    #expect(log.all.isEmpty)
  }

  @Test func disablingAButtonThatIsHeldMakesItsReleaseNoTap() throws {
    let button = filled()
    let log = SignalLog(button)
    let h = try stage(button)
    try h.touch(.began, at: Point(100, 70))
    button.isEnabled = false
    try h.touch(.ended, at: Point(100, 70))
    #expect(log.all == ["touchDown", "touchCancel"])
  }

  @Test func aHeldButtonThatIsRemovedEndsThePress() throws {
    let button = filled()
    let log = SignalLog(button)
    let h = try stage(button)
    try h.touch(.began, at: Point(100, 70))
    button.removeFromSupernode()
    try h.settle()
    #expect(log.all == ["touchDown", "touchCancel"])
    #expect(!button.isHighlighted)
  }

  @Test(arguments: [KeyPress.Key.space, .enter]) func spaceAndEnterPressTheFocusedButtonOnce(key: KeyPress.Key) throws {
    let button = filled()
    let log = SignalLog(button)
    let h = try stage(button)
    try h.key(key)
    #expect(log.all.isEmpty, "without the focus nothing happens")
    try h.focus(id: "button")
    try h.key(key)
    try h.send(.key(KeyPress(key, isRepeat: true)))
    try h.key(key, modifiers: .control)
    #expect(log.all == ["tap"])
  }

  @Test func theFocusRingSurroundsTheBoxAndDisappearsCompletely() throws {
    let button = filled()
    let h = try stage(button)
    let before = try h.snapshot()
    try h.key(.tab)
    let difference = try pixelDifference(before, h.snapshot())
    #expect(difference.count > 0)
    #expect(difference.area == PixelRect(x: 46, y: 46, width: 108, height: 48))
    button.resignFocus()
    try h.settle()
    try expectEqualPixels(before, h.framebuffer)
  }

  @Test func slopMakesTheTargetLargerThanThePicture() throws {
    let button = filled()
    button.hitTestSlop = Insets(12)
    let log = SignalLog(button)
    let h = try stage(button)
    try h.tap(at: Point(42, 44))
    #expect(log.all == ["touchDown", "tap"])
    try h.tap(at: Point(30, 44))
    #expect(log.all.count == 2)
  }

  @Test func aStateFallsBackToTheNormalOne() {
    var button = Button("Go")
    button.normal.titleColor = Self.blue
    button.selected = ButtonAppearance(title: "Gone", background: .color(Self.red))
    let node = ButtonNode(button)
    #expect(node.state == .normal && node.appearance.title == "Go")
    node.isSelected = true
    #expect(node.appearance.title == "Gone" && node.appearance.titleColor == Self.blue)
    node.isHighlighted = true
    #expect(node.state == .highlighted && node.value.state() == .selected)
    #expect(node.appearance.title == "Gone", "a held button that is switched on says what it says when switched on")
    node.isEnabled = false
    #expect(node.state == .disabled)
  }

  @Test func aBackgroundIsDrawnAgainWithoutLayoutAndATitleWithIt() throws {
    let button = filled("Go")
    button.highlighted.title = nil
    let h = try stage(button)
    let layouts = h.stage.statistics.layouts
    button.isHighlighted = true
    try h.settle()
    #expect(h.stage.statistics.layouts == layouts)
    button.highlighted.titleColor = .white
    try h.settle()
    #expect(h.stage.statistics.layouts == layouts + 1)
    button.isHighlighted = false
    try h.settle()
    #expect(h.stage.statistics.layouts == layouts + 2, "the title has another colour")
  }

  @Test func theTitleIsCentered() throws {
    let h = try stage(ButtonNode("Toucan"))
    let ink = try #require(inkArea(h.framebuffer))
    #expect(abs(ink.x + ink.maxX - 200) <= 3, "\(ink)")
    #expect(abs(ink.y + ink.maxY - 140) <= 8, "\(ink)")
  }

  @Test(arguments: Button.ImagePlacement.allCases) func thePictureIsOnTheChosenSide(placement: Button.ImagePlacement) throws {
    for direction in [LayoutDirection.ltr, .rtl] {
      let picture = try PixelBuffer(width: 8, height: 8)
      picture.clear(Self.red)
      let button = ButtonNode(Button("Go", image: .pixels(picture)))
      button.imagePlacement = placement
      button.contentInsets = .zero
      button.titleColor = Self.blue
      let h = try stage(button, direction: direction)
      var red = PixelRect.zero
      var blue = PixelRect.zero
      for y in 0..<140 {
        for x in 0..<200 {
          let color = h.framebuffer.color(x: x, y: y)
          if color == Self.red { red = red.union(PixelRect(x: x, y: y, width: 1, height: 1)) }
          if color.blue > 0.9, color.red < 0.3 { blue = blue.union(PixelRect(x: x, y: y, width: 1, height: 1)) }
        }
      }
      #expect(red.width == 8 && red.height == 8)
      #expect(!blue.isEmpty)
      let isLeft = (placement == .leading) == (direction == .ltr)
      switch placement {
      case .leading, .trailing: #expect(isLeft ? red.maxX + 7 <= blue.x : red.x >= blue.maxX + 7, "\(direction): \(red) \(blue)")
      case .top: #expect(red.maxY + 7 <= blue.y)
      case .bottom: #expect(red.y >= blue.maxY + 7)
      }
    }
  }

  @Test func aButtonIsAsLargeAsItsTitleAndInsets() throws {
    func size(_ insets: Insets) throws -> Size {
      let button = ButtonNode("Toucan")
      button.kind = .unstyled
      button.contentInsets = insets
      button.style.alignSelf = .flexStart
      let h = try HeadlessStage(width: 300, height: 200) {
        let root = BoxNode()
        root.addSubnode(button)
        return root
      }
      return h.frame(of: button).size
    }
    let bare = try size(.zero)
    #expect(bare == Text("Toucan", font: Button.defaultFont).size(thatFits: .unlimited, in: MeasureContext()))
    let padded = try size(Insets(top: 1, right: 2, bottom: 3, left: 4))
    #expect(padded == Size(bare.width + 6, bare.height + 4))
  }

  @Test func theNodesCornersRoundTheBackground() throws {
    let button = filled()
    button.cornerRadius = 20
    let h = try stage(button)
    #expect(h.framebuffer.color(x: 53, y: 53) == .white)
    #expect(h.framebuffer.color(x: 100, y: 53) == Self.blue)
    button.cornerRadius = 1
    try h.settle()
    #expect(h.framebuffer.color(x: 53, y: 53) == Self.blue)
  }

  @Test func sceneFilesSayHowStatesLook() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [200, 100]
        root:
          type: button
          id: b
          title: Go
          titleColor: white
          fontSize: 20
          weight: bold
          contentInsets: [4, 8]
          imagePlacement: trailing
          spacing: 3
          states:
            normal: {background: blue}
            highlighted: {background: {gradient: linear, stops: [{at: 0, color: red}, {at: 1, color: red}]}, titleColor: yellow}
            disabled: {title: Gone, border: {width: 2, color: red}}
        """)
    let node = try #require(try h.node("b") as? ButtonNode)
    let button = node.value
    #expect(button.title == "Go" && button.normal.titleColor == .white && button.normal.background == .color(Self.blue))
    #expect(button.font.size == 20 && button.font.weight == .bold)
    #expect(button.contentInsets == Insets(horizontal: 8, vertical: 4) && button.imagePlacement == .trailing && button.spacing == 3)
    #expect(button.highlighted.titleColor == Color("yellow"))
    #expect(button.disabled.title == "Gone" && button.disabled.border?.color == Self.red)
    #expect(h.framebuffer.color(x: 20, y: 20) == Self.blue)
    try h.touch(.began, at: Point(100, 50))
    #expect(h.framebuffer.color(x: 20, y: 20) == Self.red)
    let other = ButtonNode()
    try other.setAttribute("states", to: try #require(node.attribute("states")))
    #expect(other.highlighted == button.highlighted && other.disabled == button.disabled)
    #expect(other.attribute("highlighted") == .boolean(false))
    try other.setAttribute("highlighted", to: .boolean(true))
    #expect(other.attribute("highlighted") == .boolean(true) && other.isHighlighted)
    #expect(throws: AttributeError.self) { try other.setAttribute("highlighted", to: .text("yes")) }
  }

  @Test func semanticsHaveTheTitleAsLabelAndTheStates() throws {
    let button = ButtonNode("Go")
    #expect(button.resolvedSemantics.label == "Go" && button.resolvedSemantics.role == .button)
    #expect(button.resolvedSemantics.actions == [.activate] && button.resolvedSemantics.isDisabled == nil)
    let (taps, h) = (Locked(0), try stage(button))
    button.onTap { taps.withLock { $0 += 1 } }
    let id = SemanticsID(node: button.serial)
    #expect(h.stage.perform(.activate, on: id) && taps.withLock { $0 } == 1)
    (button.isEnabled, button.isSelected) = (false, true)
    #expect(!h.stage.perform(.activate, on: id))
    try h.settle()
    #expect(h.stage.semanticsTree[id]?.semantics.isDisabled == true && h.stage.semanticsTree[id]?.semantics.isSelected == true)
    #expect(!h.stage.perform(.activate, on: id) && taps.withLock { $0 } == 1)
  }

  @Test func theHandlerGivenWithTheTitleIsCalled() throws {
    let count = Locked(0)
    let button = ButtonNode("Go") { count.withLock { $0 += 1 } }
    let h = try stage(button)
    try h.tap(id: "button")
    #expect(count.withLock { $0 } == 1)
  }
}
