internal import TesseraGeometry
internal import TesseraLayout

/// Work for the first picture of nodes, done while the first layout runs: for nodes with fixed sizes, in tree order, until they fill the
/// screen. It is a guess: preparation for another size than that of the layout, or for a place off the screen, is wasted once.
struct FirstPreparation: Sendable {
  private var entries: [(prepare: @Sendable (DrawContext) -> Void, context: DrawContext)] = []
  /// Pixels of the screen that are not prepared yet.
  private var pixelsLeft: Double
  /// Number of nodes that may still be visited.
  private var nodesLeft = 512
  private let environment: EnvironmentValues

  /// Visits `root` and its added descendants; subnodes from specs do not exist before a layout. Any thread.
  init(_ root: AnyNode, _ environment: EnvironmentValues, screen: PixelRect) {
    self.environment = environment
    pixelsLeft = Double(screen.width) * Double(screen.height)
    add(root)
  }

  /// Whether there is no work.
  var isEmpty: Bool { entries.isEmpty }

  /// Runs the preparation. Not on the frame loop.
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

  /// Returns the border box of a style with a size in points and without padding or border; nil for others.
  private static func size(_ style: LayoutStyle) -> Size? {
    guard case .points(let width) = style.width, case .points(let height) = style.height, width > 0, height > 0, width.isFinite,
      height.isFinite,
      style.padding == .zero, style.border == .zero
    else { return nil }
    return Size(width, height)
  }
}
