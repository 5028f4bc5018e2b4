internal import TesseraGeometry
internal import TesseraLayout

/// Gathers the nodes that append themselves to a layout tree, in paint order. One thread: that of the layout job.
///
/// It collects a subtree whole, or (`isShallow`) one node's own boxes only: its subnodes are noted as stubs then, and what is below them is
/// not looked at.
final class LayoutCollector: @unchecked Sendable {
  // @unchecked: made, used and dropped by one layout job; it is only Sendable to travel in the builder's user info.

  /// What a node's own boxes are.
  enum Kind: UInt8 {
    /// One box with content that is measured.
    case leaf
    /// A box with padding or border, and inside it one for the content.
    case padded
    /// A box around the subnodes that were added.
    case children
    /// A box around what the spec of the node's type appends.
    case spec
    /// A box around a `ManualLayout`.
    case manual
    /// A box around the children that a builder gave, which is their container.
    case container
  }

  /// A node of the flattened tree.
  struct Entry {
    let node: AnyNode
    var parent: Int32
    var end: Int32 = 0
    /// Index of its box.
    var box: Int32
    var kind: Kind
    /// Whether a spec named it, so that its style may be adjusted by the spec.
    let isNamed: Bool
    /// Where lines start in the node, and around it.
    var direction: LayoutDirection
    let inherited: LayoutDirection
    /// Sides that it pads for the safe area, and those that boxes around it pad already.
    var safeArea: SafeAreaEdges
    let padded: SafeAreaEdges
    var properties: SharedProperties
    /// Tell whether what was read of the node became stale since.
    var measureGeneration: UInt64 = 0
    var styleGeneration: UInt32 = 0
    var childrenGeneration: UInt32 = 0
    var departures: UInt32 = 0
    /// Keys that the spec named.
    var keys: Set<SubnodeKey> = []

    // Inlined: called, they would be given a copy of the entry, and all that it refers to would be counted.

    /// Whether its subnodes come from a spec.
    @inline(__always) var isManaged: Bool { kind == .spec || kind == .manual || kind == .container }
    /// The box of the content, where that has one of its own.
    @inline(__always) var contentBox: Int32? { kind == .padded ? box + 1 : nil }

    mutating func take(_ snapshot: LayoutSnapshot) {
      properties = snapshot.properties
      measureGeneration = snapshot.measureGeneration
      styleGeneration = snapshot.styleGeneration
      childrenGeneration = snapshot.childrenGeneration
      departures = snapshot.departures
    }
  }

  /// A box that is padded by as much of itself as lies under the stage's safe-area insets.
  struct SafeBox {
    var box: Int32
    let edges: SafeAreaEdges
    /// What the layout begins with.
    let estimate: Insets
    let direction: LayoutDirection
    /// The style without the padding.
    var base: LayoutStyle
    /// The padding that the layout tree has.
    var current: Insets

    /// The style with the padding, as a border that nobody paints: it adds to the padding, whatever unit that has.
    var style: LayoutStyle { base.bordered(by: current, direction) }
  }

  /// The elements of a `ManualLayout`.
  struct Arrangement {
    struct Item {
      var box: Int32
      /// The style of the element before it was placed. By reference: a list has many items, which are copied whenever some come or go.
      let base: Base
    }
    final class Base: Sendable {
      let style: LayoutStyle
      init(_ style: LayoutStyle) { self.style = style }
    }
    var box: Int32
    var items: [Item]
    var frames: @Sendable (Size) -> [Rect]
    /// How elements are placed that have their own sizes: within which limits, where, and the sizes that they are placed for.
    var measured: ManualLayout.Measured?
    var ranges: [SizeRange] = []
    var origins: [Point] = []
    var sizes: [Size]?
    /// The size that the elements are placed for.
    var size: Size?

