internal import TesseraGeometry
internal import TesseraLayout

// Nodes without subnodes.
extension LayoutCollector {
  /// Returns the kind of a node without subnodes for a style.
  static func leafKind(_ node: AnyNode, _ base: LayoutStyle, _ safeArea: SafeAreaEdges) -> Kind {
    !node.measuresContent || (base.padding == .zero && base.border == .zero && safeArea.isEmpty) ? .leaf : .padded
  }

  static func measure(_ measuring: any NodeMeasuring, in environment: EnvironmentValues) -> LayoutMeasure {
    let context = MeasureContext(environment: environment)
    return { constraint in
      let found = measuring.measure(within: constraint.sizeRange, in: context)
      return MeasuredSize(found.size, firstBaseline: found.baselines?.first, lastBaseline: found.baselines?.last)
    }
  }
}
