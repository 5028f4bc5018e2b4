@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender
import Testing

private struct LevelKey: EnvironmentKey { static let defaultValue = 0.0 }

extension EnvironmentValues {
  fileprivate var level: Double {
    get { self[LevelKey.self] }
    set { self[LevelKey.self] = newValue }
  }
}

/// Node type whose code reads and changes its own node in every hook that used to run with a lock held.
private struct Meddler: StateMotionType, ValueObservingType, PropertyAdjustingType, StyleAdjustingType {
  /// Node of the type, a node next to it and a model, while the test changes the node.
  static let nodes = Locked<(own: Node<Meddler>, other: BoxNode)?>(nil)
  static let model = Model(0.0)
  /// Functions called since the last change.
  static let called = Locked<Set<String>>([])

  /// Reads and changes the node, its value, its environment and the tree, once for each function.
  static func meddle(_ name: String) {
    guard let (node, other) = nodes.withLock({ $0 }), called.withLock({ $0.insert(name).inserted }) else { return }
    _ = (node.value.level, node.loud, node.note, node.style, node.presented, node.frame, node.attribute("level"), node.environment[\.tint])
    node.count += 1
    node.update { $0.count += 1 }
    node.style.flexShrink += 1
    node.opacity = 0.5
    node.setNeedsDisplay()
    node.setNeedsStyle()
    node.setNeedsProperties()
    node.environment[\.tint] = Color(rgb: 0xFF0000)
    node.addSubnode(other)
    other.removeFromSupernode()
  }

  static let typeName = "meddler"
  static let attributes: [NodeAttribute<Meddler>] = [
    NodeAttribute(
      "level", kind: .number(0...1), help: "",
      get: {
        meddle("get")
        return .number($0.level)
      },
      set: {
        meddle("set")
        $0.level = $1.number ?? 0
      })
  ]
  var level = 0.0
  var count = 0
  var note = "" {
    didSet { Self.meddle("didSet") }
  }
  var loud: String {
    get {
      Self.meddle("computed get")
      return note + "!"
    }
    set {
      Self.meddle("computed set")
      note = newValue
    }
  }

  static func == (a: Meddler, b: Meddler) -> Bool {
    meddle("==")
    return a.level == b.level && a.note == b.note && a.count == b.count
  }

  static func invalidation(from old: Meddler, to new: Meddler) -> Invalidation {
    meddle("invalidation")
    return [.layout, .display]
  }

  static func stateMotion(from old: Meddler, to new: Meddler) -> Motion? {
    meddle("stateMotion")
    return .eased(.linear, duration: 1)
  }

  static func valueDidChange(_ node: Node<Meddler>) { meddle("valueDidChange") }

  func adjust(_ properties: inout NodeProperties, storage: NoStorage, in environment: EnvironmentValues) {
    properties.cornerRadii = CornerRadii(level + environment.level + Self.model.value)
    Self.meddle("adjust properties")
  }

  func adjust(_ style: inout LayoutStyle, storage: NoStorage, in environment: EnvironmentValues) {
    style.width = .points(10 + environment.level + Self.model.value)
    Self.meddle("adjust style")
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) { canvas.fill(context.contentRect, .color(.black)) }
}

/// Adjusts its properties to two members, and can change its node each time.
private struct Mixer: PropertyAdjustingType {
  final class Turns: NodeStorage {
    let state = Locked<(node: Node<Mixer>?, count: Int)>((nil, 0))
    init() {}
  }
  typealias Storage = Turns
  static let typeName = "mixer"
  static let model = Model(0)
  static let attributes: [NodeAttribute<Mixer>] = [.integer("b", \.b, in: 0...1_000_000, affects: .properties, help: "")]
  var a = 0
  var b = 0
  var c = 0

  func adjust(_ properties: inout NodeProperties, storage: Turns, in environment: EnvironmentValues) {
    let radius = properties.contentFade + Double(Self.model.value)
    properties.shadow = Shadow(color: .black, offset: Point(Double(a), Double(b)), radius: radius)
    let node = storage.state.withLock { state in
      state.count += 1
      return state.node
    }
    node?.contentFade += 0.001
  }
}

@Suite(.serialized) struct CallbackHookTests {
  private static let whole: Set<String> = ["invalidation", "stateMotion", "get", "valueDidChange", "adjust properties", "adjust style"]

