@testable import ControlsPlugin
@testable import Tessera
import TesseraKit
import TesseraTestSupport
import Testing

/// Dialogs and toasts.
@Suite struct PanelTests {
  private static let buttons = [
    DialogButton("Cancel", value: "cancel", kind: .cancel), DialogButton("Reset", value: "reset", kind: .danger),
  ]

  private func start(_ openers: [AnyNode], width: Double = 480, height: Double = 320) throws -> HeadlessStage {
    try HeadlessStage(width: width, height: height) {
      let root = BoxNode()
      root.style.direction = .column
      root.addSubnode(ButtonNode("Below"))
      for opener in openers { root.addSubnode(opener) }
      return root
    }
  }

  private func panel(_ h: HeadlessStage) throws -> Node<DialogPanel> {
    try h.advance(by: 0.3)
    return try #require(h.stage.overlays.last?.node as? Node<DialogPanel>)
  }

  private func toasts(_ h: HeadlessStage) -> [String] {
    h.stage.overlays.compactMap { ($0.node as? Node<ToastPanel>)?.text }
  }

  private func button(_ title: String, in node: AnyNode) throws -> Node<PanelButton> {
    try #require(node.find(PanelButton.self) { $0.title == title })
  }

  @Test func theSheet() throws {
    let box = "{type: box, id: ID$, style: {width: 316, height: HEIGHT, flexShrink: 0}}"
    let rows = [("short", "260"), ("three", "340"), ("toast", "64"), ("act", "64")].map { id, height in
      "- " + box.replacing("ID", with: id).replacing("HEIGHT", with: height)
    }
    let h = try ControlSheet.stage(rows.joined(separator: "\n"), width: 340, height: 780)
    for mode in ControlSheet.modes {
      func add(_ node: AnyNode, to id: String) throws {
        (node.style.width, node.style.height) = (.percent(100), .percent(100))
        try #require(h.root.find(id + mode.name)).addSubnode(node)
      }
      let short = Dialog(true, "Reset the oven?", text: "All programs are deleted. This takes a minute.", buttons: Self.buttons)
      try add(Node(DialogPanel(short)), to: "short")
      let three = Dialog(
        true, "Update", text: "Version 2 is here.",
        buttons: [DialogButton("Install", kind: .primary), "Tonight", DialogButton("Later", kind: .cancel)])
      try add(Node(DialogPanel(three)), to: "three")
      try add(Node(ToastPanel(Toast(true, "Saved"))), to: "toast")
      try add(Node(ToastPanel(Toast(true, "Program deleted", action: "Undo"))), to: "act")
    }
    try h.settle()
    try expectGolden(h.framebuffer, "dialog")
  }

  @Test func onBlackAndWhite() throws {
    let dialog = DialogNode(Dialog(true, "Reset the oven?", text: "All programs are deleted.", buttons: Self.buttons))
    let h = try start([dialog, ToastNode(Toast(true, "Saved", action: "Undo"))])
    h.stage.environment[\.theme].mode = .paper
    h.stage.textAntialiasing = .bilevel
    try h.advance(by: 0.5)
    try expectGolden(h.framebuffer, "dialog-bilevel")
    let gray = (0..<480 * 320).count { ![.black, .white].contains(h.framebuffer.color(x: $0 % 480, y: $0 / 480)) }
    #expect(gray == 0)
  }

  @Test func aDialogCoversTheScreenAndKeepsTheFocus() throws {
    let asks = Model(false)
    let dialog = DialogNode(Binding(asks, \.value), "Reset?", buttons: Self.buttons)
    let h = try start([dialog])
    try h.key(.tab)
    let below = h.stage.focusedNode
    #expect(below is ButtonNode && h.stage.overlays.isEmpty)
    asks.value = true
    try h.settle()
    let panel = try panel(h)
    #expect(panel.frame.size == Size(480, 320) && h.stage.convert(.zero, from: panel) == .zero)
    let (cancel, reset) = (try button("Cancel", in: panel), try button("Reset", in: panel))
    #expect(h.stage.focusedNode === cancel, "the least harmful button")
    try h.key(.tab)
    #expect(h.stage.focusedNode === reset)
    try h.key(.tab)
    #expect(h.stage.focusedNode === cancel)
    try h.tap(at: Point(20, 10))
    try h.advance(by: 0.3)
    #expect(!asks.value && h.stage.overlays.isEmpty && h.stage.focusedNode === below)
  }

