internal import CTesseraCounting
internal import Glibc
internal import TesseraGeometry
internal import TesseraLayout

/// Case `layout`: the engine alone, on the trees of the `layout-perf` set and on a flat tree.
extension BenchHarness {
  func layout() throws {
    var trees: [(name: String, tree: LayoutTree, texts: LayoutTree, counts: LeafCounts)] = []
    for name in ["mixed", "deep"] {
      guard let path = Self.path(of: "perf-\(name)-10k.json", data: data) else {
        notOffered("\(name): perf-\(name)-10k.json is neither in \(data) nor in conformance/layout-perf of $TESSERA_SHARED")
        continue
      }
      let counts = LeafCounts()
      trees.append((name, try BenchTrees.read(path), try BenchTrees.read(path, measuredBy: counts), counts))
    }
    for (name, tree, texts, counts) in trees {
      freshLayout(name, tree, "boxes of perf-\(name)-10k from scratch")
      questions(name, texts, counts)
      oneLeaf(name, tree)
    }
    for count in [1000, 10_000, 100_000] {
      freshLayout("flat\(count / 1000)k", BenchTrees.flat(count), "small boxes of one wrap from scratch")
    }
    oneItem(10_000)
    oneItem(100_000)
    freshLayout("levels2000", BenchTrees.chain(2000), "boxes, one in the other, on a thread of their own")
    trees.first.map { building($0.tree) }
    memory(BenchTrees.flat(100_000))
  }

  /// Returns the path of a tree: in the conformance sets, otherwise in the folder of the inputs, which contains a similar tree.
  private static func path(of file: String, data: String) -> String? {
    let shared = getenv("TESSERA_SHARED").map { String(cString: $0) } ?? "../shared"
    let folders = [shared + "/conformance/layout-perf", data + "/../../conformance/layout-perf", data + "/layout-perf", data]
    return folders.map { $0 + "/" + file }.first { access($0, R_OK) == 0 }
  }

  /// Measures nanoseconds per box of a layout from scratch, and its allocations.
  private func freshLayout(_ name: String, _ tree: LayoutTree, _ note: String) {
    let boxes = Double(tree.count)
    perUnit("\(name)_fresh", "ns", "a box; \(tree.count) \(note)", scale: 1e6 / boxes, most: max(20, 2_000_000 / tree.count)) {
      _ = tree.layout(available: .unlimited)
    }
    value(
      "\(name)_fresh_allocations", Double(Self.allocations { _ = tree.layout(available: .unlimited) }), "",
      "calls of malloc and its like in one layout from scratch")
    let kept = RetainedLayout(tree)
    _ = kept.layout(available: .unlimited, direction: .ltr)
    let widths = [910.0, 970].map { width in
      var root = tree.style(at: 0)
      root.width = .points(width)
      return root
    }
    var k = 0
    func resize() {
      k += 1
      kept.setStyle(widths[k % 2], at: 0)
      _ = kept.layout(available: .unlimited, direction: .ltr)
    }
    perUnit(
      "\(name)_resized", "ns", "a box; the root of the kept tree changes its width", scale: 1e6 / boxes,
      most: max(20, 1_000_000 / tree.count)
    ) {
      resize()
    }
    value("\(name)_resized_allocations", Double(Self.allocations(resize)), "", "calls of malloc and its like in one such layout")
  }

  /// Counts measure calls of leaves if all leaves are measured.
  private func questions(_ name: String, _ tree: LayoutTree, _ counts: LeafCounts) {
    counts.reset()
    let calls = tree.layout(available: .unlimited).measureCount
    value("\(name)_texts_calls", Double(calls) / Double(counts.count), "", "measure calls a leaf, all \(counts.count) leaves being texts")
    value("\(name)_texts_worst", Double(counts.worst), "", "measure calls of the leaf that is asked most")
    let boxes = Double(tree.count)
    perUnit("\(name)_texts_fresh", "ns", "a box from scratch, all leaves being texts", scale: 1e6 / boxes, most: 100) {
      _ = tree.layout(available: .unlimited)
    }
  }

