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
      builder.leaf(style: style)
      return
    }
    var (style, properties, children, generation) = lock.withLock {
      (state.style, state.properties, state.children, state.measureGeneration)
    }
    adjust(&style)
    let spec = makeSpec(in: LayoutContext(environment: pass.environment))
    guard let key = pass.open(self, properties: properties, measureGeneration: generation, isManaged: spec != nil) else { return }
    defer { pass.close() }
    if let spec {
      builder.container(style: style, key: key) { spec.append(to: &$0) { _ in } }
    } else if !children.isEmpty {
      builder.container(style: style, key: key) { inner in
        for child in children { child.append(to: &inner) { _ in } }
      }
    } else if let measuring = makeMeasuring() {
      let context = MeasureContext(environment: pass.environment)
      builder.leaf(style: style, key: key) { constraint in
        let found = measuring.measure(within: constraint.sizeRange, in: context)
        return MeasuredSize(found.size, firstBaseline: found.baselines?.first, lastBaseline: found.baselines?.last)
      }
    } else {
      builder.leaf(style: style, key: key)
    }
  }
}