    /// The style of an element that has its own size within `range`, at `origin`; nil: that has no room yet.
    static func measured(_ base: LayoutStyle, within range: SizeRange?, at origin: Point?) -> LayoutStyle {
      guard let range, let origin, origin.isFinite else { return placed(base, at: nil) }
      func limit(
        _ low: Double, _ high: Double, _ own: (size: Dimension, least: Dimension, most: Dimension)
      ) -> (size: Dimension, least: Dimension, most: Dimension) {
        let low = low.isFinite ? max(0, low) : 0
        if high.isNaN || high <= low { return (.points(low), .points(low), .points(low)) }
        // The arrangement's limits go before the element's own. Of two that cannot be compared before the layout, a share and a length, the
        // arrangement's counts.
        var (least, most) = (own.least, own.most)
        if case .points(let value) = least {
          least = .points(min(max(value, low), high))
        } else if low > 0 || least.isAuto {
          least = .points(low)
        }
        if case .points(let value) = most { most = .points(min(max(value, low), high)) } else if high.isFinite { most = .points(high) }
        return (own.size, least, most)
      }
      var style = base
      style.position = .absolute
      style.boxSizing = .borderBox
      style.margin = .zero
      // Not as wide as what is left of the box beside its place, but as it wants to be: its place follows from its size.
      let width = base.width.isAuto ? .maxContent : base.width
      (style.width, style.minWidth, style.maxWidth) = limit(
        range.min.width, range.max.width, (width, base.minWidth, base.maxWidth))
      (style.height, style.minHeight, style.maxHeight) = limit(
        range.min.height, range.max.height, (base.height, base.minHeight, base.maxHeight))
      style.inset = LayoutEdges(top: .points(origin.y), right: .auto, bottom: .auto, left: .points(origin.x))
      return style
    }

    /// The style of an element that gets `frame`; nil: that has no room yet.
    static func placed(_ base: LayoutStyle, at frame: Rect?) -> LayoutStyle {
      var style = base
      style.position = .absolute
      style.boxSizing = .borderBox
      style.margin = .zero
      style.aspectRatio = nil
      (style.minWidth, style.minHeight, style.maxWidth, style.maxHeight) = (.points(0), .points(0), .auto, .auto)
      guard let frame, frame.isFinite else {
        style.display = .none
        return style
      }
      style.inset = LayoutEdges(top: .points(frame.minY), right: .auto, bottom: .auto, left: .points(frame.minX))
      style.width = .points(max(0, frame.width))
      style.height = .points(max(0, frame.height))
      return style
    }
  }

  /// A subnode of the one node that a shallow collection is about.
  struct Stub {
    let node: AnyNode
    let box: Int
    let snapshot: LayoutSnapshot
    let base: LayoutStyle
    let inherited: LayoutDirection
    let padded: SafeAreaEdges

    var named: Named {
      Named(style: base, measureGeneration: snapshot.measureGeneration, styleGeneration: snapshot.styleGeneration)
    }
  }

  /// Deepest nesting of nodes that is laid out; what lies deeper is left out and reported.
  static let maximumDepth = 1024

  let environment: EnvironmentValues
  let space: SafeAreaSpace
  let isShallow: Bool
  // Not checked when the program runs, as are `open` and `seen`: a collector is one thread's, and nodes are asked for their specs between accesses.
  @exclusivity(unchecked) private(set) var entries: [Entry] = []
  private(set) var stubs: [Stub] = []
  private(set) var safeBoxes: [SafeBox] = []
  private(set) var arrangements: [Arrangement] = []
  private(set) var leftOut = 0
  @exclusivity(unchecked) private var open: [Int32] = []
  @exclusivity(unchecked) private var seen = Set<ObjectIdentifier>()
  private let depth: Int
  private let isNamed: Bool
  /// The root of the stage, where another node holds it beneath overlays.
  private let held: AnyNode?
  /// What the node above the first one hands on of the environment; nil: there is none above, or the first one is there already.
  private let handedOn: EnvironmentStorage??
  /// What each open node hands on.
  @exclusivity(unchecked) private var environments: [EnvironmentStorage?] = []
  /// The spec of the first node, where that was asked already.
  private let spec: (any LayoutElement)?
  /// Sides that the boxes around what comes next pad for the safe area.
  private var padded: SafeAreaEdges

