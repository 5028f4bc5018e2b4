internal import TesseraKit

/// Controls and pictures without words for a screen reader.
enum LabelCheck {
  static func findings(_ screen: CheckedScreen) -> [CheckFinding] {
    screen.items.compactMap { item in
      guard let element = item.element, !element.isHidden else { return nil }
      let isPicture = element.role == .image || element.role == .video
      guard isPicture || element.role.isInteractive, (element.semantics.label ?? "").isEmpty else { return nil }
      return CheckFinding(
        kind: .label, element: item.checked,
        message: isPicture
          ? "a screen reader has no words for it; set `label`, or `semantics: {hidden: true}` for a decoration"
          : "a screen reader says only “\(element.role.rawValue)”; set `label`")
    }
  }
}
