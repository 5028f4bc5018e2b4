internal import Tessera

// The action that presents overlays: `present: menu`, or `present: {overlay: menu, anchor: button, placement: below}`.
extension SceneReader {
  private static let presentKeys = [
    "overlay", "anchor", "at", "placement", "alignment", "spacing", "margin", "confined", "blocksTouches", "dismissible", "fades", "value",
  ]

  mutating func readPresent(_ index: Int32, _ name: String) -> SceneAction.What? {
    var overlay: (name: String, place: Place)?
    var result = ScenePresentation(name: "", place: tree.place(index))
    if case .scalar(let text, _) = tree[index].content {
      overlay = (text, tree.place(index))
    } else {
      guard let entries = map(index, "`present` on \(name)") else { return nil }
      for entry in entries {
        if entry.key == "overlay" {
          if let text = values.read(entry.value, as: .text, name: "`overlay` of `present`")?.text {
            overlay = (text, tree.place(entry.value))
          }
        } else {
          read(entry, into: &result, name)
        }
      }
      if !entries.contains(where: { $0.key == "overlay" }) {
        errors.add(at: tree.place(index), "`present` on \(name) needs `overlay`, a name from `overlays` of the scene")
      }
    }
    guard let overlay else { return nil }
    guard overlayNames.contains(overlay.name) else {
      let right = overlayNames.isEmpty ? "add it to `overlays` of the scene" : "valid are \(overlayNames.joined(separator: ", "))"
      errors.add(
        at: overlay.place, "unknown overlay `\(overlay.name)`; \(right)",
        suggestion: nearestName(to: overlay.name, among: overlayNames))
      return nil
    }
    result.name = overlay.name
    return .present(result)
  }

  private mutating func read(_ entry: YAMLTree.Entry, into result: inout ScenePresentation, _ name: String) {
    func value(_ kind: AttributeKind, _ reader: inout SceneReader) -> AttributeValue? {
      reader.values.read(entry.value, as: kind, name: "`\(entry.key)` of `present`")
    }
    func allows(_ option: OverlayOptions, _ isOn: Bool) {
      if isOn { result.options.insert(option) } else { result.options.remove(option) }
    }
    switch entry.key {
    case "anchor": result.anchor = value(.text, &self)?.text
    case "at": result.point = readResult(entry.value, name)
    case "placement":
      let side = value(.choice(OverlayPlacement.Side.allCases.map(\.rawValue)), &self)?.text.flatMap(OverlayPlacement.Side.init(rawValue:))
      if let side { result.placement.sides = OverlayPlacement.sides(wanting: side) }
    case "alignment":
      let word = value(.choice(OverlayPlacement.Alignment.allCases.map(\.rawValue)), &self)?.text
      if let alignment = word.flatMap(OverlayPlacement.Alignment.init(rawValue:)) { result.placement.alignment = alignment }
    case "spacing": if let spacing = value(.number(-10_000...10_000), &self)?.number { result.placement.spacing = spacing }
    case "margin": if let margin = value(.number(0...10_000), &self)?.number { result.placement.margin = margin }
    case "confined": if case .boolean(let isOn) = value(.boolean, &self) { result.placement.isConfined = isOn }
    case "blocksTouches": if case .boolean(let isOn) = value(.boolean, &self) { allows(.blocksOutsideTouches, isOn) }
    case "dismissible": if case .boolean(let isOn) = value(.boolean, &self) { allows(.dismissesOnOutsideTouch, isOn) }
    case "fades": if case .boolean(let isOn) = value(.boolean, &self) { allows(.appearsAtOnce, !isOn) }
    case "value": result.value = readResult(entry.value, name)
    default:
      errors.add(
        at: entry.keyPlace, "unknown key `\(entry.key)` of `present`; valid are \(Self.presentKeys.joined(separator: ", "))",
        suggestion: nearestName(to: entry.key, among: Self.presentKeys))
    }
  }
}
