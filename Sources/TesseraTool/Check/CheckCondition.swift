internal import TesseraJSON
internal import TesseraKit
internal import TesseraScene

/// Environment in which `tessera check` shows a scene. nil members leave the scene's own value.
struct CheckCondition: Hashable {
  var mode: ThemeMode?
  var density: ThemeDensity?
  var textScale: Double?
  var direction: LayoutDirection?
  var locale: String?

  /// Returns all combinations; an empty list leaves the scene's own value.
  static func all(
    modes: [ThemeMode], densities: [ThemeDensity], textScales: [Double], directions: [LayoutDirection], locales: [String]
  ) -> [CheckCondition] {
    func with<Value>(_ conditions: [CheckCondition], _ key: WritableKeyPath<CheckCondition, Value?>, _ values: [Value]) -> [CheckCondition]
    {
      guard !values.isEmpty else { return conditions }
      return conditions.flatMap { condition in
        values.map { value in
          var changed = condition
          changed[keyPath: key] = value
          return changed
        }
      }
    }
    var result = with([CheckCondition()], \.mode, modes)
    result = with(result, \.density, densities)
    result = with(result, \.textScale, textScales)
    result = with(result, \.direction, directions)
    return with(result, \.locale, locales)
  }

  /// Sets the members in the data of a scene, before its nodes exist.
  func apply(to data: SceneData) throws(DataError) {
    func set(_ value: DataValue, _ keys: String...) throws(DataError) { try data.set(value, at: DataPath(["env"] + keys)) }
    if let mode {
      if case .map = data.value(at: DataPath(["env", "theme"])) {
        try set(.text(mode.rawValue), "theme", "mode")
      } else {
        try set(.map(["mode": .text(mode.rawValue)]), "theme")
      }
      try set(.text(mode.isDark ? "dark" : "light"), "scheme")
    }
    if let density { try set(.text(density.rawValue), "density") }
    if let textScale { try set(.number(textScale), "textScale") }
    if let direction { try set(.text(direction == .rtl ? "rtl" : "ltr"), "direction") }
    if let locale { try set(.text(locale), "locale") }
  }

  /// Names of the members that are set, such as `dark, 200 %`.
  var words: String {
    var parts: [String] = []
    if let mode { parts.append(mode.rawValue) }
    if let density { parts.append(density.rawValue) }
    if let textScale { parts.append("\(shown((textScale * 100).rounded())) %") }
    if let direction { parts.append(direction == .rtl ? "rtl" : "ltr") }
    if let locale { parts.append(locale) }
    return parts.joined(separator: " ")
  }

  var json: JSONValue {
    var pairs: [(key: String, value: JSONValue)] = []
    if let mode { pairs.append(("mode", .text(mode.rawValue))) }
    if let density { pairs.append(("density", .text(density.rawValue))) }
    if let textScale { pairs.append(("textScale", .number(textScale))) }
    if let direction { pairs.append(("direction", .text(direction == .rtl ? "rtl" : "ltr"))) }
    if let locale { pairs.append(("locale", .text(locale))) }
    return .map(pairs)
  }
}
