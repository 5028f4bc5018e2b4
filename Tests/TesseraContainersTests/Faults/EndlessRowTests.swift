import TesseraGeometry
import TesseraLayout
import TesseraTestSupport
import Testing

@testable import Tessera
@testable import TesseraContainers

/// Rows whose code does not end: who is told, and that the list goes on.
@Suite struct EndlessRowTests {
  /// What is measured when the gate is open.
  private struct Words: NodeType {
    static let typeName = "words"
    var gate: JobGate?
    func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
      gate?.pass()
      return range.clamp(Size(50, 50))
    }
  }

  private struct Card: NodeType {
    static let typeName = "card"
    var gate: JobGate?
    func layout(in context: LayoutContext) -> (any LayoutElement)? { Subnode("words", Words(gate: gate)) }
  }

  private func turn(_ h: HeadlessStage, until isDone: () -> Bool) throws { while !isDone() { try h.stage.frame() } }

  private func waitTooLong(_ h: HeadlessStage, _ gate: JobGate, count: Int = 1) throws {
    try turn(h) { gate.count == count }
    try h.stage.frame()
    let before = h.errors.count
    h.clock.advance(by: h.stage.drawLimit + 0.1)
    try turn(h) { h.errors.count > before }
  }

  @Test func aRowWhoseFactoryDoesNotReturnIsNamedAndTheListIsScrolled() throws {
    let gate = JobGate()
    let table = TableNode(ListSnapshot(items: Array(0..<200))) { key in
      if key == 3 { gate.pass() }
      return row(key, height: 50)
    }
    table.id = "mail"
    table.padsRows = false
    table.rowHeight = 50
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 300, threads: 1, settled: false) { table }
    try waitTooLong(h, gate)
    let told = h.errors.map(\.description)
    #expect(
      told.count == 1
        && told.allSatisfy {
          $0.hasPrefix("data of table `mail`: making the node of the item at section 0, item 3 has not ended after 5 s")
        },
      "\(told)")
    // The others of its batch are made: those before it and those after it.
    try turn(h) { (0..<6).allSatisfy { $0 == 3 || table.node(for: .item(ListIndex(0, $0)))?.frame.height == 50 } }
    #expect(table.node(for: .item(ListIndex(0, 3))) == nil)
    table.scroll(to: Point(0, 5000), animated: false)
    try turn(h) { (100..<106).allSatisfy { table.node(for: .item(ListIndex(0, $0)))?.frame.height == 50 } }
    table.scroll(to: .zero, animated: false)
    try turn(h) { table.node(for: .item(ListIndex(0, 2)))?.frame.height == 50 }
    try turn(h) { h.stage.isQuiet }
    h.clock.advance(by: 60)
    try h.stage.frame()
    #expect(h.errors.count == 1 && gate.count == 1)
    gate.open()
    try h.stage.settle()
    #expect(table.node(for: .item(ListIndex(0, 3)))?.id == "r3")
  }

  @Test func anEndlessMeasurementOfARowIsReportedWithItsIndex() throws {
    let gate = JobGate()
    let table = TableNode(ListSnapshot(items: Array(0..<200))) { key in Node(Card(gate: key == 2 ? gate : nil)) }
    table.id = "mail"
    table.padsRows = false
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 300, threads: 1, settled: false) { table }
    try waitTooLong(h, gate)
    let told = h.errors.map(\.description)
    #expect(
      told.count == 1
        && told.allSatisfy {
          $0.hasPrefix("layout of words: its `size(thatFits:in:)` has not ended after 5 s ")
            && $0.contains("in the item at section 0, item 2 of table `mail`;")
        }, "\(told)")
    try turn(h) { table.node(for: .item(ListIndex(0, 5)))?.frame.height == 50 }
    table.scroll(to: Point(0, 2000), animated: false)
    try turn(h) { table.visibleElements.allSatisfy { table.node(for: $0)?.frame.height == 50 } && !table.visibleElements.isEmpty }
    gate.open()
    try h.stage.settle()
    table.scroll(to: .zero, animated: false)
    try h.stage.settle()
    #expect(table.node(for: .item(ListIndex(0, 2)))?.frame.height == 50)
    #expect(h.errors.count == 1)
  }

  /// A row that waits is measured before it is wanted: where that does not end, it is named as well, and the list is scrolled on.
  @Test func aHungMeasurementOfAPrefetchedRowIsReported() throws {
    let gate = JobGate()
    let table = TableNode(ListSnapshot(items: Array(0..<400))) { key in
      let row = BoxNode()
      row.addSubnode(Node(Words(gate: key == 100 ? gate : nil)))
      return row
    }
    table.id = "mail"
    table.padsRows = false
    table.rowHeight = 50
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 300, threads: 1) { table }
    table.contentOffset.y = 3400
    try h.settle()
    while gate.count == 0 {
      table.contentOffset.y += 20
      try h.stage.frame()
      try turn(h) { gate.count > 0 || h.stage.isQuiet && table.visibleElements.allSatisfy { table.node(for: $0) != nil } }
    }
    try waitTooLong(h, gate)
    let told = h.errors.map(\.description)
    #expect(
      told.count == 1
        && told.allSatisfy {
          $0.hasPrefix("data of table `mail`: measuring the node of the item at section 0, item 100 has not ended after 5 s")
        },
      "\(told)")
    #expect(table.node(for: .item(ListIndex(0, 100))) == nil)
    // Rows before it and behind it come, and their layouts go on without what it measures.
    table.scroll(to: Point(0, 4800), animated: false)
    try turn(h) { gate.count == 2 }
    try waitTooLong(h, gate, count: 2)
    try turn(h) { (96..<102).allSatisfy { table.node(for: .item(ListIndex(0, $0)))?.frame.height == 50 } }
    #expect(h.errors.count == 2 && h.errors[1].description.contains("item 100"), "\(h.errors.map(\.description))")
    gate.open()
    // Nobody waits for what it measures: it comes when it is there.
    try turn(h) { table.node(for: .item(ListIndex(0, 100)))?.subnodes.first?.frame.size == Size(50, 50) }
    #expect(h.errors.count == 2)
  }

  @Test func dataWhoseRowsAreNotMadeAreReportedAndTheOldOnesStay() throws {
    let gate = JobGate()
    let table = TableNode(ListSnapshot(items: Array(0..<20))) { key in
      if key == 100 { gate.pass() }
      return row(key, height: 50)
    }
    table.id = "mail"
    table.padsRows = false
    table.rowHeight = 50
    table.showsIndicators = false
    let h = try HeadlessStage(width: 100, height: 300, threads: 1) { table }
    table.apply(ListSnapshot(items: [100] + Array(0..<20)), animated: false)
    try waitTooLong(h, gate)
    let told = h.errors.map(\.description)
    #expect(told.count == 1 && told.allSatisfy { $0.contains("table `mail`") && $0.contains("section 0, item 0") }, "\(told)")
    table.scroll(to: Point(0, 500), animated: false)
    try turn(h) { table.node(for: .item(ListIndex(0, 12)))?.id == "r12" }
    gate.open()
    try h.stage.settle()
    #expect(table.node(for: .item(ListIndex(0, 12)))?.id == "r11")
  }
}

extension Stage {
  /// Whether nothing is under way that a clock which jumps would find in the same step.
  fileprivate var isQuiet: Bool {
    !loop.jobs.layouts.isRunning && !loop.jobs.layouts.isNeeded && inbox.watchedJobs.isEmpty
      && loop.jobs.supervisor.drawDeadline() == nil
  }
}
