import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

@testable import Tessera

@Suite struct SemanticsTreeTests {
  private func labelled(_ label: String, _ role: SemanticsRole = .text) -> BoxNode {
    let node = BoxNode()
    node.style.width = .points(10)
    node.style.height = .points(10)
    node.semantics = NodeSemantics(role, label: label)
    return node
  }

  /// Builds a tree of the stage from scratch.
  private func fresh(_ stage: Stage) -> SemanticsTree {
    let kept = stage.loop.accessibility.records
    stage.loop.accessibility.records = SemanticsRecords()
    defer { stage.loop.accessibility.records = kept }
    return stage.semanticsTree
  }

  @Test func oneLabelOfAThousandCostsOneNode() throws {
    let root = BoxNode()
    root.style.wrap = .wrap
    var cells: [BoxNode] = []
    for row in 0..<100 {
      let group = BoxNode()
      for column in 0..<9 {
        let cell = labelled("\(row).\(column)")
        group.addSubnode(cell)
        cells.append(cell)
      }
      root.addSubnode(group)
    }
    let h = try HeadlessStage(width: 400, height: 400) { root }
    #expect(h.stage.loop.accessibility.records.visits == 0 && h.stage.loop.accessibility.records.records.isEmpty)
    #expect(h.stage.semanticsTree.all().count == 901 && h.stage.loop.accessibility.records.visits == 1001)
    _ = h.stage.semanticsTree
    #expect(h.stage.loop.accessibility.records.visits == 1001)
    cells[500].semantics.label = "new"
    try h.settle()
    #expect(h.stage.semanticsTree.all().contains { $0.semantics.label == "new" } && h.stage.loop.accessibility.records.visits == 1002)
    // A change that affects supernodes visits only these.
    cells[500].isHidden = true
    try h.settle()
    #expect(h.stage.semanticsTree.readingOrder.count == 899 && h.stage.loop.accessibility.records.visits <= 1006)
    cells[500].removeFromSupernode()
    try h.settle()
    #expect(h.stage.semanticsTree.all().count == 900 && h.stage.loop.accessibility.records.visits <= 1050)
    #expect(h.stage.semanticsTree == fresh(h.stage))
  }

  @Test func theTreeAfterRandomChangesEqualsAFreshOne() throws {
    for seed in 1...4 {
      var random = Dice(seed: UInt64(seed))
      let root = BoxNode()
      var nodes: [BoxNode] = [root]
      let h = try HeadlessStage(width: 300, height: 300) { root }
      _ = h.stage.semanticsTree
      for step in 0..<150 {
        let node = nodes[random.next(nodes.count)]
        switch random.next(12) {
        case 0, 1, 2:
          let new = labelled("\(step)", SemanticsRole.allCases[random.next(SemanticsRole.allCases.count)])
          if random.next(3) == 0 { new.semantics = NodeSemantics() }
          node.insertSubnode(new, at: random.next(node.subnodes.count + 1))
          nodes.append(new)
        case 3: node.semantics.label = "label \(step)"
        case 4: node.semantics.order = random.next(5) - 2
        case 5: node.semantics.grouping = [nil, .merged, .separate][random.next(3)]
        case 6: node.isHidden.toggle()
        case 7: node.style.direction = [.row, .column, .rowReverse, .columnReverse][random.next(4)]
        case 8: node.semantics.role = [nil, SemanticsRole.none, .button, .group, .text][random.next(5)]
        case 9: node.style.height = .points(Double(random.next(40)))
        case 10 where node !== root && node.supernode != nil:
          let target = nodes[random.next(nodes.count)]
          if !sequence(first: target as AnyNode, next: \.supernode).contains(where: { $0 === node }) { target.addSubnode(node) }
        case 11 where node !== root && random.next(3) == 0: node.removeFromSupernode()
        default: node.onTap {}
        }
        // Several changes may be read together.
        guard random.next(3) > 0 else { continue }
        try h.settle()
        let (tree, anew) = (h.stage.semanticsTree, fresh(h.stage))
        #expect(tree == anew, "seed \(seed), step \(step):\n\(tree.text())\nbuilt anew:\n\(anew.text())")
        if tree != anew { return }
      }
    }
  }

  @Test func rowsAreReadFromWhereLinesStartAndOrdersOverride() throws {
    let root = BoxNode()
    root.style.direction = .rowReverse
    let nodes = ["a", "b", "c"].map { labelled($0) }
    for node in nodes { root.addSubnode(node) }
    let h = try HeadlessStage(width: 100, height: 20) { root }
    func read() throws -> String {
      try h.settle()
      return h.stage.semanticsTree.readingOrder.compactMap(\.semantics.label).joined()
    }
    #expect(try read() == "cba")
    h.stage.direction = .rtl
    #expect(try read() == "cba")
    root.style.direction = .row
    #expect(try read() == "abc")
    nodes[2].semantics.order = -1
    #expect(try read() == "cab")
    nodes[2].semantics.order = nil
    nodes[0].style.position = .absolute
    nodes[0].style.inset.bottom = .points(0)
    #expect(try read() == "bca" || read() == "abc")
  }

