@testable import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

private struct DepthKey: EnvironmentKey { static let defaultValue = 0 }
private struct NameKey: EnvironmentKey { static let defaultValue = "none" }

extension EnvironmentValues {
  fileprivate var depth: Int {
    get { self[DepthKey.self] }
    set { self[DepthKey.self] = newValue }
  }
  fileprivate var name: String {
    get { self[NameKey.self] }
    set { self[NameKey.self] = newValue }
  }
}

/// Reads one of a plugin's values in its size and another while it draws, and counts.
private struct Follower: NodeType, EnvironmentObservingType {
  static let typeName = "follower"
  var label = ""
  var log: Log?
  static func == (a: Follower, b: Follower) -> Bool { a.label == b.label }
  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    log?.note("size \(label)")
    return range.clamp(Size(Double(10 + context.environment.depth), 10))
  }
  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    log?.note("draw \(label)")
    log?.note("\(label) is \(context.environment.name)")
  }
  static func environmentDidChange(_ node: Node<Follower>, from old: EnvironmentValues) {
    node.log?.note("told \(node.label) \(old.name)>\(node.environment[\.name])")
  }
}

/// Takes background and width from a plugin's values, and counts.
private struct Panel: StyleAdjustingType, PropertyAdjustingType {
  static let typeName = "panel"
  var label = ""
  var log: Log?
  @Environment(\.tint) var tint
  static func == (a: Panel, b: Panel) -> Bool { a.label == b.label }
  func adjust(_ style: inout LayoutStyle, storage: NoStorage, in environment: EnvironmentValues) {
    log?.note("style \(label)")
    style.width = .points(Double(10 + environment.depth))
  }
  func adjust(_ properties: inout NodeProperties, storage: NoStorage, in environment: EnvironmentValues) {
    log?.note("properties \(label)")
    if environment.name == "white" { properties.background = .color(.white) }
    if let tint { properties.background = .color(tint) }
  }
  func draw(in canvas: borrowing Canvas, context: DrawContext) { log?.note("draw \(label)") }
}

/// Node with an initial background that follows the colour scheme.
private struct Shade: InitialPropertiesType {
  static let typeName = "shade"
  static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.background = .color(.dynamic(light: .white, dark: .black))
    return properties
  }
}

/// Shows a panel that inherits only from it.
private struct Frame: NodeType {
  static let typeName = "frame"
  var log: Log?
  static func == (a: Frame, b: Frame) -> Bool { true }
  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    Row { Panel(label: "inner", log: log).environment(\.depth, 7) }
  }
}

/// Shows a subnode with its own environment, and one without.
private struct Pair: NodeType {
  static let typeName = "pair"
  var log: Log?
  var inner = "inner"
  static func == (a: Pair, b: Pair) -> Bool { a.inner == b.inner }
  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    Row {
      Follower(label: "a", log: log)
      Follower(label: "b", log: log).environment(\.name, inner)
    }
  }
}

@Suite struct EnvironmentTests {
  private let log = Log()

  private func follower(_ label: String) -> Node<Follower> {
    let node = Node(Follower(label: label, log: log))
    node.style.alignSelf = .start
    return node
  }

  @Test func valuesAreInheritedAndOverridden() {
    let (root, middle, leaf) = (BoxNode(), BoxNode(), BoxNode())
    root.addSubnode(middle)
    root.environment[\.name] = "root"
    middle.addSubnode(leaf)
    #expect(leaf.environment[\.name] == "root" && leaf.environment[\.depth] == 0)
    middle.environment[\.name] = "middle"
    middle.environment[\.depth] = 3
    root.environment[\.colorScheme] = .dark
    #expect(leaf.environment[\.name] == "middle" && leaf.environment[\.depth] == 3 && leaf.environment[\.colorScheme] == .dark)
    middle.environment.inherit(\.name)
    #expect(leaf.environment[\.name] == "root" && leaf.environment[\.depth] == 3)
    middle.environment.inheritAll()
    #expect(leaf.environment[\.depth] == 0)
    let other = BoxNode()
    other.environment[\.name] = "other"
    other.addSubnode(leaf)
    #expect(leaf.environment[\.name] == "other" && leaf.environment[\.colorScheme] == .light)
  }

  @Test func theStageSetsTheEnvironmentOfItsTree() throws {
    let leaf = BoxNode()
    let root = BoxNode()
    root.addSubnode(leaf)
    let stage = try manualStage(320, 600, root: root)
    #expect(leaf.environment[\.horizontalSizeClass] == .compact && leaf.environment[\.verticalSizeClass] == .regular)
    stage.environment[\.tint] = .black
    stage.reducesMotion = true
    #expect(leaf.environment[\.tint] == .black && leaf.environment[\.reducesMotion])
    try stage.resize(to: Size(800, 300), scale: 1)
    #expect(leaf.environment[\.horizontalSizeClass] == .regular && leaf.environment[\.verticalSizeClass] == .compact)
    stage.root = BoxNode()
    #expect(stage.root.environment[\.tint] == .black)
  }

