public import TesseraLayout

/// Values of a node that layout reads, at one moment.
struct LayoutSnapshot {
  var style: LayoutStyle
  let properties: SharedProperties
  /// Added subnodes; empty if the subnodes are from a spec, which are dropped if there is no spec any more.
  let ownChildren: [AnyNode]
  let measureGeneration: UInt64
  let styleGeneration: UInt32
  let childrenGeneration: UInt32
  let departures: UInt32
  /// Environment of the ancestors, and the environment for descendants.
  let inherited: EnvironmentStorage?
  let environment: EnvironmentStorage?
}

extension AnyNode: LayoutElement {
  func layoutSnapshot() -> LayoutSnapshot {
    if let type = hooks.styleAdjusting { return adjustedSnapshot(type) }
    return lock.withLock { layoutSnapshot(style: state.style) }
  }

  /// Returns what layout reads of the node now.
  func layoutSnapshot(style: LayoutStyle) -> LayoutSnapshot {
    LayoutSnapshot(
      style: style, properties: propertiesForLayout, ownChildren: state.childrenAreManaged ? [] : state.children,
      measureGeneration: state.measureGeneration, styleGeneration: state.styleGeneration,
      childrenGeneration: state.childrenGeneration, departures: state.departures,
      inherited: inheritedEnvironment, environment: state.environment)
  }

  /// A node has the same identity at any place.
  public func placed(at steps: [ElementStep]) -> any LayoutElement { self }

  /// Appends the node's box with its subnodes: those of its type's spec, otherwise the added ones. Layout thread.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    let pass = builder.userInfo as? LayoutCollector
    // The style depends on the inherited environment.
    if hooks.styleAdjusting != nil { pass?.inherit(self) }
    let snapshot = layoutSnapshot()
    var style = snapshot.style
    adjust(&style)
    guard let pass else {
      builder.name(layoutName)
      return builder.leaf(style: style)
    }
    pass.append(self, snapshot, base: style, to: &builder)
  }
}

extension AnyNode {
  /// Returns a snapshot with the style as the type adjusts it, and records the keys of the environment that were read. No lock held.
  final func adjustedSnapshot(_ type: any StyleAdjustingType.Type) -> LayoutSnapshot {
    var attempt = 1
    while true {
      var (snapshot, inputs) = lock.withLock { (layoutSnapshot(style: state.style), state.inputs) }
      let environment = EnvironmentValues().inheriting(snapshot.environment)
      let keys = ChangeTracking.readingEnvironment(environment, self, ReadTicket(kind: .style, generation: 0)) {
        type.adjust(&snapshot.style, erased: self, in: environment)
      }
      let isCurrent = lock.withLock {
        state.styleReads = keys
        return state.inputs == inputs
      }
      // A stale snapshot has older counts, by which the layout detects that it is stale.
      if isCurrent || attempt == Self.mostAdjustments { return snapshot }
      attempt += 1
    }
  }
}