  /// - Parameters:
  ///   - environment: what surrounds the first node.
  ///   - space: the stage's safe area.
  ///   - padded: sides that boxes around the first node pad for it.
  ///   - depth: nodes above the first one.
  ///   - isNamed: whether a spec named the first one.
  ///   - handedOn: what the node above the first one hands on of the environment, where a spec named the first one.
  ///   - spec: the spec of the first one, where that was asked already.
  ///   - held: the root of the stage, where the first one holds it beneath overlays.
  init(
    environment: EnvironmentValues, space: SafeAreaSpace, padded: SafeAreaEdges = [], depth: Int = 0, isNamed: Bool = false,
    handedOn: EnvironmentStorage?? = nil, isShallow: Bool = false, spec: (any LayoutElement)? = nil, held: AnyNode? = nil
  ) {
    self.environment = environment
    self.space = space
    self.padded = padded
    self.depth = depth
    self.isNamed = isNamed
    self.handedOn = handedOn
    self.isShallow = isShallow
    self.spec = spec
    self.held = held
  }

  /// The style of the box that a padded node's content gets inside the node's own.
  static let contentStyle = LayoutStyle {
    $0.flexGrow = 1
    $0.minWidth = .points(0)
    $0.minHeight = .points(0)
  }

  /// The style of the own box of a node of `kind`: its own, or for a spec or content in a box of its own one that has it fill the node.
  static func style(_ base: LayoutStyle, of kind: Kind) -> LayoutStyle {
    guard kind == .padded || kind == .manual || kind == .spec else { return base }
    var style = base
    style.direction = .row
    style.wrap = .noWrap
    style.alignItems = .stretch
    style.justifyContent = .start
    return style
  }

  /// The node whose subnodes are being appended.
  var owner: AnyNode? { open.last.map { entries[Int($0)].node } }

  func noteKey(_ key: SubnodeKey) {
    if let last = open.last { entries[Int(last)].keys.insert(key) }
  }

  /// The first node is as its spec knew it: what it became since is still to be looked at.
  func noteRoot(isOf named: Named) {
    guard !entries.isEmpty else { return }
    entries[0].measureGeneration = named.measureGeneration
    entries[0].styleGeneration = named.styleGeneration
  }

  func noteArrangement(_ arrangement: Arrangement) { arrangements.append(arrangement) }

  /// Notes the box that comes next as one that pads `edges`, and returns the style that it begins with.
  func noteSafeArea(_ edges: SafeAreaEdges, style: LayoutStyle, in builder: borrowing LayoutBuilder) -> LayoutStyle {
    let estimate = space.insets.only(edges.subtracting(padded))
    let safe = SafeBox(
      box: Int32(builder.count), edges: edges, estimate: estimate, direction: style.writingDirection.resolved(in: direction(in: builder)),
      base: style, current: estimate)
    safeBoxes.append(safe)
    return safe.style
  }

  /// Runs `body` as inside of a box that pads `edges`.
  func inSafeArea(_ edges: SafeAreaEdges, _ body: () -> Void) {
    let before = padded
    padded.formUnion(edges)
    body()
    padded = before
  }

  /// Where lines start around what comes next.
  private func direction(in builder: borrowing LayoutBuilder) -> LayoutDirection {
    guard let last = open.last else { return environment.direction }
    return builder.writingDirection(from: Int(entries[Int(last)].box) + 1).resolved(in: entries[Int(last)].direction)
  }

  /// Appends a node whose own style is `base`, adjusted by who named it.
  ///
  /// Subnodes that were added are walked without recursion: they may be nested as deep as there are levels.
  func append(_ node: AnyNode, _ snapshot: LayoutSnapshot, base: LayoutStyle, to builder: inout LayoutBuilder) {
    guard begin(node, snapshot, base, &builder) else { return }
    var levels = [(children: snapshot.ownChildren, next: 0)]
    while let level = levels.last {
      guard level.next < level.children.count else {
        levels.removeLast()
        builder.endContainer()
        end()
        continue
      }
      levels[levels.count - 1].next += 1
      let child = level.children[level.next]
      let snapshot = child.layoutSnapshot()
      var style = snapshot.style
      if let held, child === held { RetainedNodes.fillHolder(&style) }
      if begin(child, snapshot, style, &builder) { levels.append((snapshot.ownChildren, 0)) }
    }
  }

