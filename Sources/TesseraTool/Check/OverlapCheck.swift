internal import TesseraKit

/// Texts on texts, and controls on controls.
enum OverlapCheck {
  /// Depth of an overlap that is accepted, logical units.
  private static let tolerance = 2.0
  private static let mostFindings = 100

  static func findings(_ screen: CheckedScreen) -> [CheckFinding] {
    let texts = screen.items.compactMap { item in screen.lines(of: item).map { (item, $0.ink.intersection(item.visible)) } }
    // The box of a divider is the area that a finger hits, above both panes.
    let controls = screen.items.filter { $0.isInteractive && $0.node.typeName != TouchAreaCheck.divider }.map { ($0, $0.visible) }
    return pairs(texts, areContained: false) + pairs(controls, areContained: true)
  }

  /// Compares neighbors in vertical order, so that only boxes at the same height are compared.
  ///
  /// - Parameter areContained: whether a small box on a large one is accepted, such as a button on a picture that can be pressed.
  private static func pairs(_ boxes: [(item: CheckedScreen.Item, area: Rect)], areContained: Bool) -> [CheckFinding] {
    let boxes = boxes.enumerated().map { (item: $1.item, area: $1.area, order: $0) }.filter { !$0.area.isEmpty }
      .sorted { $0.area.minY < $1.area.minY }
    var findings: [CheckFinding] = []
    for (i, box) in boxes.enumerated() {
      for other in boxes[(i + 1)...] {
        if other.area.minY >= box.area.maxY { break }
        let common = box.area.intersection(other.area)
        guard common.width > tolerance, common.height > tolerance, !isRelated(box.item.node, other.item.node) else { continue }
        let (lower, upper) = box.order < other.order ? (box.area, other.area) : (other.area, box.area)
        if areContained, lower.contains(upper), upper.width * upper.height <= lower.width * lower.height / 2 { continue }
        findings.append(
          CheckFinding(
            kind: .overlap, element: box.item.checked,
            message:
              "it overlaps \(other.item.checked.description) by \(shown(common.width.rounded())) x \(shown(common.height.rounded())) units")
        )
        if findings.count == mostFindings { return findings }
      }
    }
    return findings
  }

  /// Whether one node is inside of the other.
  private static func isRelated(_ a: AnyNode, _ b: AnyNode) -> Bool {
    func isInside(_ node: AnyNode, _ container: AnyNode) -> Bool {
      var current: AnyNode? = node
      while let at = current {
        if at === container { return true }
        current = at.supernode
      }
      return false
    }
    return isInside(a, b) || isInside(b, a)
  }
}
