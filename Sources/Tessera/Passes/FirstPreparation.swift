internal import TesseraGeometry
internal import TesseraLayout

/// What nodes can do for their first picture while the first layout runs: those whose style says how large they are, in the order of the tree, until
/// they fill the screen. A guess: what is prepared for another size than the layout gives, or for a place off the screen, is done in vain, once.
struct FirstPreparation: Sendable {
  private var entries: [(prepare: @Sendable (DrawContext) -> Void, context: DrawContext)] = []
  /// Pixels of the screen that nothing is prepared for yet.
  private var pixelsLeft: Double
  /// Nodes that are still looked at.
  private var nodesLeft = 512
  private let environment: EnvironmentValues

  /// Looks at `root` and what was added below it; subnodes that specs name are not there before a layout. Any thread.
  init(_ root: AnyNode, _ environment: EnvironmentValues, screen: PixelRect) {
    self.environment = environment
    pixelsLeft = Double(screen.width) * Double(screen.height)
    add(root)
  }

  /// Whether there is nothing to do.
  var isEmpty: Bool { entries.isEmpty }

  /// Does it. Not on the frame loop.
  func run() { for entry in entries { entry.prepare(entry.context) } }

  private mutating func add(_ node: AnyNode) {
    guard nodesLeft > 0, pixelsLeft > 0 else { return }
    nodesLeft -= 1
    let snapshot = node.layoutSnapshot()
    let properties = snapshot.properties.value
    guard !properties.isHidden, !properties.rasterizesSubtree, snapshot.style.display != .none else { return }
    if let size = Self.size(snapshot.style), let prepare = node.makePreparation() {
      pixelsLeft -= size.width * size.height * environment.scale * environment.scale
      let context = DrawContext(size: size, cornerRadii: properties.cornerRadii, environment: environment)
      entries.append((prepare, context))
    }
    for child in snapshot.ownChildren { add(child) }
  }

  /// The border box that the style asks for, where it asks in points and nothing else has a say.
  private static func size(_ style: LayoutStyle) -> Size? {
    guard case .points(let width) = style.width, case .points(let height) = style.height, width > 0, height > 0, width.isFinite,
      height.isFinite,
      style.padding == .zero, style.border == .zero
    else { return nil }
    return Size(width, height)
  }
}
