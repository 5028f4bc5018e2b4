import Foundation
import TesseraGeometry

@testable import TesseraLayout

/// The trees of the layout-perf set.
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
}
