import TesseraGeometry
import TesseraLayout
import Testing

@testable import Tessera

/// Leaf that counts its measurements.
private struct Gauge: NodeType {
  static let typeName = "gauge"
  var breadth = 10.0
  var log = Log()
  static func == (a: Self, b: Self) -> Bool { a.breadth == b.breadth && a.log == b.log }
  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    log.note("measured")
    return range.clamp(Size(breadth, 10))
  }
}

/// Measuring of nodes before a layout, with the constraints of similar nodes.
@Suite struct MeasureAheadTests {
  private func row(_ logs: [Log], padding: Double = 4) -> BoxNode {
    let row = BoxNode()
    row.style.direction = .column
    row.style.padding = LayoutEdges(.points(padding))
    let inner = BoxNode()
    row.addSubnode(inner)
    for log in logs { inner.addSubnode(Node(Gauge(breadth: 30, log: log))) }
    return row
  }

  private func stage(_ rows: [BoxNode]) throws -> (Stage, BoxNode) {
    let root = BoxNode()
    root.style.direction = .column
    for row in rows { root.addSubnode(row) }
    let stage = try manualStage(100, 200, root: root)
    try stage.settle()
    return (stage, root)
  }

  @Test func rowsMadeAlikeAreNotMeasuredAgain() throws {
    let first = row([Log(), Log()])
    let (stage, root) = try stage([first])
    let logs = [Log(), Log()]
    let second = row(logs)
    second.measureAhead(like: first)
    let ahead = logs.map { $0.count("measured") }
    #expect(ahead.allSatisfy { $0 > 0 })
    root.addSubnode(second)
    try stage.settle()
    #expect(logs.map { $0.count("measured") } == ahead)
    #expect(second.frame.size == first.frame.size && second.frame.minY == first.frame.maxY)
  }

  @Test func rowsThatDifferFromTheirPrefetchAreLaidOutNormally() throws {
    let first = row([Log(), Log()])
    let (stage, root) = try stage([first])
    let (ahead, plain) = (row([Log()], padding: 20), row([Log()], padding: 20))
    ahead.measureAhead(like: first)
    // No measuring for a different type, or for a type that was never measured.
    ahead.measureAhead(like: BoxNode())
    Node(Gauge()).measureAhead(like: BoxNode())
    root.addSubnode(ahead)
    root.addSubnode(plain)
    try stage.settle()
    #expect(ahead.frame.size == plain.frame.size)
    #expect(ahead.subnodes[0].subnodes[0].frame == plain.subnodes[0].subnodes[0].frame)
  }

  @Test func aValueThatChangesAfterItWasMeasuredAheadIsMeasuredAgain() throws {
    let first = row([Log()])
    let (stage, root) = try stage([first])
    let log = Log()
    let second = row([log])
    second.measureAhead(like: first)
    let gauge = try #require(second.subnodes[0].subnodes[0] as? Node<Gauge>)
    gauge.breadth = 55
    root.addSubnode(second)
    let before = log.count("measured")
    try stage.settle()
    #expect(log.count("measured") > before)
  }
}
