import TesseraContainers
import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

/// Interface states over everything that moves nodes: screens, tabs, lists, changes of the tree. What nodes were told is the proof.
@Suite struct InterfaceStateTests {
  private static let order = ["idle", "measured", "preload", "display", "visible"]

  /// Checks that what every node was told is a walk of single steps from idle, and returns where each is.
  private func check(_ log: Log, _ what: String) throws -> [String: String] {
    var states: [String: String] = [:]
    for entry in log.all where entry.contains(">") {
      let words = entry.split(separator: " ").map(String.init)
      let steps = words[1].split(separator: ">").map(String.init)
      let from = states[words[0]] ?? "idle"
      let (a, b) = (Self.order.firstIndex(of: steps[0]) ?? -9, Self.order.firstIndex(of: steps[1]) ?? 9)
      if steps[0] != from || abs(a - b) != 1 { throw TestFailure("\(what): \(words[0]) is \(from) and is told \(words[1])") }
      states[words[0]] = steps[1]
    }
    return states
  }

  @Test(arguments: 0..<12) func everyNodeReceivesStateChangesInSingleStepsInOrder(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let log = Log()
    var made = 0
    func newRow() -> Node<Row> {
      made += 1
      let node = row(made, log)
      node.name = "r\(made)"
      return node
    }
    func newScreen() -> ScreenNode {
      let list = ScrollNode()
      list.style.flexGrow = 1
      list.style.flexBasis = .points(0)
      for _ in 0..<Int.random(in: 0...12, using: &random) { list.addSubnode(newRow()) }
      let screen = ScreenNode("s", content: list)
      screen.background = .color(.white)
      if Bool.random(using: &random) { screen.addSubnode(newRow()) }
      return screen
    }
    let screens = ScreensNode(root: newScreen())
    let tabs = TabsNode([ScreenNode("stack", content: screens), newScreen()])
    screens.style.flexGrow = 1
    tabs.style.flexGrow = 1
    tabs.transition = Bool.random(using: &random) ? .fade : ScreenTransition.none
    let root = BoxNode()
    root.addSubnode(tabs)
    let h = try HeadlessStage(width: 100, height: 200) { root }
    func lists() -> [ScrollNode] { screens.screens.compactMap { $0.subnodes.first as? ScrollNode } }
    for _ in 0..<90 {
      let transition = ScreenTransition(ScreenTransition.Kind.allCases.randomElement(using: &random) ?? .none, duration: 0.1)
      switch Int.random(in: 0..<14, using: &random) {
      case 0, 1: screens.push(newScreen(), transition: transition)
      case 2: screens.pop(transition: transition)
      case 3: if let screen = screens.screens.randomElement(using: &random) { screens.pop(to: screen, transition: transition) }
      case 4: screens.replace(with: newScreen(), transition: transition)
      case 5: screens.present(newScreen(), as: .sheet, transition: transition)
      case 6: tabs.select(Int.random(in: 0...1, using: &random))
      case 7, 8:
        lists().randomElement(using: &random)?.contentOffset = Point(0, Double.random(in: 0...400, using: &random))
      case 9: lists().randomElement(using: &random)?.insertSubnode(newRow(), at: Int.random(in: 0...5, using: &random))
      case 10: lists().randomElement(using: &random)?.subnodes.randomElement(using: &random)?.removeFromSupernode()
      case 11: lists().randomElement(using: &random)?.subnodes.randomElement(using: &random)?.isHidden.toggle()
      case 12:
        // From one list to another.
        if let node = lists().randomElement(using: &random)?.subnodes.first { lists().randomElement(using: &random)?.addSubnode(node) }
      default: try h.drag(from: Point(4, 100), to: Point(Double.random(in: 10...95, using: &random), 100), steps: 3, over: 0.05)
      }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: try h.settle()
      case 1: try h.advance(by: Double.random(in: 0...0.15, using: &random))
      default: try h.stage.frame()
      }
      _ = try check(log, "seed \(seed)")
    }
    try h.advance(by: 1)
    let states = try check(log, "seed \(seed)")
    // What nodes were told is where they are.
    var stack = [root as AnyNode]
    var present = Set<String>()
    while let node = stack.popLast() {
      stack += node.subnodes
      guard let row = node as? Node<Row> else { continue }
      present.insert(row.name)
      #expect(states[row.name] ?? "idle" == "\(row.interfaceState)", "seed \(seed)")
    }
    for (name, state) in states where !present.contains(name) { #expect(state == "idle", "seed \(seed): \(name) has left") }
    h.stage.root = BoxNode()
    try h.settle()
    #expect(try check(log, "seed \(seed)").values.allSatisfy { $0 == "idle" })
  }
}
