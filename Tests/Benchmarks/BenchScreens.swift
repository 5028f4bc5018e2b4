internal import Glibc
internal import TesseraDevices
internal import TesseraGeometry
internal import TesseraKit
internal import TesseraLayout

/// Cases of a scrolling screen: `rgb565` and `scrolled-frame`.
extension BenchHarness {
  /// Returns a list of text rows, over `background`.
  private func list(_ count: Int, rowHeight: Double, background: Paint) -> TableNode {
    let table = TableNode(ListSnapshot<Int, Int>(items: Array(0..<count))) { r in
      let text = TextNode("Row \(r): the keel-billed toucan eats fruit", font: Font("DejaVu Sans", size: 16), color: Color(rgb: 0x202020))
      text.style.padding = LayoutEdges(.points(10))
      return text
    }
    table.rowHeight = rowHeight
    table.showsIndicators = false
    table.background = background
    return table
  }

  /// Scrolls `table` step by step and returns the times of the loop's turns for each frame, sorted. New rows are created, measured and
  /// drawn in between, as by a worker.
  private func scroll(_ stage: Stage, _ table: TableNode, _ workers: WorkerPool, step: Int, frames: Int) throws -> [Double] {
    var times: [Double] = []
    for frame in 1...frames {
      table.contentOffset = Point(0, Double(frame * step))
      var spent = 0.0
      repeat {
        spent += try time { try stage.frame() }.cpu
        workers.runAll()
      } while stage.hasWorkUnderWay
      times.append(spent)
    }
    return times.sorted()
  }

  /// Measures a list on a panel of 800 x 480 pixels of 16 bits, in units of a memcpy of the panel's pixels.
  func rgb565() throws {
    let table = list(1000, rowHeight: 40, background: .color(.white))
    let stage = try Stage(size: Size(800, 480), root: table, clock: ManualClock(), workers: WorkerPool(threads: 0))
    let panel = try PixelBuffer(width: 800, height: 480, format: .rgb565)
    stage.display = MemoryDisplay(panel)
    try stage.settle()
    let copy = Self.memcpyTime(bytes: 800 * 480 * 2)
    for (prefix, step) in [("", 4), ("fast_", 40)] {
      var times: [Double] = []
      for frame in 1...600 {
        table.contentOffset = Point(0, Double(frame * step))
        times.append(try time { try stage.settle() }.cpu)
      }
      times.sort()
      value("\(prefix)p50", times[300], "ms", "process CPU of a frame, \(step) px further, rows that come and packing to RGB565 included")
      value("\(prefix)p99", times[594], "ms", "the same")
      value("\(prefix)mean", times.reduce(0, +) / 600, "ms", "the same")
      value("\(prefix)memcpys", times.reduce(0, +) / 600 / copy, "", "mean / memcpy of 800 x 480 x 2 bytes (\(copy) ms)")
    }
    try picture("list", panel.converted(to: .argb8888))
  }

  /// Measures a scrolled frame of 1920 x 1080 on the loop's thread alone, in units of a memcpy of the frame: with moved pixels, and fully
  /// painted.
  func scrolledFrame() throws {
    let copy = Self.memcpyTime(bytes: 1920 * 1080 * 4)
    for name in ["copied", "painted"] {
      let table = list(2000, rowHeight: 40, background: .color(.white))
      table.style.width = .points(1920)
      table.style.height = .points(1080)
      let root = BoxNode()
      root.addSubnode(table)
      if name == "painted" {
        // Pixels below a translucent node cannot be moved, so the whole list is painted.
        let badge = BoxNode()
        badge.background = .color(Color(rgb: 0x305080).opacity(0.5))
        badge.style.position = .absolute
        badge.style.inset = LayoutEdges(.points(20))
        badge.style.inset.bottom = .auto
        badge.style.height = .points(40)
        root.addSubnode(badge)
      }
      let workers = WorkerPool(threads: 0)
      let stage = try Stage(size: Size(1920, 1080), root: root, clock: ManualClock(), workers: workers)
      try stage.settle()
      let times = try scroll(stage, table, workers, step: 12, frames: 400)
      value("\(name)_p50", times[200], "ms", "CPU time of the loop's turns for a frame, 12 px further, without the jobs of rows that come")
      value("\(name)_p99", times[396], "ms", "the same")
      value("\(name)_memcpys", times[200] / copy, "", "median / memcpy of the frame (\(copy) ms)")
      try picture(name, stage.framebuffer)
    }
  }

  /// Milliseconds of a memcpy of this many bytes: lower quartile of 200.
  private static func memcpyTime(bytes: Int) -> Double {
    let a = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    let b = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    defer {
      a.deallocate()
      b.deallocate()
    }
    memset(a, 1, bytes)
    memset(b, 2, bytes)
    var times: [Double] = []
    for _ in 0..<200 {
      let start = milliseconds(CLOCK_THREAD_CPUTIME_ID)
      memcpy(b, a, bytes)
      times.append(milliseconds(CLOCK_THREAD_CPUTIME_ID) - start)
    }
    return times.sorted()[50]
  }
}