  /// Measures alternating changes of one leaf of a retained tree, for 300 leaves.
  private func oneLeaf(_ name: String, _ tree: LayoutTree) {
    let layout = RetainedLayout(tree)
    _ = layout.layout(available: .unlimited, direction: .ltr)
    let leaves = (0..<tree.count).filter { layout.end(at: $0) == $0 + 1 }
    var times: [(time: Double, visits: Int, moved: Int)] = []
    for n in 0..<300 {
      times.append(change(leaves[n * 7919 % leaves.count], of: tree, in: layout))
    }
    times.sort { $0.time < $1.time }
    for (metric, share) in [("p50", 0.5), ("p90", 0.9), ("max", 1)] {
      let at = times[min(times.count - 1, Int(share * Double(times.count)))]
      value(
        "\(name)_leaf_\(metric)", at.time * 1e3, "us",
        "one leaf changes width and height; the slower way of to and fro, medians of 20; \(at.visits) boxes looked at, \(at.moved) moved")
    }
    value(
      "\(name)_leaf_mean", times.reduce(0) { $0 + $1.time } / Double(times.count) * 1e3, "us", "mean of these \(times.count) leaves")
    value("\(name)_leaf_visits", times.map { Double($0.visits) }.max() ?? 0, "", "most boxes looked at for a leaf")
    let style = tree.style(at: leaves[0])
    var other = style
    other.height = .points(77)
    let allocations = (0..<20).map { k in
      Self.allocations {
        layout.setStyle(k % 2 == 0 ? other : style, at: leaves[0])
        _ = layout.layout(available: .unlimited, direction: .ltr)
      }
    }
    value("\(name)_leaf_allocations", Double(allocations.last ?? 0), "", "calls of malloc and its like when a leaf changes")
    perUnit("\(name)_unchanged", "us", "nothing changed", scale: 1, most: 200) {
      for _ in 0..<1000 { _ = layout.layout(available: .unlimited, direction: .ltr) }
    }
  }

  /// Returns the milliseconds of a change of a leaf: the slower of change and reversal, as medians of twenty each.
  private func change(_ leaf: Int, of tree: LayoutTree, in layout: RetainedLayout) -> (time: Double, visits: Int, moved: Int) {
    let style = tree.style(at: leaf)
    var other = style
    other.width = .points(33)
    other.height = .points(21)
    var times: (there: [Double], back: [Double]) = ([], [])
    var visits = 0
    var moved = 0
    for k in 0..<40 {
      var update: LayoutUpdate?
      let time = time {
        layout.setStyle(k % 2 == 0 ? other : style, at: leaf)
        update = layout.layout(available: .unlimited, direction: .ltr)
      }
      if k % 2 == 0 { times.there.append(time.cpu) } else { times.back.append(time.cpu) }
      visits = max(visits, update?.visitCount ?? 0)
      moved = max(moved, update?.changed.count ?? 0)
    }
    return ([times.there, times.back].map { Self.percentile($0.sorted(), 50) }.max() ?? 0, visits, moved)
  }

  /// Measures a change of one item in the middle of a flat wrapping container.
  private func oneItem(_ count: Int) {
    let tree = BenchTrees.flat(count)
    let layout = RetainedLayout(tree)
    _ = layout.layout(available: .unlimited, direction: .ltr)
    let result = change(count / 2, of: tree, in: layout)
    value(
      "flat\(count / 1000)k_item", result.time * 1e6 / Double(tree.count), "ns",
      "a box; one item of the wrap changes; \(result.visits) boxes looked at, \(result.moved) moved")
  }

  /// Measures the construction of a tree, which precedes every layout from scratch.
  private func building(_ tree: LayoutTree) {
    let styles = (0..<tree.count).map { tree.style(at: $0) }
    let layout = RetainedLayout(tree)
    let ends = (0..<tree.count).map { layout.end(at: $0) }
    perUnit("mixed_build", "ns", "a box; collecting a tree from its styles, and preparing it", scale: 1e6 / Double(tree.count), most: 100) {
      var builder = LayoutBuilder()
      var open: [Int] = []
      for i in styles.indices {
        while let last = open.last, i >= last {
          builder.endContainer()
          open.removeLast()
        }
        if ends[i] == i + 1 {
          builder.leaf(style: styles[i])
        } else {
          builder.beginContainer(style: styles[i])
          open.append(ends[i])
        }
      }
      _ = builder.finish()
    }
  }

  /// Measures bytes per box of a retained tree.
  private func memory(_ tree: LayoutTree) {
    let layout = RetainedLayout(tree)
    let boxes = Double(tree.count)
    value(
      "kept_bytes", Double(layout.byteCount) / boxes, "B", "a box of a kept flat tree of 100,000 before its first layout, styles included")
    _ = layout.layout(available: .unlimited, direction: .ltr)
    value("kept_bytes_used", Double(layout.byteCount) / boxes, "B", "a box of it afterwards, working memory included")
  }

  private static func allocations(_ body: () -> Void) -> UInt64 {
    let before = tc_thread_allocations()
    body()
    return tc_thread_allocations() - before
  }
}

/// Counts the measure calls of each leaf of a tree.
///
/// `@unchecked`: the harness lays out on one thread at a time.
final class LeafCounts: @unchecked Sendable {
  private var counts: [Int] = []

  var count: Int { counts.count }
  var worst: Int { counts.max() ?? 0 }
  func reset() { for i in counts.indices { counts[i] = 0 } }

  func counted(_ measure: @escaping LayoutMeasure) -> LayoutMeasure {
    let index = counts.count
    counts.append(0)
    return { question in
      self.counts[index] += 1
      return measure(question)
    }
  }
}
