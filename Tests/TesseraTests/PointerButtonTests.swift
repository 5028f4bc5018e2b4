import TesseraGeometry
import TesseraLayout
import TesseraRender
import Testing

@testable import Tessera

/// Buttons of a mouse other than the left one.
@Suite struct PointerButtonTests {
  private let log = Log()
  private let (root, parent): (BoxNode, BoxNode)
  private let patch: PatchNode
  private let stage: Stage

  /// Events that the nodes were told.
  private var heard: [String] { log.all.filter { !$0.hasPrefix("draw") && !$0.contains(">") } }

  init() throws {
    (root, parent, patch) = (BoxNode(), BoxNode().placed(10, 0, 50, 50), PatchNode("patch", log: log).placed(10, 0, 20, 20))
    parent.addSubnode(patch)
    root.addSubnode(parent)
    stage = try manualStage(root: root)
    try stage.settle()
    log.clear()
  }

  private func click(_ button: PointerPress.Button, _ x: Double) throws {
    for isDown in [true, false] { stage.send(.pointerButton(PointerPress(button, isDown: isDown, location: Point(x, 5)))) }
    try stage.settle()
  }

  @Test func aTypeThatHandlesAPressGetsItsRelease() throws {
    patch.handles = true
    parent.onPointerButton { [log] _ in log.note("parent") }
    try click(.middle, 25)
    try click(.secondary, 25)
    // A handled press of the right button requests no menu.
    #expect(heard == ["patch middle down", "patch middle up", "patch secondary down", "patch secondary up"])
  }

  @Test func theInnermostObserverIsCalledInItsBox() throws {
    parent.onPointerButton { [log] in log.note("\($0.button) \($0.isDown) \($0.location.x)") }
    root.onPointerButton { [log] _ in log.note("root") }
    try click(.back, 25)
    #expect(heard == ["patch back down", "back true 15.0", "back false 15.0"])
    // The release belongs to the node of the press, wherever the pointer is.
    log.clear()
    stage.send(.pointerButton(PointerPress(.forward, location: Point(50, 5))))
    stage.send(.pointerButton(PointerPress(.forward, isDown: false, location: Point(90, 5))))
    try stage.settle()
    #expect(heard == ["forward true 40.0", "forward false 80.0"])
  }

  @Test func anUnhandledPressOfTheRightButtonRequestsAMenu() throws {
    parent.onContextMenu { [log] in log.note("menu \($0.x)") }
    try click(.secondary, 50)
    try click(.middle, 50)
    #expect(heard == ["menu 40.0"])
    // Observing the buttons keeps the menu.
    root.onPointerButton { [log] in log.note("\($0.button)") }
    try click(.secondary, 50)
    #expect(heard == ["menu 40.0", "secondary", "menu 40.0", "secondary"])
  }

  @Test func releasesWithoutPressesAndOfNodesThatAreGoneHaveNoEffect() throws {
    parent.onPointerButton { [log] in log.note("\($0.isDown)") }
    stage.send(.pointerButton(PointerPress(.middle, isDown: false, location: Point(50, 5))))
    stage.send(.pointerButton(PointerPress(.middle, location: Point(50, 5))))
    stage.send(.pointerButton(PointerPress(.middle, location: Point(.nan, 5))))
    try stage.settle()
    parent.removeFromSupernode()
    try stage.settle()
    stage.send(.pointerButton(PointerPress(.middle, isDown: false, location: Point(50, 5))))
    try stage.settle()
    #expect(heard == ["true"])
  }

  @Test func aClickOutsideDismissesAnOverlay() throws {
    let overlay = root.present(overlay: BoxNode().placed(0, 0, 10, 10), options: [.dismissesOnOutsideTouch, .blocksOutsideTouches])
    parent.onPointerButton { [log] _ in log.note("parent") }
    try stage.settle()
    try click(.middle, 90)
    #expect(!overlay.isPresented && heard.isEmpty)
  }
}