  @Test func aChangeInvalidatesTheReadersOfItsKey() throws {
    let root = BoxNode()
    let (left, right) = (follower("left"), follower("right"))
    let plain = PatchNode("plain", log: log)
    for node in [left, right, plain] as [AnyNode] { root.addSubnode(node) }
    let stage = try manualStage(root: root)
    try stage.settle()
    log.clear()
    let before = stage.statistics
    stage.environment[\.name] = "new"
    try stage.settle()
    #expect(log.count("draw left") == 1 && log.count("draw right") == 1 && log.count("draw plain") == 0)
    #expect(log.count("size left") == 0 && stage.statistics.layouts == before.layouts)
    log.clear()
    left.environment[\.depth] = 20
    try stage.settle()
    #expect(left.frame.width == 30 && log.count("size left") > 0 && log.count("size right") == 0)
    #expect(stage.statistics.collectedNodes - before.collectedNodes == 1)
    log.clear()
    stage.environment[\.locale] = "de"
    try stage.settle()
    #expect(log.all.filter { !$0.hasPrefix("told") }.isEmpty)
  }

  @Test func aNodeThatSetsTheValueIsNotInvalidated() throws {
    let node = follower("a")
    node.environment[\.name] = "own"
    let stage = try manualStage(root: node)
    try stage.settle()
    log.clear()
    stage.environment[\.name] = "stage"
    try stage.settle()
    #expect(log.count("draw a") == 0)
  }

  @Test func nodesOfASpecInheritBeforeTheyAreMeasured() throws {
    let pair = Node(Pair(log: log))
    let stage = try manualStage(root: pair)
    stage.environment[\.depth] = 5
    stage.environment[\.name] = "stage"
    try stage.settle()
    #expect(pair.subnodes.map(\.frame.width) == [15, 15])
    #expect(log.count("a is stage") == 1 && log.count("b is inner") == 1 && log.count("a is none") == 0)
    #expect(stage.statistics.layouts == 1)
    log.clear()
    pair.inner = "other"
    try stage.settle()
    #expect(log.count("b is other") == 1 && log.count("draw a") == 0)
  }

  @Test func typesAndHandlersAreNotified() throws {
    let node = follower("a")
    let stage = try manualStage(root: node)
    try stage.settle()
    let log = log
    node.onEnvironmentChange { log.note("handler \($0.old.name)>\($0.new.name)") }
    log.clear()
    stage.environment[\.name] = "new"
    #expect(log.all.isEmpty)
    try stage.settle()
    #expect(log.all.prefix(2) == ["told a none>new", "handler none>new"])
  }

  @Test func handlersAreNotifiedOfANewScale() throws {
    let (root, inner) = (BoxNode(), BoxNode())
    root.addSubnode(inner)
    let stage = try manualStage(root: root)
    try stage.settle()
    let log = log
    inner.onEnvironmentChange { log.note("\($0.old.scale)>\($0.new.scale)") }
    try stage.resize(to: stage.size, scale: 2)
    try stage.settle()
    #expect(log.all == ["1.0>2.0"])
    stage.reducesMotion = true
    try stage.settle()
    #expect(log.all == ["1.0>2.0", "2.0>2.0"])
  }

  @Test func handlersAreNotifiedOfANewDirection() throws {
    let (root, inner) = (BoxNode(), BoxNode())
    root.addSubnode(inner)
    let stage = try manualStage(root: root)
    try stage.settle()
    let log = log
    inner.onEnvironmentChange { log.note("\($0.old.direction)>\($0.new.direction)") }
    stage.direction = .rtl
    try stage.settle()
    #expect(log.all == ["ltr>rtl"])
    // A node between them keeps its direction.
    root.direction = .rtl
    stage.direction = .ltr
    try stage.settle()
    #expect(log.all == ["ltr>rtl"])
    root.direction = nil
    try stage.settle()
    #expect(log.all == ["ltr>rtl", "rtl>ltr"])
  }

