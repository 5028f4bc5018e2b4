internal import TesseraGeometry
internal import TesseraLayout

/// Collects the nodes that append themselves to a layout tree, in paint order. One thread: that of the layout job.
///
/// It collects a whole subtree or, if `isShallow`, only one node's own boxes. Its subnodes are then recorded as stubs, and not visited.
final class LayoutCollector: @unchecked Sendable {
  // @unchecked: made, used and dropped by one layout job; it is only Sendable to travel in the builder's user info.

  /// Kind of a node's own boxes.
  enum Kind: UInt8 {
    /// One box with measured content.
    case leaf
    /// A box with padding or border, and an inner box for the content.
    case padded
    /// A box around added subnodes.
    case children
    /// A box around the elements of the type's spec.
    case spec
    /// A box around a `ManualLayout`.
    case manual
    /// A box around the children of a builder, of which it is the container.
    case container
  }

  /// Node of the flattened tree.
  struct Entry {
    let node: AnyNode
    var parent: Int32
    var end: Int32 = 0
    /// Index of its box.
    var box: Int32
    var kind: Kind
    /// Whether a spec names it, so that the spec may adjust its style.
    let isNamed: Bool
    /// Layout direction of the node, and of its surroundings.
    var direction: LayoutDirection
    let inherited: LayoutDirection
    /// Sides that it pads for the safe area, and those that enclosing boxes already pad.
    var safeArea: SafeAreaEdges
    let padded: SafeAreaEdges
    var properties: SharedProperties
    /// Generations at which the node was read; they show whether the results are stale.
    var measureGeneration: UInt64 = 0
    var styleGeneration: UInt32 = 0
    var childrenGeneration: UInt32 = 0
    var departures: UInt32 = 0
    /// Keys that the spec names.
    var keys: Set<SubnodeKey> = []

    // Inlined: as calls they would receive a copy of the entry, which retains all its objects.

    /// Whether its subnodes are from a spec.
    @inline(__always) var isManaged: Bool { kind == .spec || kind == .manual || kind == .container }
    /// Box of the content, if it has a separate one.
    @inline(__always) var contentBox: Int32? { kind == .padded ? box + 1 : nil }

    mutating func adopt(_ snapshot: LayoutSnapshot) {
      properties = snapshot.properties
      measureGeneration = snapshot.measureGeneration
      styleGeneration = snapshot.styleGeneration
      childrenGeneration = snapshot.childrenGeneration
      departures = snapshot.departures
    }
  }

  /// Box that is padded by its overlap with the stage's safe-area insets.
  struct SafeBox {
    var box: Int32
    let edges: SafeAreaEdges
    /// Padding at the beginning of the layout.
    let estimate: Insets
    let direction: LayoutDirection
    /// Style without the padding.
    var base: LayoutStyle
    /// Current padding in the layout tree.
    var current: Insets

    /// Style with the padding as an unpainted border. It is added to padding of any unit.
    var style: LayoutStyle { base.bordered(by: current, direction) }
  }

  /// Subnode of the node that is collected shallowly.
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

  /// Maximum nesting of laid-out nodes; deeper ones are left out and reported.
  static let maximumDepth = 1024

  let environment: EnvironmentValues
  let space: SafeAreaSpace
  private let effects: LayoutEffects?
  private let rooms: LayoutRooms?
  let isShallow: Bool
  // Not checked at run time, like `open` and `seen`: a collector is used by one thread, and specs are evaluated between accesses.
  @exclusivity(unchecked) private(set) var entries: [Entry] = []
  private(set) var stubs: [Stub] = []
  private(set) var safeBoxes: [SafeBox] = []
  private(set) var arrangements: [Arrangement] = []
  private(set) var omissions = LayoutOmissions()
  @exclusivity(unchecked) private var open: [Int32] = []
  @exclusivity(unchecked) private var seen = Set<ObjectIdentifier>()
  private let depth: Int
  /// Maximum number of nodes that it collects.
  private let nodeLimit: Int
  private let isNamed: Bool
  /// Root of the stage, if another node holds it below overlays.
  private let held: AnyNode?
  /// Environment that the first node's parent passes on; nil if it has no parent, or the first node has it already.
  private let handedOn: EnvironmentStorage??
  /// Environment that each open node passes on.
  @exclusivity(unchecked) private var environments: [EnvironmentStorage?] = []
  /// Spec of the first node, if it was evaluated already.
  private let spec: (any LayoutElement)?
  /// Sides that the boxes around the next node pad for the safe area.
  private var padded: SafeAreaEdges

