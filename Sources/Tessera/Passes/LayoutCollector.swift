internal import TesseraGeometry
public import TesseraLayout

/// Gathers the nodes that append themselves to a layout tree, in paint order. One thread: that of the layout job.
final class LayoutCollector: @unchecked Sendable {
  // @unchecked: made, used and dropped by one layout job; it is only Sendable to travel in the builder's user info.

  /// A node of the flattened tree.
  struct Entry {
    let node: AnyNode
    var parent: Int32
    var end: Int32
    let properties: SharedProperties
    /// Tells whether sizes became stale since.
    let measureGeneration: UInt64
    /// Whether its subnodes come from its type's spec.
    let isManaged: Bool
    /// Keys that the spec named.
    var keys: Set<String> = []
  }

  /// Deepest nesting of nodes that is laid out; what lies deeper is left out and reported.
  static let maximumDepth = 1024

  let environment: Environment
  private(set) var entries: [Entry] = []
  private(set) var leftOut = 0
  private var open: [Int32] = []
  private var seen = Set<ObjectIdentifier>()

  init(environment: Environment) { self.environment = environment }

  private static let contentBit: UInt64 = 1 << 32

  /// The key of the box that a padded node's content gets inside the node's own.
  static func contentKey(of key: LayoutKey) -> LayoutKey { LayoutKey(key.rawValue | contentBit) }

  /// Returns for every entry its absolute frame, and where in it its content goes: padding and border as insets.
  func frames(in result: LayoutResult) -> (frames: [Rect], insets: [Insets]) {
    let absolute = result.absoluteFrames
    var frames = [Rect](repeating: .zero, count: entries.count)
    var insets = [Insets](repeating: .zero, count: entries.count)
    for (box, key) in result.keys.enumerated() {
      guard let key else { continue }
      let i = Int(key.rawValue & ~Self.contentBit)
      if key.rawValue & Self.contentBit == 0 {
        frames[i] = absolute[box]
      } else {
        // Parents come before what is inside them.
        let (outer, inner) = (frames[i], absolute[box])
        insets[i] = Insets(
          top: inner.minY - outer.minY, right: outer.maxX - inner.maxX, bottom: outer.maxY - inner.maxY, left: inner.minX - outer.minX)
      }
    }
    return (frames, insets)
  }

  /// The node whose subnodes are being appended.
  var owner: AnyNode? { open.last.map { entries[Int($0)].node } }

  func noteKey(_ key: String) {
    if let last = open.last { entries[Int(last)].keys.insert(key) }
  }

  /// Opens a node, or returns nil where it is in the tree already or too deep.
  func open(_ node: AnyNode, properties: SharedProperties, measureGeneration: UInt64, isManaged: Bool) -> LayoutKey? {
    guard open.count < Self.maximumDepth, seen.insert(ObjectIdentifier(node)).inserted else {
      leftOut += 1
      return nil
    }
    let index = Int32(entries.count)
    entries.append(
      Entry(
        node: node, parent: open.last ?? -1, end: 0, properties: properties, measureGeneration: measureGeneration, isManaged: isManaged))
    open.append(index)
    return LayoutKey(UInt64(index))
  }

  func close() {
    guard let index = open.popLast() else { return }
    entries[Int(index)].end = Int32(entries.count)
  }
}

extension AnyNode: LayoutElement {
  /// Appends the node's box, and inside it its subnodes: those its type's spec names, else those that were added. Layout thread.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    guard let pass = builder.userInfo as? LayoutCollector else {
      var style = self.style
      adjust(&style)
      builder.name(layoutName)
      builder.leaf(style: style)
      return
    }
    var (style, properties, children, isManaged, generation) = lock.withLock {
      (adjustedStyle(), state.properties, state.children, state.childrenAreManaged, state.measureGeneration)
    }
    adjust(&style)
    let spec = makeSpec(in: LayoutContext(environment: pass.environment))
    // What a former spec named is nobody's any more.
    if isManaged { children = [] }
    guard let key = pass.open(self, properties: properties, measureGeneration: generation, isManaged: spec != nil) else { return }
    defer { pass.close() }
    builder.name(layoutName)
    if let spec {
      builder.container(style: style, key: key) { spec.append(to: &$0) { _ in } }
    } else if !children.isEmpty {
      builder.container(style: style, key: key) { inner in
        for child in children { child.append(to: &inner) { _ in } }
      }
    } else if let measuring = makeMeasuring() {
      let context = MeasureContext(environment: pass.environment)
      let measure: LayoutMeasure = { constraint in
        let found = measuring.measure(within: constraint.sizeRange, in: context)
        return MeasuredSize(found.size, firstBaseline: found.baselines?.first, lastBaseline: found.baselines?.last)
      }
      if style.padding == .zero, style.border == .zero {
        builder.leaf(style: style, key: key, measure: measure)
      } else {
        // Content inside padding or border gets a box of its own, whose frame tells where to draw.
        style.direction = .row
        style.wrap = .noWrap
        style.alignItems = .stretch
        style.justifyContent = .start
        builder.container(style: style, key: key) { inner in
          let content = LayoutStyle {
            $0.flexGrow = 1
            $0.minWidth = .points(0)
            $0.minHeight = .points(0)
          }
          inner.name("")
          inner.leaf(style: content, key: LayoutCollector.contentKey(of: key), measure: measure)
        }
      }
    } else {
      builder.leaf(style: style, key: key)
    }
  }
}
