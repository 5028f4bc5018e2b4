import Tessera
import TesseraContainers
import TesseraGeometry
import TesseraKit
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@Suite(.serialized) struct MemoryTests {
  private func list(_ count: Int = 100, _ log: Log? = nil) throws -> (HeadlessStage, ScrollNode) {
    let scroll = ScrollNode()
    scroll.ready = .full
    scroll.showsIndicators = false
    for i in 0..<count { scroll.addSubnode(row(i, log)) }
    return (try HeadlessStage(width: 100, height: 200) { scroll }, scroll)
  }

  private func counts(_ scroll: AnyNode) -> [InterfaceState: Int] {
    Dictionary(grouping: scroll.subnodes, by: \.interfaceState).mapValues(\.count)
  }

  @Test func memoryPressureReleasesHiddenContents() throws {
    let (h, scroll) = try list()
    #expect(counts(scroll)[.visible] == 4)
    #expect((counts(scroll)[.display] ?? 0) >= 4)
    let contents = h.stage.statistics.contentsBytes
    for pressure in [MemoryPressure.moderate, .critical] {
      h.stage.memoryPressure = pressure
      try h.settle()
      #expect(scroll.memoryPressure == pressure)
      #expect(counts(scroll)[.visible] == 4, "what is seen stays")
      #expect(counts(scroll)[.display] == nil)
      #expect(counts(scroll)[.preload] == nil)
      #expect(h.stage.statistics.contentsBytes < contents)
      if pressure == .critical { #expect(h.stage.statistics.pooledBytes == 0) }
    }
    h.stage.memoryPressure = .none
    try h.settle()
    #expect((counts(scroll)[.display] ?? 0) >= 4, "it comes back")
    #expect(h.stage.statistics.contentsBytes >= contents)
  }

  @Test func aSleepingDisplayKeepsOnlyVisibleRowsReady() throws {
    let (h, scroll) = try list()
    h.stage.isDisplayAsleep = true
    try h.settle()
    #expect(scroll.isDisplayAsleep && counts(scroll)[.visible] == 4 && counts(scroll)[.display] == nil && counts(scroll)[.preload] == nil)
    h.stage.isDisplayAsleep = false
    try h.settle()
    #expect(!scroll.isDisplayAsleep && (counts(scroll)[.display] ?? 0) >= 4)
  }

  /// A display whose monitor can be unplugged.
  private final class ManualDisplay: Display {
    var isAsleep = false
    func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) throws {}
  }

  @Test func aHiddenDisplayPutsTheStageToSleep() throws {
    let (h, scroll) = try list()
    let display = ManualDisplay()
    h.stage.display = display
    display.isAsleep = true
    try h.settle()
    #expect(scroll.isDisplayAsleep && !h.stage.isDisplayAsleep && counts(scroll)[.display] == nil)
    // The program's own statement remains.
    h.stage.isDisplayAsleep = true
    display.isAsleep = false
    try h.settle()
    #expect(scroll.isDisplayAsleep)
    h.stage.isDisplayAsleep = false
    try h.settle()
    #expect(!scroll.isDisplayAsleep && (counts(scroll)[.display] ?? 0) >= 4)
  }

  @Test func tablesGoByItAsWell() throws {
    let table = TableNode(ListSnapshot<Int, Int>(items: Array(0..<500))) { row($0) }
    table.rowHeight = 50
    table.ready = .full
    let h = try HeadlessStage(width: 100, height: 200) { table }
    let before = table.subnodes.count
    h.stage.memoryPressure = .critical
    try h.settle()
    try h.advance(by: 0.1)
    #expect(table.subnodes.count < before)
    #expect(table.subnodes.count >= 4)
  }

  @Test func contentsKeepToTheBudget() throws {
    let (h, scroll) = try list()
    // What is seen takes 100 x 200 pixels.
    h.stage.memoryBudget = 130_000
    for step in 0..<40 {
      scroll.contentOffset = Point(0, Double(step * 60))
      try h.settle()
    }
    try h.settle()
    #expect(h.stage.statistics.contentsBytes <= 130_000)
    #expect(h.stage.memoryUse.pressure > .none)
    #expect(h.errors.isEmpty)
    // The picture is as with any budget.
    let (other, same) = try list()
    same.contentOffset = scroll.contentOffset
    try other.settle()
    #expect(try pixelDifference(h.framebuffer, other.framebuffer).count == 0)
  }

  @Test func visibleContentsBeyondTheBudgetReportPressureOnce() throws {
    let (h, scroll) = try list()
    // Rows of other widths: contents are another number of bytes in every frame.
    for (number, node) in scroll.subnodes.enumerated() { node.style.width = .points(Double(60 + number * 7 % 40)) }
    try h.settle()
    h.stage.memoryBudget = 20_000
    var told: [MemoryPressure] = []
    for step in 0..<60 {
      scroll.contentOffset.y = Double(step * 31 % 900)
      try h.settle()
      try h.advance(by: 0.1)
      let now = h.stage.memoryUse.pressure
      if told.last != now { told.append(now) }
    }
    #expect(told == [.critical] || told == [.moderate, .critical] || told == [.none, .moderate, .critical], "told \(told)")
    // When it is over it is over.
    h.stage.memoryBudget = 64 << 20
    scroll.contentOffset.y = 20
    try h.advance(by: 0.4)
    #expect(h.stage.memoryUse.pressure == .critical, "it is known for sure a moment later")
    try h.advance(by: 0.2)
    #expect(h.stage.memoryUse.pressure == .none)
    #expect((counts(scroll)[.display] ?? 0) >= 1)
  }

  @Test func cachesReleaseMemoryBeyondTheBudget() throws {
    let held = Locked(50 << 20)
    let trims = Locked<[Int]>([])
    MemoryHolder.register(
      MemoryHolder(
        name: "test", bytes: { held.withLock { $0 } },
        trim: { bytes in
          held.withLock { $0 = min($0, bytes) }
          trims.withLock { $0.append(bytes) }
        }))
    defer { MemoryHolder.register(MemoryHolder(name: "test", bytes: { 0 }, trim: { _ in })) }
    let (h, scroll) = try list()
    h.stage.memoryBudget = 10 << 20
    scroll.contentOffset.y = 30
    try h.settle()
    #expect(!trims.withLock { $0.isEmpty })
    #expect(held.withLock { $0 } <= 10 << 20)
    let use = h.stage.memoryUse
    #expect(use.shares.map(\.name).contains("test"))
    #expect(use.shares.map(\.name).starts(with: ["framebuffer", "contents", "spare buffers", "glyphs", "shaped texts"]))
    #expect(use.shares[0].bytes == 80_000)
    #expect("\(use)".contains("budget"))
  }

  @Test func aBudgetOfZeroShowsVisibleContents() throws {
    let (h, scroll) = try list()
    h.stage.memoryBudget = -5
    #expect(h.stage.memoryBudget == 0)
    for step in 0..<10 {
      scroll.contentOffset.y = Double(step) * 37
      try h.settle()
    }
    #expect(counts(scroll)[.visible].map { $0 >= 4 } == true)
    #expect(h.errors.isEmpty)
  }

  @Test func cancelledBlurAndDecodingStop() throws {
    // Counts, not time: how many rows are worked on between two questions.
    let buffer = try PixelBuffer(width: 1024, height: 512, format: .argb8888)
    var questions = 0
    try buffer.blur(sigma: 12) {
      questions += 1
      return false
    }
    // 16 pixels a strip: once for each of 64 strips of columns, and of 32 of rows.
    #expect(questions == 1024 / 16 + 512 / 16)
    let plain = try PixelBuffer(width: 1024, height: 512, format: .argb8888)
    try plain.blur(sigma: 12)
    #expect(try pixelDifference(buffer, plain).count == 0)
    var asked = 0
    try buffer.blur(sigma: 12) {
      asked += 1
      return asked > 5
    }
    #expect(asked == 6, "it is not asked again")
  }

  @Test func aKernelWithoutPressureInformationIsNoError() throws {
    let (h, _) = try list(4)
    h.stage.watchesMemoryPressure = true
    let stage = h.stage
    Task.detached { stage.stop() }
    try stage.run()
    #expect(h.errors.isEmpty)
  }
}
