public import TesseraLayout

/// What layout reads of a node, at one moment.
struct LayoutSnapshot {
  var style: LayoutStyle
  let properties: SharedProperties
  /// The subnodes that were added; none where those that there are came from a spec, which are nobody's when there is no spec any more.
  let ownChildren: [AnyNode]
  let measureGeneration: UInt64
  let styleGeneration: UInt32
  let childrenGeneration: UInt32
  let departures: UInt32
  /// What nodes above say of the environment, and what is handed on to those below.
  let inherited: EnvironmentStorage?
  let environment: EnvironmentStorage?
}

extension AnyNode: LayoutElement {
  func layoutSnapshot() -> LayoutSnapshot {
    if let type = hooks.styleAdjusting { return adjustedSnapshot(type) }
    return lock.withLock { layoutSnapshot(style: state.style) }
  }

  /// Returns what layout reads of the node now; lock held.
  func layoutSnapshot(style: LayoutStyle) -> LayoutSnapshot {
    LayoutSnapshot(
      style: style, properties: propertiesForLayout, ownChildren: state.childrenAreManaged ? [] : state.children,
      measureGeneration: state.measureGeneration, styleGeneration: state.styleGeneration,
      childrenGeneration: state.childrenGeneration, departures: state.departures,
      inherited: inheritedEnvironment, environment: state.environment)
  }

  /// A node is itself, wherever it stands.
  public func placed(at steps: [ElementStep]) -> any LayoutElement { self }

  /// Appends the node's box, and inside it its subnodes: those its type's spec names, else those that were added. Layout thread.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    let pass = builder.userInfo as? LayoutCollector
    // The style follows what the node inherits.
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
