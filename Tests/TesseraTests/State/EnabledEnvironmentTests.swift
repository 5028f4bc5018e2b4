import TesseraKit
import TesseraTestSupport
import Testing

/// `enabled` and `readOnly` of the environment.
@Suite struct EnabledEnvironmentTests {
  private final class Count: Sendable {
    private let number = Locked(0)
    func add() { number.withLock { $0 += 1 } }
    var value: Int { number.withLock { $0 } }
  }

  /// Creates a form of 100 x 100 with a tappable box and a button, each 100 x 50.
  private func form(_ taps: Count) throws -> (h: HeadlessStage, form: BoxNode, card: BoxNode, button: ButtonNode) {
    let (form, card, button) = (BoxNode(), BoxNode(), ButtonNode("Go"))
    form.style.direction = .column
    for node in [card, button] as [AnyNode] {
      node.style.height = .points(50)
      node.style.width = .points(100)
    }
    card.focusability = .always
    card.onTap { taps.add() }
    button.onTap { taps.add() }
    form.addSubnode(card)
    form.addSubnode(button)
    return (try HeadlessStage(width: 100, height: 100) { form }, form, card, button)
  }

  @Test func aDisabledFormDisablesEverythingInIt() throws {
    let taps = Count()
    let (h, form, card, button) = try form(taps)
    try h.tap(at: Point(50, 25))
    try h.tap(at: Point(50, 75))
    #expect(taps.value == 2)
    form.environment[\.isEnabled] = false
    try h.settle()
    try h.tap(at: Point(50, 25))
    try h.tap(at: Point(50, 75))
    try h.key(.tab)
    try h.key(.enter)
    #expect(taps.value == 2 && h.stage.focusedNode == nil)
    #expect(button.state == .disabled && button.isEnabled, "the value is as the program set it")
    #expect(card.resolvedSemantics.isDisabled == true && button.resolvedSemantics.isDisabled == true)
    form.environment[\.isEnabled] = true
    try h.settle()
    try h.tap(at: Point(50, 75))
    try h.advance(by: 0.1)
    #expect(taps.value == 3 && button.state == .normal)
  }

  @Test func rowsOfADisabledTableAreNotChosenButScroll() throws {
    let table = TableNode(ListSnapshot<Int, Int>(items: Array(0..<50))) { TextNode("Row \($0)") }
    (table.rowHeight, table.selection) = (20, .single)
    let h = try HeadlessStage(width: 100, height: 100) { table }
    try h.tap(at: Point(50, 30))
    #expect(table.selectedRows == [ListIndex(0, 1)] && h.stage.focusedNode === table)
    table.environment[\.isEnabled] = false
    try h.settle()
    try h.tap(at: Point(50, 70))
    for key in [KeyPress.Key.down, .enter, .space] { try h.key(key) }
    #expect(table.selectedRows == [ListIndex(0, 1)])
    try h.drag(from: Point(50, 90), to: Point(50, 30), over: 0.2)
    try h.advance(by: 2)
    #expect(table.contentOffset.y > 0)
  }

  @Test func aScreenReaderActivatesNothingInADisabledForm() throws {
    let taps = Count()
    let (h, form, card, button) = try form(taps)
    form.environment[\.isEnabled] = false
    try h.settle()
    for node in [card, button] as [AnyNode] { #expect(!h.stage.perform(.activate, on: SemanticsID(node: node.serial))) }
    #expect(taps.value == 0)
  }

  @Test func aPartOfADisabledFormCanBeEnabled() throws {
    let taps = Count()
    let (h, form, _, button) = try form(taps)
    form.environment[\.isEnabled] = false
    button.environment[\.isEnabled] = true
    try h.settle()
    try h.tap(at: Point(50, 75))
    try h.advance(by: 0.1)
    #expect(taps.value == 1 && button.state == .normal)
  }

  @Test func scenesSetThem() throws {
    let h = try HeadlessStage(
      scene: """
        tessera: 1
        size: [100, 50]
        root:
          type: box
          environment: {enabled: false, readOnly: true}
          children:
            - {type: button, id: go, title: Go}
        """)
    let go = try h.node("go")
    #expect(!go.environment[\.isEnabled] && go.environment[\.isReadOnly] && (go as? ButtonNode)?.state == .disabled)
  }
}

/// Animatable numbers that a type derives from its value.
@Suite struct UnlistedAttributeTests {
  private struct Lamp: NodeType, StateMotionType {
    static let typeName = "lamp"
    var isOn = false
    var light: Double?
    static var attributes: [NodeAttribute<Lamp>] {
      [
        .boolean("lit", \.isOn, help: "Whether it is on."),
        NodeAttribute("light", kind: .number(0...1), help: "Light.", get: { .number($0.isOn ? 1 : 0) }, set: { $0.light = $1.number })
          .unlisted(),
      ]
    }
    static func stateMotion(from old: Lamp, to new: Lamp) -> Motion? { .linear(1) }
    func draw(in canvas: borrowing Canvas, context: DrawContext) {
      canvas.fill(Rect(size: context.size), .color(Color(white: Float(light ?? (isOn ? 1 : 0)))))
    }
  }

  @Test func listsOmitThem() throws {
    let type = NodeTypeDescriptor.of(Lamp.self)
    #expect(type.attributes.map(\.name) == ["lit"] && type.kind(of: "light") == nil && !type.attributeNames.contains("light"))
    var registry = NodeRegistry.standard
    try registry.register(Lamp.self)
    try registry.check()
    #expect(throws: (any Error).self) {
      try HeadlessStage(scene: "tessera: 1\nsize: [9, 9]\nroot: {type: lamp, light: 1}", registry: registry)
    }
  }

  @Test func aChangeOfTheValueMovesThem() throws {
    let lamp = Node(Lamp())
    let h = try HeadlessStage(width: 10, height: 10) { lamp }
    #expect(h.framebuffer.color(x: 5, y: 5) == .black)
    lamp.isOn = true
    try h.advance(by: 0.5)
    let half = h.framebuffer.color(x: 5, y: 5)
    #expect(half.red > 0.4 && half.red < 0.6)
    try h.advance(by: 0.6)
    #expect(h.framebuffer.color(x: 5, y: 5) == .white && lamp.light == nil)
  }
}