  @Test func codeOfATypeMayReachItsNodeFromEveryHook() throws {
    let (root, node) = (BoxNode(), Node(Meddler()))
    root.addSubnode(node)
    let clock = ManualClock()
    let stage = try Stage(size: Size(100, 100), root: root, clock: clock, workers: WorkerPool(threads: 0))
    try stage.settle()
    Meddler.nodes.withLock { $0 = (node, BoxNode()) }
    defer { Meddler.nodes.withLock { $0 = nil } }

    /// Makes a change and expects calls of the functions `names`.
    func expect(_ names: Set<String>, _ what: Comment, _ change: () throws -> Void) throws {
      Meddler.called.withLock { $0 = [] }
      try change()
      for _ in 0..<3 {
        clock.advance(by: 0.1)
        try stage.frame()
      }
      try stage.settle()
      let missing = names.subtracting(Meddler.called.withLock { $0 })
      #expect(missing.isEmpty, what)
    }

    try expect(Self.whole, "a stored member") { node.level = 0.125 }
    try expect(Self.whole.union(["didSet"]), "an observed member") { node.note = "a" }
    try expect(Self.whole.union(["computed set", "didSet"]), "a computed member") { node.loud = "b" }
    try expect(["computed get"], "a read of a computed member") { _ = node.loud }
    try expect(Self.whole.union(["=="]), "update") { node.update { $0.level = 0.25 } }
    try expect(Self.whole.union(["==", "didSet"]), "an observed member in update") { node.update { $0.note = "u" } }
    try expect(Self.whole.union(["==", "computed set", "didSet"]), "a computed member in update") { node.update { $0.loud = "v" } }
    let before = node.count
    try expect(Self.whole, "an access of the node in update") {
      let count = node.update { value in
        value.level = 0.375
        return node.count
      }
      #expect(count >= before && node.level == 0.375)
    }
    try expect(Self.whole.union(["=="]), "a whole value") { node.value = Meddler(level: 0.5, note: "c") }
    try expect(Self.whole.union(["==", "set"]), "an attribute by name") { try node.setAttribute("level", to: .number(0.75)) }
    try expect(["get"], "a read of an attribute by name") { _ = node.attribute("level") }
    try expect(["set", "invalidation"], "a motion") { animate(.linear(1)) { node.level = 0 } }
    try expect(["adjust properties"], "properties") { node.cornerRadius = 3 }
    try expect(["adjust style"], "the style") { node.style.height = .points(20) }
    let adjusting: Set<String> = ["adjust properties", "adjust style"]
    try expect(adjusting, "the environment of the stage") { stage.environment[\.level] = 2 }
    try expect(adjusting, "the environment of a node above") { root.environment[\.level] = 1 }
    try expect(adjusting, "a model") { Meddler.model.value = 3 }
    try expect(["adjust properties"], "the direction") { stage.direction = .rtl }
    try expect(adjusting, "another place in the tree") {
      node.removeFromSupernode()
      root.addSubnode(node)
    }
    try expect(adjusting, "another root") {
      stage.root = BoxNode()
      stage.root = root
    }
    try expect(["valueDidChange"], "the same value") { node.value = node.value }
    #expect(node.note == "c" && node.level == 0 && node.count > 0)
    #expect(node.style.flexShrink > 1 && node.opacity == 0.5)
    #expect(node.presented.cornerRadii == CornerRadii(4), "1 of the node above and 3 of the model")
    #expect(node.frame.width == 14)
  }

  @Test(arguments: [false, true]) func noWriteIsLostIfThreadsSetDifferentMembers(isInAStage: Bool) throws {
    let node = Node(Mixer())
    let stage = try isInAStage ? manualStage(root: node) : nil
    try stage?.settle()
    WorkerPool(threads: 4).parallel(5) { part in
      for i in 1...500 {
        switch part {
        case 0: node.a = i
        case 1: try? node.setAttribute("b", to: .number(Double(i)))
        case 2: try? node.setAttribute("contentFade", to: .number(Double(i) / 10))
        default: node.update { $0.c += 1 }
        }
      }
    }
    #expect(node.value == Mixer(a: 500, b: 500, c: 1000))
    #expect(node.contentFade == 50)
  }

  @Test func propertiesAreAdjustedToTheNewestOfAllThatTheyAreMadeOf() throws {
    for round in 1...20 {
      let node = Node(Mixer())
      let stage = try manualStage(root: node)
      try stage.settle()
      WorkerPool(threads: 4).parallel(4) { part in
        for i in 1...50 {
          switch part {
          case 0: node.a = round + i
          case 1: node.b = round + 2 * i
          case 2: node.contentFade = Double(i)
          default: Mixer.model.value = round + 3 * i
          }
        }
      }
      let shadow = node.presented.shadow
      #expect(shadow?.offset == Point(Double(round + 50), Double(round + 100)) && shadow?.radius == Double(50 + round + 150))
    }
  }

  @Test func anUpdateThatWritesItsNodeEachTimeTerminates() {
    let node = Node(Mixer())
    let runs = node.update { value -> Int in
      node.a += 1
      value.b += 1
      return node.a
    }
    #expect(runs > 1 && node.b == 1 && node.a == runs - 1, "its own result replaces what it wrote last")
  }

  @Test func anUpdateRunsAgainWithTheValueOfAnotherThread() {
    let node = Node(Mixer())
    var seen: [Int] = []
    node.update { value in
      seen.append(value.a)
      if seen.count == 1 { node.a = 7 }
      value.b = value.a + 1
    }
    #expect(seen == [0, 7] && node.value == Mixer(a: 7, b: 8))
  }

  @Test func aHookThatChangesItsInputEachTimeTerminates() {
    let node = Node(Mixer())
    node.storage.state.withLock { $0 = (node, 0) }
    node.a = 1
    #expect(node.storage.state.withLock { $0.count } == AnyNode.mostAdjustments)
    #expect(node.presented.shadow?.offset.x == 1)
    node.storage.state.withLock { $0.node = nil }
  }

  @Test func aMemberThatDeclaresItsWorkIsSetWithoutComparingValues() throws {
    let node = Node(Mixer())
    let stage = try manualStage(root: node)
    try stage.settle()
    let before = stage.statistics
    node.b = 7
    try stage.settle()
    #expect(stage.statistics.layouts == before.layouts && stage.statistics.draws == before.draws)
    #expect(node.presented.shadow?.offset.y == 7)
  }
}