  /// Appends a node but for subnodes that were added. Returns whether there are such: then the node and its box are open.
  private func begin(_ node: AnyNode, _ snapshot: LayoutSnapshot, _ base: LayoutStyle, _ builder: inout LayoutBuilder) -> Bool {
    let inherited = direction(in: builder)
    if isShallow, !open.isEmpty {
      stubs.append(Stub(node: node, box: builder.count, snapshot: snapshot, base: base, inherited: inherited, padded: padded))
      builder.leaf(style: base)
      return false
    }
    guard depth + open.count < Self.maximumDepth, seen.insert(ObjectIdentifier(node)).inserted else {
      leftOut += 1
      return false
    }
    let direction = base.writingDirection.resolved(in: inherited)
    let given = inherit(node, of: snapshot.inherited) ?? snapshot.environment
    let environment = environment.running(direction)
    let spec = (entries.isEmpty ? self.spec : nil) ?? node.makeSpec(in: LayoutContext(environment: environment, node: node))
    // Nobody wants it any more: what the spec says is old, and not to be told to the nodes that it names.
    if Watchdog.isCancelled { return false }
    let safeArea = snapshot.properties.value.safeAreaPadding
    let kind: Kind =
      if let spec {
        spec is ManualLayout ? .manual : spec is ContainerContent ? .container : .spec
      } else {
        snapshot.ownChildren.isEmpty ? Self.leafKind(node, base, safeArea) : .children
      }
    var entry = Entry(
      node: node, parent: open.last ?? -1, box: Int32(builder.count), kind: kind,
      isNamed: open.last.map { entries[Int($0)].isManaged } ?? isNamed, direction: direction, inherited: inherited, safeArea: safeArea,
      padded: padded, properties: snapshot.properties)
    entry.take(snapshot)
    var style = Self.style(base, of: kind)
    if !safeArea.isEmpty { style = noteSafeArea(safeArea, style: style, in: builder) }
    open.append(Int32(entries.count))
    environments.append(given)
    entries.append(entry)
    padded.formUnion(safeArea)
    builder.name(node.layoutName)
    switch kind {
    case .children:
      builder.beginContainer(style: style)
      return true
    case .leaf:
      builder.leaf(style: style, measure: node.makeMeasuring().map { Self.measure($0, in: environment) })
    case .padded:
      builder.beginContainer(style: style)
      builder.name("")
      builder.leaf(style: Self.contentStyle, measure: node.makeMeasuring().map { Self.measure($0, in: environment) })
      builder.endContainer()
    case .spec:
      builder.beginContainer(style: style)
      builder.atTop {
        spec?.append(to: &$0) { style in
          if style.width.isAuto, style.aspectRatio == nil, style.position != .absolute { style.flexGrow = max(style.flexGrow, 1) }
        }
      }
      builder.endContainer()
    case .container:
      builder.beginContainer(style: style)
      if let content = spec as? ContainerContent { builder.atTop { $0.append(content.children, along: style.direction) } }
      builder.endContainer()
    case .manual:
      let measure = node.makeMeasuring().map { Self.measure($0, in: environment) }
      builder.beginContainer(style: style)
      builder.atTop {
        (spec as? ManualLayout)?.append(to: &$0, measure: measure) { style in
          style.flexGrow = 1
          style.minWidth = .points(0)
          style.minHeight = .points(0)
        }
      }
      builder.endContainer()
    }
    end()
    return false
  }

  /// Has a node that a spec names inherit from the node whose spec it is; others did when they were added.
  /// Returns the values for its subnodes; nil: nothing changed since `former`.
  private func inherit(_ node: AnyNode, of former: EnvironmentStorage?) -> EnvironmentStorage?? {
    var above: EnvironmentStorage?? = handedOn
    if let last = open.last { above = entries[Int(last)].isManaged ? .some(environments[environments.count - 1]) : nil }
    guard let above, above !== former else { return nil }
    return .some(node.inheritDuringLayout(above))
  }

  /// Has the node that is appended next inherit before its style is found.
  func inherit(_ node: AnyNode) {
    if !isShallow || open.isEmpty { _ = inherit(node, of: node.lock.withLock { node.inheritedEnvironment }) }
  }

  /// Closes the node that was opened last.
  private func end() {
    guard let index = open.popLast() else { return }
    environments.removeLast()
    entries[Int(index)].end = Int32(entries.count)
    padded = entries[Int(index)].padded
  }
}
