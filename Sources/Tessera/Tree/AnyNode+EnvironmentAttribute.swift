internal import TesseraLayout
internal import TesseraRender

// The attribute `environment` of every node in scene files: a map of what the node says for itself and all below it.
extension AnyNode {
  static let environmentName = "environment"

  static let environmentKind = AttributeKind.map([
    "colorScheme": .choice(ColorScheme.allCases.map(\.rawValue)), "textScale": .number(0.25...8), "tint": .color,
    "horizontalSizeClass": .choice(SizeClass.allCases.map(\.rawValue)), "verticalSizeClass": .choice(SizeClass.allCases.map(\.rawValue)),
    "locale": .text, "reducesMotion": .boolean,
  ])

  static let environmentHelp = "What the node and all below it inherit: colorScheme, textScale, tint, size classes, locale, reducesMotion."

  /// Says what the map says, and no more what it does not say.
  func setEnvironment(_ value: AttributeValue) throws {
    guard case .map(let pairs) = value else {
      throw AttributeError(attribute: Self.environmentName, reason: "must be \(Self.environmentKind.description)")
    }
    var own = EnvironmentValues()
    for (name, value) in pairs {
      switch (name, value) {
      case ("colorScheme", .text(let word)): own.colorScheme = ColorScheme(rawValue: word) ?? .light
      case ("textScale", .number(let scale)): own.textScale = scale
      case ("tint", .color(let color)): own.tint = color
      case ("horizontalSizeClass", .text(let word)): own.horizontalSizeClass = SizeClass(rawValue: word) ?? .regular
      case ("verticalSizeClass", .text(let word)): own.verticalSizeClass = SizeClass(rawValue: word) ?? .regular
      case ("locale", .text(let tag)): own.locale = tag
      case ("reducesMotion", .boolean(let reduces)): own.reducesMotion = reduces
      default:
        throw AttributeError(
          attribute: Self.environmentName, reason: "has no such value of `\(name)`; it must be \(Self.environmentKind.description)")
      }
    }
    changeOwnEnvironment { _ in own.storage }
  }

  /// What the node says of the values that scene files have.
  var environmentAttribute: AttributeValue {
    let own = lock.withLock { state.attachments?.environment?.own }
    let values = EnvironmentValues().inheriting(own)
    var pairs: [(key: String, value: AttributeValue)] = []
    for entry in own?.entries ?? [] {
      switch entry.index {
      case EnvironmentKeys.colorScheme: pairs.append(("colorScheme", .text(values.colorScheme.rawValue)))
      case EnvironmentKeys.textScale: pairs.append(("textScale", .number(values.textScale)))
      case EnvironmentKeys.tint: if let tint = values.tint { pairs.append(("tint", .color(tint))) }
      case EnvironmentKeys.horizontalSizeClass: pairs.append(("horizontalSizeClass", .text(values.horizontalSizeClass.rawValue)))
      case EnvironmentKeys.verticalSizeClass: pairs.append(("verticalSizeClass", .text(values.verticalSizeClass.rawValue)))
      case EnvironmentKeys.locale: pairs.append(("locale", .text(values.locale)))
      case EnvironmentKeys.reducesMotion: pairs.append(("reducesMotion", .boolean(values.reducesMotion)))
      default: break
      }
    }
    return .map(pairs)
  }
}
