import TesseraGeometry
import TesseraRender
import Testing

@testable import Tessera

/// Node type that draws into a buffer of its size.
private struct Sheet: NodeType {
  static let typeName = "sheet"
  var color = Color.black
  func drawPlan(in context: DrawContext) throws -> DrawPlan {
    .pixels(bounds: Rect(origin: .zero, size: context.size)) { [color] in $0.fill(Rect(0, 0, 2, 2), .color(color)) }
  }
}

/// A stage bounds the memory of trees that are larger than a screen can show.
@Suite struct StageLimitTests {
  @Test func nodesBeyondTheLimitAreLeftOutAndReportedOnce() throws {
    let root = BoxNode()
    let cells = (0..<12).map { PatchNode("", color: .black).placed(Double($0) * 10, 0, 10, 10) }
    for cell in cells.prefix(8) { root.addSubnode(cell) }
    let errors = Locked<[StageError]>([])
    let stage = try manualStage(120, 10, root: root)
    stage.onError = { error in errors.withLock { $0.append(error) } }
    func shown() -> Int { (0..<12).count { stage.framebuffer.color(x: $0 * 10 + 5, y: 5) == .black } }
    #expect(stage.nodeLimit == 12_000)
    stage.nodeLimit = 11
    try stage.settle()
    #expect(shown() == 8 && errors.withLock { $0.isEmpty })
    // A change within a layout that is reused reaches the limit, too.
    for cell in cells.suffix(4) { root.addSubnode(cell) }
    try stage.settle()
    #expect(shown() == 10)
    let reasons = errors.withLock { $0.map(\.reason) }
    #expect(reasons.count == 1 && reasons[0].hasPrefix("nodes beyond the limit of 11 are not laid out (`Stage.nodeLimit`)"))
    cells[0].removeFromSupernode()
    try stage.settle()
    #expect(shown() == 10)
    stage.nodeLimit = 100
    try stage.settle()
    #expect(shown() == 11 && errors.withLock { $0.count } == 1)
  }

  @Test func contentsBeyondTheBudgetWaitForMemory() throws {
    let root = BoxNode()
    root.background = .color(.white)
    // Each has 3.7 MiB, of 96 MiB at most; only the pages that it paints are touched.
    let sheets = (0..<40).map { _ in Node(Sheet()) }
    for (number, sheet) in sheets.enumerated() { root.addSubnode(sheet.placed(Double(number) * 4, 0, 1200, 800)) }
    let errors = Locked<[StageError]>([])
    let stage = try manualStage(1200, 800, root: root)
    stage.onError = { error in errors.withLock { $0.append(error) } }
    try stage.settle()
    func shown() -> Int { (0..<40).count { stage.framebuffer.color(x: $0 * 4 + 1, y: 1) == .black } }
    let most = shown()
    #expect(most > 20 && most < 30 && (stage.memoryUse.shares.first { $0.name == "contents" }?.bytes ?? 0) <= 96 << 20)
    let reasons = errors.withLock { $0.map(\.reason) }
    #expect(reasons.count == 1 && reasons[0].contains("more than 96 MiB, one and a half times `Stage.memoryBudget`"))
    for sheet in sheets.prefix(20) { sheet.removeFromSupernode() }
    try stage.settle()
    // A worker deallocates the old tree.
    stage.workers.runAll()
    try stage.settle()
    #expect(shown() == 20 && errors.withLock { $0.count } == 1)
  }
}