  /// - Parameters:
  ///   - environment: environment of the first node.
  ///   - space: safe area of the stage.
  ///   - effects: receives the effects of the specs; nil if the layout is not for a stage.
  ///   - rooms: receives the sizes that specs read.
  ///   - padded: sides that boxes around the first node pad for it.
  ///   - depth: number of ancestors of the first node.
  ///   - nodeLimit: maximum number of nodes; the rest is left out.
  ///   - isNamed: whether a spec names the first node.
  ///   - handedOn: environment that the first node's parent passes on, if a spec names the first node.
  ///   - spec: spec of the first node, if it was evaluated already.
  ///   - held: root of the stage, if the first node holds it below overlays.
  init(
    environment: EnvironmentValues, space: SafeAreaSpace, effects: LayoutEffects? = nil, rooms: LayoutRooms? = nil,
    padded: SafeAreaEdges = [], depth: Int = 0, nodeLimit: Int = .max, isNamed: Bool = false, handedOn: EnvironmentStorage?? = nil,
    isShallow: Bool = false,
    spec: (any LayoutElement)? = nil,
    held: AnyNode? = nil
  ) {
    self.environment = environment
    self.space = space
    self.effects = effects
    self.rooms = rooms
    self.padded = padded
    self.depth = depth
    self.nodeLimit = nodeLimit
    self.isNamed = isNamed
    self.handedOn = handedOn
    self.isShallow = isShallow
    self.spec = spec
    self.held = held
  }

  /// Node whose subnodes are being appended.
  var owner: AnyNode? { open.last.map { entries[Int($0)].node } }

  func recordKey(_ key: SubnodeKey) {
    if let last = open.last { entries[Int(last)].keys.insert(key) }
  }

  /// Records the first node's generations as its spec read them, so that later changes are examined.
  func recordRoot(isOf named: Named) {
    guard !entries.isEmpty else { return }
    entries[0].measureGeneration = named.measureGeneration
    entries[0].styleGeneration = named.styleGeneration
  }

  func recordArrangement(_ arrangement: Arrangement) { arrangements.append(arrangement) }

  /// Records the next box as one that pads `edges`, and returns its initial style.
  func recordSafeArea(_ edges: SafeAreaEdges, style: LayoutStyle, in builder: borrowing LayoutBuilder) -> LayoutStyle {
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

  /// Returns the layout direction around the next node.
  private func direction(in builder: borrowing LayoutBuilder) -> LayoutDirection {
    guard let last = open.last else { return environment.direction }
    return builder.writingDirection(from: Int(entries[Int(last)].box) + 1).resolved(in: entries[Int(last)].direction)
  }

  /// Appends a node whose own style is `base`, as adjusted by the spec that names it.
  ///
  /// Added subnodes are visited without recursion, because they may be nested up to the maximum depth.
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

  /// Appends a node without its added subnodes. Returns whether there are any; the node and its box are then open.
  private func begin(_ node: AnyNode, _ snapshot: LayoutSnapshot, _ base: LayoutStyle, _ builder: inout LayoutBuilder) -> Bool {
    let inherited = direction(in: builder)
    if isShallow, !open.isEmpty {
      stubs.append(Stub(node: node, box: builder.count, snapshot: snapshot, base: base, inherited: inherited, padded: padded))
      builder.leaf(style: base)
      return false
    }
    guard mayContain(node) else { return false }
    let direction = base.writingDirection.resolved(in: inherited)
    let given = inherit(node, of: snapshot.inherited) ?? snapshot.environment
    let environment = environment.running(direction)
    let spec =
      (entries.isEmpty ? self.spec : nil)
      ?? node.makeSpec(
        in: LayoutContext(environment: environment, node: node, effects: effects, rooms: rooms))
    // The job was abandoned: the spec is outdated and must not affect the nodes that it names.
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
    entry.adopt(snapshot)
    var style = Self.style(base, of: kind)
    if !safeArea.isEmpty { style = recordSafeArea(safeArea, style: style, in: builder) }
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
          guard style.width.isAuto, style.aspectRatio == nil, style.position != .absolute else { return }
          style.flexGrow = max(style.flexGrow, 1)
          // It fills the node, however wide its content is: a row that scrolls, for example.
          if style.minWidth.isAuto { style.minWidth = .points(0) }
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

  /// Returns whether a node may be appended, and counts it otherwise.
  private func mayContain(_ node: AnyNode) -> Bool {
    guard entries.count < nodeLimit else {
      omissions.excess += 1
      return false
    }
    guard depth + open.count < Self.maximumDepth, seen.insert(ObjectIdentifier(node)).inserted else {
      omissions.misplaced += 1
      return false
    }
    return true
  }

  /// Passes the environment to a node that a spec names; other nodes received it when they were added. Returns the values for its subnodes;
  /// nil if nothing changed since `former`.
  private func inherit(_ node: AnyNode, of former: EnvironmentStorage?) -> EnvironmentStorage?? {
    var above: EnvironmentStorage?? = handedOn
    if let last = open.last { above = entries[Int(last)].isManaged ? .some(environments[environments.count - 1]) : nil }
    guard let above, above !== former else { return nil }
    return .some(node.inheritDuringLayout(above))
  }

  /// Passes the environment to the next node before its style is computed.
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