  @Test func buttonsSendTheirValueAndCloseTheDialog() throws {
    let (asks, chosen) = (Model(true), Locked<[String]>([]))
    let dialog = DialogNode(Binding(asks, \.value), "Reset?", buttons: Self.buttons)
    dialog.onChoose { value in chosen.withLock { $0.append(value) } }
    let h = try start([dialog])
    var panel = try panel(h)
    let reset = try button("Reset", in: panel)
    try h.tap(at: try #require(h.stage.convert(Point(20, 20), from: reset)))
    try h.advance(by: 0.3)
    #expect(chosen.withLock { $0 } == ["reset"] && !asks.value && !dialog.isOpen)
    asks.value = true
    try h.settle()
    panel = try self.panel(h)
    try h.key(.escape)
    try h.advance(by: 0.3)
    #expect(chosen.withLock { $0 } == ["reset", "cancel"] && h.stage.overlays.isEmpty)
    asks.value = true
    try h.settle()
    panel = try self.panel(h)
    try h.key(.next)
    try h.key(.enter)
    try h.advance(by: 0.3)
    #expect(chosen.withLock { $0 } == ["reset", "cancel", "reset"], "an encoder turns and presses")
    #expect(h.stage.nextDeadline == nil)
  }

  @Test func aDialogWithoutCancelIsLeftOnlyByItsButtons() throws {
    let dialog = DialogNode(Dialog(true, "Sign in", buttons: ["OK"]))
    let h = try start([dialog])
    let panel = try panel(h)
    try h.key(.escape)
    try h.tap(at: Point(5, 5))
    #expect(dialog.isOpen)
    #expect(h.stage.perform(.activate, on: SemanticsID(node: try button("OK", in: panel).serial)) && !dialog.isOpen)
    let empty = DialogNode(Dialog(true, "Nothing", buttons: []))
    let other = try start([empty])
    _ = try self.panel(other)
    try other.key(.escape)
    #expect(!empty.isOpen)
  }

  @Test func aDialogIsModalForScreenReaders() throws {
    let h = try start([DialogNode(Dialog(true, "Reset?", text: "All is lost.", buttons: Self.buttons))])
    let semantics = try panel(h).resolvedSemantics
    #expect(semantics.role == .dialog && semantics.label == "Reset?" && semantics.hint == "All is lost." && semantics.isModal == true)
  }

  @Test func aDialogThatLeavesTheScreenIsDismissed() throws {
    let dialog = DialogNode(Dialog(true, "Reset?", buttons: Self.buttons))
    let h = try start([dialog])
    _ = try panel(h)
    dialog.removeFromSupernode()
    try h.advance(by: 0.3)
    #expect(h.stage.overlays.isEmpty && dialog.isOpen, "it would open again with its screen")
  }

  @Test func aToastDisappearsAfterItsTime() throws {
    let saved = Model(true)
    let h = try start([ToastNode(Binding(saved, \.value), "Saved")])
    try h.advance(by: 3.5, step: 0.1)
    #expect(toasts(h) == ["Saved"])
    let panel = try #require(h.stage.overlays.first?.node)
    let corner = try #require(h.stage.convert(.zero, from: panel))
    #expect(corner.y + panel.frame.height == 304 && abs(corner.x + panel.frame.width / 2 - 240) <= 1)
    try h.advance(by: 1, step: 0.1)
    #expect(toasts(h).isEmpty && !saved.value && h.stage.nextDeadline == nil)
  }

  @Test func toastsAreShownOneAtATime() throws {
    let nodes = (0..<8).map { ToastNode(Toast(true, "\($0)")) }
    let h = try start(nodes)
    try h.advance(by: 0.5, step: 0.1)
    #expect(toasts(h) == ["0"] && nodes.filter(\.isOpen).count == 1 + ToastQueue.limit, "the queue is limited")
    var seen: [String] = []
    for _ in 0..<60 {
      try h.advance(by: 0.5, step: 0.25)
      for text in toasts(h) where seen.last != text { seen.append(text) }
    }
    #expect(seen == ["0", "4", "5", "6", "7"] && nodes.allSatisfy { !$0.isOpen } && h.stage.nextDeadline == nil)
  }

  @Test func theActionOfAToastKeepsItOnTheScreen() throws {
    let (toast, count) = (ToastNode(Toast(true, "Deleted", action: "Undo")), Locked(0))
    toast.onAct { count.withLock { $0 += 1 } }
    let h = try start([toast])
    try h.advance(by: 1, step: 0.25)
    try h.key(.tab)
    try h.key(.tab)
    #expect(h.stage.focusedNode is Node<PanelButton>)
    try h.advance(by: 20, step: 0.5)
    #expect(toasts(h) == ["Deleted"], "it stays while its action has the focus")
    try h.key(.enter)
    try h.advance(by: 0.5)
    #expect(count.withLock { $0 } == 1 && toasts(h).isEmpty)
  }

  @Test func aSwipeSendsAToastAway() throws {
    let toast = ToastNode(Toast(true, "Saved", isUrgent: true))
    let h = try start([toast])
    try h.advance(by: 0.5)
    let semantics = try #require(h.stage.overlays.first?.node.resolvedSemantics)
    #expect(semantics.role == .alert && semantics.liveRegion == .assertive)
    try h.drag(from: Point(240, 280), to: Point(320, 280))
    try h.advance(by: 0.5)
    #expect(!toast.isOpen && toasts(h).isEmpty)
  }

  @Test func anyTextFits() throws {
    for text in ["", String(repeating: "W", count: 10_000), String(repeating: "word ", count: 2_000)] {
      for (width, height) in [(480.0, 320.0), (120, 60), (1, 1)] {
        let buttons = [DialogButton(text), DialogButton("b", kind: .cancel)]
        let (dialog, toast) = (DialogNode(Dialog(true, text, text: text, buttons: buttons)), ToastNode(Toast(true, text, action: text)))
        let h = try start([dialog, toast], width: width, height: height)
        try h.advance(by: 0.5, step: 0.25)
        #expect(width < 480 || h.stage.overlays.count == 2)
        _ = h.stage.semanticsTree.text()
        for key in [KeyPress.Key.tab, .right, .enter, .next, .escape] { try h.key(key) }
        (dialog.isOpen, toast.isOpen) = (false, false)
        try h.advance(by: 1, step: 0.25)
        #expect(h.errors.isEmpty && h.stage.overlays.isEmpty)
      }
    }
  }

  @Test func scenesOpenThemAndReadTheChoice() throws {
    let h = try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/dialogs.yaml")
    try h.tap(id: "reset")
    let panel = try panel(h)
    #expect(h.stage.perform(.activate, on: SemanticsID(node: try button("Reset", in: panel).serial)))
    try h.advance(by: 0.5)
    #expect(toasts(h) == ["Programs deleted"])
    let toast = try #require(h.stage.overlays.first?.node)
    #expect(h.stage.perform(.activate, on: SemanticsID(node: try button("Undo", in: toast).serial)))
    try h.advance(by: 0.5)
    #expect(h.stage.overlays.isEmpty && h.errors.isEmpty)
    #expect(try h.node("programs").attribute("string") == .text("3 programs"))
  }
}
