internal import IconPlugin
internal import Tessera

/// Names of icons in attributes of controls.
enum IconName {
  /// Returns the reason why `name` is refused; nil if it is empty or the name of an icon.
  static func problem(_ name: String) -> String? {
    guard !name.isEmpty, !Icon.exists(name) else { return nil }
    let nearest = nearestName(to: name, among: Icon.names).map { "; did you mean `\($0)`?" } ?? ""
    return "unknown icon `\(name)`\(nearest)"
  }
}
