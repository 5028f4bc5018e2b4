import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

@testable import Tessera

/// List of names with a filter, whose rows are patches with all kinds of handlers.
private struct Picker: NodeType {
  static let typeName = "picker"
  var log: Log?
  var inner: (@Sendable () -> Void)?
  @NodeState var filter = "all"
  @Environment(\.locale) var locale
  var shown: String { "\(filter) in \(locale)" }

  init() {}
  init(_ log: Log) { self.log = log }
  static func == (a: Picker, b: Picker) -> Bool { true }

  func layout(in context: LayoutContext) -> some LayoutElement {
    Column {
      Patch(name: "signal").onMake { node in node.onTap { note("signal") } }
      Patch(name: "gesture").onMake { node in
        node.addRecognizer(GestureRecognizer(TapGesture()) { _ in note("gesture") })
      }
      Patch(name: "made").onMake { _ in note("made") }
      Patch(name: "named").onMake { node in node.on(named: "tap") { note("named") } }
      Patch(name: "bound").onMake { node in node.bind(\.name) { "bound to \(filter)" } }
      Patch(name: "task").onMake { node in
        node.onTap {
          _ = node.task { _ in
            filter
          } then: { _, read in
            log?.note("task \(read) then \(filter)")
          }
        }
      }
      Column { Patch(name: "nested").onMake { node in node.onTap { note("nested") } } }
      Inner { note("inner") }
    }
  }

  func note(_ what: String) { log?.note("\(what) \(filter) \(locale)") }
}

/// Calls a closure of its parent when tapped.
private struct Inner: NodeType {
  static let typeName = "inner"
  var perform: (@Sendable () -> Void)?
  @NodeState var count = 0
  init() {}
  init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }
  static func == (a: Inner, b: Inner) -> Bool { true }
  func layout(in context: LayoutContext) -> some LayoutElement {
    Patch(name: "inside").onTap {
      count += 1
      perform?()
    }
  }
}

/// A handler reads the state of the node whose spec created it, however it is attached.
@Suite struct HandlerStateTests {
  private let log = Log()

  private func picker() throws -> (Stage, Node<Picker>) {
    let picker = Node(Picker(log))
    let stage = try manualStage(root: picker)
    stage.environment[\.locale] = "de"
    try stage.settle()
    return (stage, picker)
  }

  private func patch(_ name: String, in node: AnyNode) throws -> PatchNode { try #require(node.find(Patch.self) { $0.name == name }) }

  @Test(arguments: ["signal", "named", "nested"]) func aHandlerThatOnMakeAttachesReadsTheStateAsItIs(name: String) throws {
    let (stage, picker) = try picker()
    picker.filter = "birds"
    try stage.settle()
    log.clear()
    try patch(name, in: picker).send(AnyNode.tap)
    #expect(log.all == ["\(name) birds de"])
    // A node removed from the tree keeps its identity.
    stage.root = BoxNode()
    try stage.settle()
    picker.filter = "cats"
    try patch(name, in: picker).send(AnyNode.tap)
    #expect(log.all.last?.hasPrefix("\(name) cats") == true)
  }

  @Test func onMakeReadsTheCurrentState() throws {
    let node = Node(Picker(log))
    node.filter = "birds"
    let stage = try manualStage(root: node)
    try stage.settle()
    #expect(log.count("made birds ") == 1)
  }

  @Test func aRecognizerReadsTheStateAsItIs() throws {
    let (stage, picker) = try picker()
    picker.filter = "birds"
    try stage.settle()
    let place = try #require(stage.convert(Point(2, 2), from: patch("gesture", in: picker)))
    stage.send(.touch(Touch(phase: .began, location: place)))
    stage.send(.touch(Touch(phase: .ended, location: place, time: 0.05)))
    try stage.settle()
    #expect(log.count("gesture birds de") == 1)
  }

  @Test func aBindingFollowsTheState() throws {
    let (stage, picker) = try picker()
    picker.filter = "birds"
    try stage.settle()
    #expect(picker.subnodes.contains { ($0 as? PatchNode)?.name == "bound to birds" })
  }

  @Test func workThatAHandlerStartsReadsTheStateAsItIs() throws {
    let (stage, picker) = try picker()
    picker.filter = "birds"
    try stage.settle()
    try patch("task", in: picker).send(AnyNode.tap)
    picker.filter = "cats"
    try stage.settle()
    #expect(log.count("task cats then cats") == 1)
  }

  @Test func aTaskThatAHandlerStartsReadsTheStateAsItIs() async throws {
    let (_, picker) = try picker()
    let read = AsyncStream.makeStream(of: String.self)
    let card = try patch("signal", in: picker)
    let value = picker.value
    StateScope(picker).run { _ = card.on(AnyNode.tap) { Task { read.continuation.yield(value.filter) } } }
    picker.filter = "birds"
    card.send(AnyNode.tap)
    var answers = read.stream.makeAsyncIterator()
    #expect(await answers.next() == "birds")
  }

  @Test func aClosureHandedToAnInnerNodeReadsTheStateOfTheOuterOne() throws {
    let (stage, picker) = try picker()
    picker.filter = "birds"
    try stage.settle()
    log.clear()
    try patch("inside", in: picker).send(AnyNode.tap)
    #expect(log.all == ["inner birds de"])
    let inner = try #require(picker.find(Inner.self))
    #expect(inner.count == 1)
  }

  @Test func aNodeMadeByAHandlerBelongsToTheNodeOfTheHandler() throws {
    let (_, picker) = try picker()
    let value = picker.value
    let made = StateScope(picker).run { PatchNode("elsewhere") }
    made.onTap { value.note("made") }
    picker.filter = "birds"
    log.clear()
    made.send(AnyNode.tap)
    #expect(log.all.first?.hasPrefix("made birds") == true)
  }

  @Test func aComputedMemberReadsTheStateOfItsNode() throws {
    let (_, picker) = try picker()
    picker.filter = "birds"
    #expect(picker.shown == "birds in de")
  }

  @Test func stateUseWithoutANodeIsReportedOnce() throws {
    let value = Picker(log)
    _ = (value.filter, value.filter)
    value.filter = "lost"
    let binding = value.$filter
    _ = binding.wrappedValue
    let told = Complaints.all.withLock { $0.told }.filter {
      $0.utf8.starts(with: "the state declared at TesseraTests/HandlerStateTests.swift".utf8)
    }
    #expect(told.count == 2)
    #expect(told.allSatisfy { $0.split(separator: " ").contains("`$`") })
  }

  @Test func warningsAreReportedOnceAndUpToALimit() {
    var complaints = Complaints()
    #expect(complaints.insert("a") && !complaints.insert("a"))
    for number in 0..<1000 { _ = complaints.insert("\(number)") }
    #expect(complaints.told.count == Complaints.limit && !complaints.insert("b"))
  }
}
