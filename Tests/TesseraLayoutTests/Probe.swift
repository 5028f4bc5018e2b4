import Foundation
import TesseraGeometry
import Testing

@testable import TesseraLayout

/// The trees of the layout-perf set, and how long they take.
///
/// Printed for reading, not asserted.
enum PerfTrees {
  static func file(_ name: String) -> LayoutTree? {
    guard let url = SharedFolder.url?.appendingPathComponent("conformance/layout-perf/\(name).json"),
      let data = try? Data(contentsOf: url), let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let root = json["root"] as? [String: Any]
    else { return nil }
    return TreeJSON.tree(root, defaults: yoga)
  }

  /// The defaults of the Yoga set, with no automatic minimum.
  static var yoga: [String: Any] {
    [
      "boxSizing": "border-box", "flexDirection": "column", "flexShrink": 0, "alignContent": "flex-start", "minWidth": 0, "minHeight": 0,
    ]
  }

  static func flatWrap(_ count: Int) -> LayoutTree {
    LayoutTree { b in
      let root = LayoutStyle {
        $0.boxSizing = .borderBox
        $0.width = 1000
        $0.wrap = .wrap
        $0.alignContent = .flexStart
        $0.alignItems = .flexStart
      }
      b.container(style: root) { b in
        for i in 0..<count {
          b.leaf(
            style: LayoutStyle {
              $0.boxSizing = .borderBox
              $0.flexShrink = 0
              $0.minWidth = 0
              $0.minHeight = 0
              $0.width = .points(Double(10 + (i * 7) % 31))
              $0.height = .points(Double(8 + (i * 13) % 17))
              $0.margin.right = .points(Double(i % 4))
            })
        }
      }
    }
  }
}

@Suite struct Probe {
  @Test(.enabled(if: ProcessInfo.processInfo.environment["TESSERA_PROBE"] != nil, "set TESSERA_PROBE to print layout times"))
  func printsTheTimeOfTheLayoutPerfTrees() throws {
    var trees: [(String, LayoutTree)] = []
    for name in ["perf-mixed-10k", "perf-deep-10k"] {
      if let tree = PerfTrees.file(name) { trees.append((name, tree)) }
    }
    for n in [1000, 10_000, 100_000] { trees.append(("flat-wrap-\(n)", PerfTrees.flatWrap(n))) }
    for (name, tree) in trees {
      let clock = ContinuousClock()
      var best = Duration.seconds(1000)
      for _ in 0..<max(3, 200_000 / tree.count) {
        let start = clock.now
        let result = tree.layout(available: .unlimited)
        best = min(best, clock.now - start)
        if result.frames.isEmpty { print("empty") }
      }
      let ns = Double(best.components.attoseconds) / 1e9 + Double(best.components.seconds) * 1e9
      print("probe \(name): \(tree.count) boxes, \(Int(ns / Double(tree.count))) ns per box")
    }
  }
}