  @Test func aLayoutOutsideOfAStageUsesTheGivenEnvironment() {
    var environment = EnvironmentValues()
    environment[DepthKey.self] = 7
    #expect(
      follower("a").layout(available: AvailableSize(width: .unlimited, height: .unlimited), environment: environment).frame.width == 17)
  }

  @Test func aBackgroundFollowsAKeyWithoutADraw() throws {
    let root = BoxNode()
    let (left, right) = (Node(Panel(label: "left", log: log)), Node(Panel(label: "right", log: log)))
    for node in [left, right] as [AnyNode] {
      node.style.height = .points(10)
      root.addSubnode(node)
    }
    right.environment[\.name] = "own"
    let stage = try manualStage(40, 20, root: root)
    try stage.settle()
    let before = stage.statistics
    log.clear()
    stage.environment[\.name] = "white"
    try stage.settle()
    #expect(bytes(stage.framebuffer)[0] == 255 && left.background == nil)
    #expect(log.count("properties left") == 1 && log.count("properties right") == 0)
    #expect(stage.statistics.draws == before.draws && stage.statistics.layouts == before.layouts)
    #expect(log.count("draw left") == 0)
    log.clear()
    stage.environment[\.locale] = "de"
    try stage.settle()
    #expect(log.all.isEmpty)
    stage.environment[\.tint] = .black
    try stage.settle()
    #expect(bytes(stage.framebuffer)[0] == 0 && stage.statistics.draws == before.draws)
  }

  @Test func aStyleFollowsAKeyWithOneLayout() throws {
    let root = BoxNode()
    let panel = Node(Panel(label: "panel", log: log))
    panel.style.alignSelf = .start
    root.addSubnode(panel)
    let stage = try manualStage(60, 20, root: root)
    try stage.settle()
    #expect(panel.frame.width == 10)
    let before = stage.statistics
    stage.environment[\.depth] = 20
    try stage.settle()
    #expect(panel.frame.width == 30 && stage.statistics.layouts == before.layouts + 1)
    log.clear()
    stage.environment[\.locale] = "de"
    try stage.settle()
    #expect(log.all.isEmpty && stage.statistics.layouts == before.layouts + 1)
  }

  @Test func aNodeOfASpecHasItsStyleFromTheKeysOfItsFirstLayout() throws {
    let frame = Node(Frame(log: log))
    let stage = try manualStage(60, 20, root: frame)
    try stage.settle()
    #expect(frame.subnodes.map(\.frame.width) == [17] && stage.statistics.layouts == 1)
  }

  @Test func colorsOfATypesFirstPropertiesFollowTheScheme() throws {
    let node = Node(Shade())
    node.environment[\.colorScheme] = .dark
    let stage = try manualStage(4, 4, root: node)
    try stage.settle()
    #expect(bytes(stage.framebuffer)[0] == 0)
  }

  @Test func colorsOfPropertiesFollowTheScheme() throws {
    let node = BoxNode()
    let pair = Color.dynamic(light: .white, dark: .black)
    node.background = .color(pair)
    #expect(node.background == .color(pair))
    let stage = try manualStage(4, 4, root: node)
    try stage.settle()
    func corner() -> UInt8 { bytes(stage.framebuffer)[0] }
    #expect(corner() == 255)
    let before = stage.statistics
    stage.environment[\.colorScheme] = .dark
    try stage.settle()
    #expect(corner() == 0 && stage.statistics.layouts == before.layouts && stage.statistics.draws == before.draws)
    #expect(node.background == .color(pair))
    node.environment[\.colorScheme] = .light
    try stage.settle()
    #expect(corner() == 255)
  }

  @Test func readersOfDynamicColorsAreDrawnAgainWithTheScheme() throws {
    let patch = PatchNode("p", color: .dynamic(light: .white, dark: .black), log: log)
    let other = PatchNode("q", log: log)
    let root = BoxNode()
    for node in [patch, other] { root.addSubnode(node) }
    let stage = try manualStage(20, 20, root: root)
    try stage.settle()
    #expect(bytes(stage.framebuffer)[0] == 255)
    log.clear()
    stage.environment[\.colorScheme] = .dark
    try stage.settle()
    #expect(bytes(stage.framebuffer)[0] == 0 && log.count("draw p") == 1 && log.count("draw q") == 0)
  }

  /// Retained layouts of random trees with random environments equal layouts of new trees.
  @Test(arguments: 0..<20) func retainedLayoutsWithEnvironmentsEqualFreshOnes(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let root = BoxNode()
    (root.style.width, root.style.height) = (.points(400), .points(400))
    var nodes: [AnyNode] = [root]
    for i in 0..<60 {
      let node: AnyNode = Bool.random(using: &random) ? BoxNode() : i % 7 == 0 ? Node(Pair()) : Node(Follower(label: "\(i)"))
      let parents = nodes.filter { $0.typeName == "box" }
      parents.randomElement(using: &random)?.addSubnode(node)
      nodes.append(node)
    }
    let stage = try manualStage(400, 400, root: root)
    try stage.settle()
    for _ in 0..<30 {
      let node = nodes.randomElement(using: &random) ?? root
      switch Int.random(in: 0..<5, using: &random) {
      case 0: node.environment[\.depth] = Int.random(in: 0..<30, using: &random)
      case 1: node.environment[\.name] = "\(Int.random(in: 0..<5, using: &random))"
      case 2: node.environment.inherit(\.depth)
      case 3: stage.environment[\.depth] = Int.random(in: 0..<30, using: &random)
      default:
        let boxes = nodes.filter { $0.typeName == "box" }
        if node !== root, node.supernode?.typeName == "box" { boxes.randomElement(using: &random)?.addSubnode(node) }
      }
      try stage.settle()
      func compare(_ made: NodeLayout) {
        if made.node !== root { #expect(made.node.frame.size.width == made.frame.size.width, "seed \(seed), \(made.node.typeName)") }
        for child in made.children { compare(child) }
      }
      for node in nodes { node.forgetAll() }
      compare(root.layout(available: AvailableSize(Size(400, 400))))
    }
  }
}

extension AnyNode {
  /// Clears the measured sizes without a notification.
  fileprivate func forgetAll() { lock.withLock { forgetMeasurements() } }
}
