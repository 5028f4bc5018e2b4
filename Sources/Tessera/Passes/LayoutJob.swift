internal import TesseraGeometry
internal import TesseraLayout

/// One layout of a stage: snapshots the nodes, lays them out, and builds the tree to adopt. Worker.
struct LayoutJob: Sendable {
  let root: AnyNode
  let size: Size
  let environment: Environment
  let viewport: PixelRect
  let previous: SceneTree?
  /// The properties that `previous` is painted with, copied as the loop may change them while the job runs.
  let previousProperties: [SharedProperties]
  /// Nodes whose content reaches beyond their boxes.
  let reaches: [ObjectIdentifier: Reach]
  /// What is drawn with it.
  var early: EarlyDraws?

  struct Result: Sendable {
    let tree: SceneTree
    let measureCount: Int
    let leftOut: Int
    var draws: [DrawJob.Result] = []
  }

  func run() -> Result {
    let (collector, result) = Self.layout(root, available: AvailableSize(size), environment: environment, fills: true)
    let (frames, insets) = collector.frames(in: result)
    let made = SceneTreeBuilder(
      collector.entries, frames: frames, insets: insets, environment: environment, viewport: viewport, previous: previous,
      previousProperties: previousProperties, reaches: reaches)
    let tree = SceneTree(made)
    return Result(tree: tree, measureCount: result.measureCount, leftOut: collector.leftOut, draws: early?.run(in: tree) ?? [])
  }

  /// Lays out `root` in `available`.
  /// - Parameter fills: whether a root of automatic size takes all the space there is, as a stage's does.
  static func layout(
    _ root: AnyNode, available: AvailableSize, environment: Environment, fills: Bool
  ) -> (LayoutCollector, LayoutResult) {
    let collector = LayoutCollector(environment: environment)
    var builder = LayoutBuilder(userInfo: collector)
    root.append(to: &builder) { style in
      guard fills else { return }
      if style.width.isAuto { style.width = .stretch }
      if style.height.isAuto { style.height = .stretch }
    }
    let tree = builder.finish()
    return (collector, tree.layout(available: available, direction: environment.direction))
  }
}