  @Test func mergedContentsGiveTheLabelAndKeepInteractiveElements() throws {
    let (row, title, toggle) = (BoxNode(), labelled("Wi-Fi"), labelled("On", .switch))
    row.addSubnode(title)
    row.addSubnode(toggle)
    row.semantics = NodeSemantics(.row)
    row.semantics.grouping = .merged
    let h = try HeadlessStage(width: 100, height: 20) { row }
    #expect(h.stage.semanticsTree.text() == "window\n  row \"Wi-Fi, On\"\n    switch \"On\"\n")
    title.semantics.label = "Wi-Fi network"
    try h.settle()
    #expect(h.stage.semanticsTree.all()[1].semantics.label == "Wi-Fi network, On")
    title.semantics.isHidden = true
    try h.settle()
    #expect(h.stage.semanticsTree.all()[1].semantics.label == "On")
  }

  @Test func idsAreNeverReused() {
    var seen = Set<UInt64>()
    for _ in 0..<1000 { seen.insert(BoxNode().serial) }
    #expect(seen.count == 1000)
  }

  @Test func nodesThatLeaveAreReleased() throws {
    let root = BoxNode()
    let h = try HeadlessStage(width: 100, height: 20) { root }
    weak var gone: AnyNode?
    do {
      let node = labelled("gone")
      root.addSubnode(node)
      gone = node
    }
    try h.settle()
    #expect(h.stage.semanticsTree.all().count == 2)
    gone?.removeFromSupernode()
    try h.settle()
    root.setNeedsLayout()
    try h.settle()
    #expect(gone == nil && h.stage.semanticsTree.all().count == 1)
  }

  @Test func aModalOverlayMakesTheRestUnreachable() throws {
    let (root, button, menu, item) = (BoxNode(), labelled("Open", .button), BoxNode(), labelled("Copy", .menuItem))
    root.addSubnode(button)
    menu.addSubnode(item)
    let taps = Locked(0)
    button.onTap { taps.withLock { $0 += 1 } }
    let h = try HeadlessStage(width: 100, height: 100) { root }
    let overlay = button.present(overlay: menu, options: [.blocksOutsideTouches, .appearsAtOnce])
    try h.settle()
    var tree = h.stage.semanticsTree
    #expect(tree.text() == "window\n  button \"Open\" [activate]\n  dialog (modal)\n    menuItem \"Copy\"\n")
    #expect(tree.readingOrder.compactMap(\.semantics.label) == ["Copy"])
    #expect(!h.stage.perform(.activate, on: SemanticsID(node: button.serial)) && taps.withLock { $0 } == 0)
    #expect(h.stage.perform(.dismiss, on: SemanticsID(node: item.serial)))
    try h.settle()
    tree = h.stage.semanticsTree
    #expect(!overlay.isPresented && tree.modal == nil && tree.readingOrder.compactMap(\.semantics.label) == ["Open"])
    #expect(h.stage.perform(.activate, on: SemanticsID(node: button.serial)) && taps.withLock { $0 } == 1)
    #expect(tree == fresh(h.stage))
  }

  @Test func placesReportFrameAndVisibilityOfElements() throws {
    let (root, seen, beyond, hidden) = (BoxNode(), labelled("seen"), labelled("beyond"), labelled("hidden"))
    for node in [seen, beyond, hidden] { root.addSubnode(node) }
    for node in [beyond, hidden] { node.style.position = .absolute }
    beyond.style.inset.left = .points(500)
    hidden.isHidden = true
    let h = try HeadlessStage(width: 100, height: 100, scale: 2) { root }
    _ = h.stage.semanticsTree
    func place(_ node: AnyNode) -> SemanticsPlace? { h.stage.semanticsPlace(of: SemanticsID(node: node.serial)) }
    #expect(place(seen) == SemanticsPlace(frame: Rect(0, 0, 10, 10), visibility: .visible))
    #expect(place(beyond) == SemanticsPlace(frame: Rect(500, 0, 10, 10), visibility: .offScreen))
    #expect(place(hidden)?.visibility == .hidden && place(labelled("none")) == nil)
    #expect(h.stage.semanticsPlace(of: .stage)?.frame == Rect(0, 0, 100, 100))
  }
}

/// Numbers that are the same in each run.
private struct Dice {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next(_ count: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(count))
  }
}
