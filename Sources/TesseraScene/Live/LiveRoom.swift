internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout

/// Size of a node inside of padding and border, as the name `parent` in expressions of its children. Follows the layout. Any thread.
final class LiveRoom: Sendable {
  /// Root name of the size in expressions.
  static let name = "parent"

  /// Scope with the name.
  let scope: DataScope

  /// - Parameters:
  ///   - node: The parent whose size is read.
  ///   - outer: Scope of the parent.
  ///   - group: Keeps the handler of the node's layouts.
  init(of node: AnyNode, in outer: DataScope?, _ data: SceneData, _ group: LiveGroup) {
    let known = node.frame.size
    // Before the first layout, the size of the stage is the best estimate.
    scope = DataScope([Self.name: known == .zero ? Self.stage(data) : Self.value(known, of: node)], in: outer)
    let token = node.on(AnyNode.layoutFinish) { [weak node, scope, data] frame in
      guard let node else { return }
      let affected = scope.update([Self.name: Self.value(frame.size, of: node)], sources: [:])
      guard !affected.isEmpty else { return }
      // The layout that gave the parent its size is not shown without the children that follow from it.
      node.showNextChangesTogether()
      data.bringUpToDate(affected)
    }
    group.keep(token, of: node)
  }

  private static func stage(_ data: SceneData) -> DataValue {
    let environment = DataPath([SceneEnvironment.name])
    return .map([
      "width": data.value(at: environment + ["width"]) ?? .number(0), "height": data.value(at: environment + ["height"]) ?? .number(0),
    ])
  }

  private static func value(_ size: Size, of node: AnyNode) -> DataValue {
    let style = node.style
    let isRightToLeft = node.effectiveDirection == .rtl
    // Percentages of padding refer to the parent of the node.
    let whole = node.supernode?.contentRect.width ?? 0
    func sides(_ edges: LayoutEdges) -> (width: Double, height: Double) {
      let (left, right) = edges.sides(isRightToLeft: isRightToLeft)
      func length(_ side: Dimension) -> Double {
        switch side {
        case .points(let value): max(0, value)
        case .percent(let value): max(0, value * whole / 100)
        default: 0
        }
      }
      return (length(left) + length(right), length(edges.top) + length(edges.bottom))
    }
    let (padding, border) = (sides(style.padding), sides(style.border))
    return .map([
      "width": .number(max(0, size.width - padding.width - border.width)),
      "height": .number(max(0, size.height - padding.height - border.height)),
    ])
  }
}

extension LayoutEdges {
  /// Returns the sides at the left and right; `start` and `end` have precedence.
  fileprivate func sides(isRightToLeft: Bool) -> (left: Dimension, right: Dimension) {
    let (first, last) = isRightToLeft ? (end, start) : (start, end)
    return (first ?? left, last ?? right)
  }
}

extension SceneNodeLive {
  /// Whether a condition, an attribute or a style of the node reads the size of its parent.
  var readsParent: Bool {
    func reads(_ expression: Expression?) -> Bool { expression?.reads.contains { $0.root == LiveRoom.name } ?? false }
    if reads(condition) || reads(each?.items) || looks.contains(where: { reads($0.condition) }) { return true }
    if styles.contains(where: { reads($0.condition) || reads($0.bound?.expression) }) { return true }
    if timers.contains(where: { reads($0.condition) }) { return true }
    return attributes.contains { attribute in
      attribute.alternatives.contains { alternative in
        reads(alternative.condition) || alternative.template.holes.contains { reads($0.bound.expression) }
      }
    }
  }
}
