internal import TesseraKit

/// Controls and pictures without words for a screen reader.
enum LabelCheck {
  static func findings(_ screen: CheckedScreen) -> [CheckFinding] {
    let named = Set(screen.items.filter { $0.isInteractive && !($0.element?.semantics.label ?? "").isEmpty }.map(\.node.serial))
    return screen.items.compactMap { item in
      guard let element = item.element, !element.isHidden else { return nil }
      let isPicture = element.role == .image || element.role == .video
      guard isPicture || element.role.isInteractive, (element.semantics.label ?? "").isEmpty else { return nil }
      // The picture of a button is spoken as the button.
      if isPicture, isBelow(named, item.node) { return nil }
      return CheckFinding(
        kind: .label, element: item.checked,
        message: isPicture
          ? "a screen reader has no words for it; set `label`, or `semantics: {hidden: true}` for a decoration"
          : "a screen reader says only “\(element.role.rawValue)”; set `label`")
    }
  }

  private static func isBelow(_ nodes: Set<UInt64>, _ node: AnyNode) -> Bool {
    var above = node.supernode
    while let at = above {
      if nodes.contains(at.serial) { return true }
      above = at.supernode
    }
    return false
  }
}
