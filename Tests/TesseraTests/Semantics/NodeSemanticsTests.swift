import TesseraGeometry
import TesseraTestSupport
import Testing

@testable import Tessera

/// Node type with its own semantics and one part.
private struct Dial: AccessibleType {
  struct Storage: NodeStorage { let turns = Locked(0) }
  static let typeName = "dial"
  var level = 0.5

  static func semantics(of node: Node<Dial>) -> NodeSemantics {
    var semantics = NodeSemantics(.slider, label: "Level", value: "\(node.storage.turns.withLock { $0 }) turns")
    semantics.number = SemanticsNumber(node.level, in: 0...1, step: 0.1)
    semantics.actions = [.increment]
    return semantics
  }

  static func semanticsParts(of node: Node<Dial>) -> [SemanticsPart] {
    [SemanticsPart(7, NodeSemantics(.button, label: "Reset"), frame: Rect(1, 2, 3, 4))]
  }

  static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Dial>) -> Bool {
    switch (action, part) {
    case (.increment, nil): node.level += 0.1
    case (.activate, 7): node.level = 0
    default: return false
    }
    return true
  }
}

@Suite struct NodeSemanticsTests {
  @Test func eachMemberThatTheProgramSetsReplacesThatOfTheType() {
    let node = Node(Dial())
    node.semantics.label = "Volume"
    node.semantics.isInvalid = true
    let all = node.resolvedSemantics
    #expect(all.role == .slider && all.label == "Volume" && all.value == "0 turns" && all.isInvalid == true)
    #expect(all.number == SemanticsNumber(0.5, in: 0...1, step: 0.1))
    #expect(
      node.semantics
        == {
          var set = NodeSemantics(label: "Volume"); set.isInvalid = true; return set
        }())
    node.semantics = NodeSemantics()
    #expect(node.resolvedSemantics.label == "Level" && node.properties == NodeProperties())
  }

  @Test func everyMemberIsOverridden() {
    var all = NodeSemantics(.switch, label: "a", value: "b")
    (all.number, all.hint, all.isDisabled, all.checked, all.isSelected) = (SemanticsNumber(1), "c", true, .mixed, true)
    (all.isExpanded, all.isBusy, all.isRequired, all.isInvalid, all.isPassword) = (true, true, true, true, true)
    (all.isReadOnly, all.isMultiline, all.actions, all.level, all.position) = (true, true, [.focus], 2, SemanticsPosition(1, of: 2))
    (all.liveRegion, all.language, all.isModal, all.isHidden, all.order, all.grouping) = (.polite, "de", true, true, 3, .merged)
    (all.isMultiselectable, all.cells) = (true, ["d"])
    #expect(!Mirror(reflecting: all).children.contains { "\($0.value)" == "nil" })
    #expect(NodeSemantics().overridden(by: all) == all && all.overridden(by: NodeSemantics()) == all)
  }

  @Test func changesOfTheStorageReadSemanticsAgain() throws {
    let node = Node(Dial())
    node.id = "dial"
    let h = try HeadlessStage(width: 40, height: 40) { node }
    #expect(h.stage.semanticsTree[SemanticsID(node: node.serial)]?.semantics.value == "0 turns")
    node.storage.turns.withLock { $0 = 3 }
    node.setNeedsSemantics()
    let frames = h.stage.statistics.paintedFrames
    try h.settle()
    let tree = h.stage.semanticsTree
    #expect(tree.text() == "window\n  slider \"Level\" = \"3 turns\" = 0.5 (0 to 1 by 0.1) [increment] #dial\n    button \"Reset\"\n")
    #expect(h.stage.statistics.paintedFrames == frames)
  }

  @Test func aChangeOfSemanticsAloneWakesNoStageBeforeTheFirstRead() throws {
    struct Quiet: AccessibleType {
      static let typeName = "quiet"
      var count = 0
      static func invalidation(from old: Quiet, to new: Quiet) -> Invalidation { [] }
      static func semantics(of node: Node<Quiet>) -> NodeSemantics { NodeSemantics(.text, label: "\(node.count)") }
    }
    let node = Node(Quiet())
    let h = try HeadlessStage(width: 40, height: 40) { node }
    node.count = 1
    node.onTap {}
    #expect(!h.stage.hasWorkUnderWay)
    #expect(h.stage.semanticsTree.text() == "window\n  text \"1\" [activate]\n")
    node.count = 2
    #expect(h.stage.hasWorkUnderWay)
    try h.settle()
    #expect(h.stage.semanticsTree.text() == "window\n  text \"2\" [activate]\n")
  }

  @Test func semanticsOfTheProgramPaintNothingAndLayNothingOut() throws {
    let node = BoxNode()
    let h = try HeadlessStage(width: 40, height: 40) { node }
    let before = h.stage.statistics
    node.semantics = NodeSemantics(.button, label: "Go")
    try h.settle()
    #expect(h.stage.statistics.paintedFrames == before.paintedFrames && h.stage.statistics.layouts == before.layouts)
    #expect(h.stage.semanticsTree.text() == "window\n  button \"Go\"\n")
    node.background = .color(.black)
    try h.settle()
    #expect(h.stage.statistics.layouts == before.layouts && h.stage.framebuffer.color(x: 9, y: 9) == .black)
  }

  @Test func theTypeItsPartsAndTheProgramPerformActions() throws {
    let node = Node(Dial())
    let h = try HeadlessStage(width: 40, height: 40) { node }
    let id = SemanticsID(node: node.serial)
    #expect(h.stage.perform(.increment, on: id) && node.level == 0.6)
    #expect(h.stage.perform(.activate, on: SemanticsID(node: node.serial, part: 7)) && node.level == 0)
    #expect(!h.stage.perform(.activate, on: SemanticsID(node: node.serial, part: 8)) && !h.stage.perform(.decrement, on: id))
    let asked = Locked<[SemanticsAction]>([])
    node.on(AnyNode.semanticsAction) { action in asked.withLock { $0.append(action) } }
    #expect(h.stage.perform(.custom("Mute"), on: id) && h.stage.perform(.increment, on: id))
    #expect(asked.withLock { $0 } == [.custom("Mute")] && node.level == 0.1)
    // Actions set by the program are handled by the program.
    node.semantics.actions = [.increment]
    #expect(h.stage.perform(.increment, on: id) && asked.withLock { $0.count } == 2 && node.level == 0.1)
    node.semantics.isDisabled = true
    #expect(!h.stage.perform(.increment, on: id))
    #expect(!h.stage.perform(.increment, on: SemanticsID(node: .max)))
  }

  @Test func aTapHandlerMakesAButtonUnlessADescendantIsInteractive() throws {
    let (card, line, other) = (BoxNode(), BoxNode(), BoxNode())
    card.addSubnode(line)
    card.addSubnode(other)
    (line.semantics, other.semantics) = (NodeSemantics(.text, label: "Kitchen"), NodeSemantics(.text, label: "21°"))
    let h = try HeadlessStage(width: 40, height: 40) { card }
    #expect(h.stage.semanticsTree.text() == "window\n  text \"Kitchen\"\n  text \"21°\"\n")
    let taps = Locked(0)
    card.onTap { taps.withLock { $0 += 1 } }
    try h.settle()
    #expect(h.stage.semanticsTree.text() == "window\n  button \"Kitchen, 21°\" [activate]\n")
    #expect(h.stage.perform(.activate, on: SemanticsID(node: card.serial)) && taps.withLock { $0 } == 1)
    other.semantics.role = .switch
    try h.settle()
    #expect(h.stage.semanticsTree.text() == "window\n  group [activate]\n    text \"Kitchen\"\n    switch \"21°\"\n")
  }

  @Test func theFocusIsAnAction() throws {
    let node = BoxNode()
    (node.focusability, node.semantics) = (.always, NodeSemantics(.button, label: "Go"))
    let h = try HeadlessStage(width: 40, height: 40) { node }
    #expect(h.stage.perform(.focus, on: SemanticsID(node: node.serial)))
    try h.settle()
    #expect(h.stage.focusedNode === node && h.stage.semanticsTree.text() == "window\n  button \"Go\" (focused)\n")
  }
}
