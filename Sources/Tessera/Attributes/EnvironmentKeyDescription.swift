/// A named key of the environment, as scene files and data set it. A value; any thread.
public struct EnvironmentKeyDescription: Sendable {
  /// The name in scene files and in `env` of data.
  public let name: String
  /// Accepted values.
  public var kind: AttributeKind { makeKind() }
  private let makeKind: @Sendable () -> AttributeKind
  /// One line for people.
  public let help: String
  /// Default value; nil if unset.
  public let defaultValue: AttributeValue?
  let number: Int
  private let get: @Sendable (EnvironmentValues) -> AttributeValue?
  private let set: @Sendable (inout EnvironmentValues, AttributeValue) -> Bool

  init(
    _ name: String, _ number: Int, kind: @autoclosure @escaping @Sendable () -> AttributeKind, help: String,
    get: @escaping @Sendable (EnvironmentValues) -> AttributeValue?,
    set: @escaping @Sendable (inout EnvironmentValues, AttributeValue) -> Bool
  ) {
    (self.name, self.number, makeKind, self.help, self.get, self.set) = (name, number, kind, help, get, set)
    defaultValue = get(EnvironmentValues())
  }

  init<Key: NamedEnvironmentKey>(_: Key.Type) {
    self.init(
      Key.name, EnvironmentKeys.number(of: Key.self), kind: Key.kind, help: Key.help, get: { Key.attribute(from: $0[Key.self]) },
      set: { values, new in
        guard let value = Key.value(from: new) else { return false }
        values[Key.self] = value
        return true
      })
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ number: Int, _ path: WritableKeyPath<EnvironmentValues, Choice> & Sendable, help: String
  ) -> Self {
    Self(
      name, number, kind: .choice(Choice.allCases.map(\.rawValue)), help: help, get: { .text($0[keyPath: path].rawValue) },
      set: { values, new in
        guard case .text(let word) = new, let choice = Choice(rawValue: word) else { return false }
        values[keyPath: path] = choice
        return true
      })
  }

  private static func boolean(
    _ name: String, _ number: Int, _ path: WritableKeyPath<EnvironmentValues, Bool> & Sendable, help: String
  ) -> Self {
    Self(
      name, number, kind: .boolean, help: help, get: { .boolean($0[keyPath: path]) },
      set: { values, new in
        guard case .boolean(let flag) = new else { return false }
        values[keyPath: path] = flag
        return true
      })
  }

  /// The key described as an attribute, for help and schema.
  public var attribute: AttributeDescription { AttributeDescription(name: name, kind: kind, defaultValue: defaultValue, help: help) }

  /// Returns the value of the key; nil if unset.
  public func value(in environment: EnvironmentValues) -> AttributeValue? { get(environment) }

  /// Sets the value of the key.
  /// - Throws: ``AttributeError`` with the kind that the key accepts.
  public func write(_ value: AttributeValue, to environment: inout EnvironmentValues) throws(AttributeError) {
    guard set(&environment, value) else {
      throw AttributeError(attribute: EnvironmentNames.attribute, reason: "needs for `\(name)` \(kind.description)")
    }
  }

  /// Returns the key called `name`; nil if no key has that name. Any thread.
  package static func named(_ name: String) -> EnvironmentKeyDescription? { EnvironmentNames.named(name) }

  /// Returns the kind of a map with values of these keys.
  static func kind(of keys: [EnvironmentKeyDescription]) -> AttributeKind {
    .map(Dictionary(keys.map { ($0.name, $0.kind) }, uniquingKeysWith: { first, _ in first }))
  }

  /// The keys that come with Tessera.
  static let builtIn: [EnvironmentKeyDescription] = [
    .choice("colorScheme", EnvironmentKeys.colorScheme, \.colorScheme, help: "Color scheme: dark on light, or light on dark."),
    Self(
      "textScale", EnvironmentKeys.textScale, kind: .number(0.25...8), help: "Scale factor of font sizes.",
      get: { .number($0.textScale) },
      set: { values, new in
        guard let scale = new.number else { return false }
        values.textScale = scale
        return true
      }),
    Self(
      "tint", EnvironmentKeys.tint, kind: .color, help: "Color of interactive elements and icons without their own color.",
      get: { $0.tint.map(AttributeValue.color) },
      set: { values, new in
        guard let color = new.color else { return false }
        values.tint = color
        return true
      }),
    .choice(
      "horizontalSizeClass", EnvironmentKeys.horizontalSizeClass, \.horizontalSizeClass, help: "Width class of the available space."),
    .choice(
      "verticalSizeClass", EnvironmentKeys.verticalSizeClass, \.verticalSizeClass, help: "Height class of the available space."),
    Self(
      "locale", EnvironmentKeys.locale, kind: .language, help: "Language and region, such as de-AT.", get: { .text($0.locale) },
      set: { values, new in
        guard let tag = new.text, AttributeKind.isLanguageTag(tag) else { return false }
        values.locale = tag
        return true
      }),
    .boolean("reducesMotion", EnvironmentKeys.reducesMotion, \.reducesMotion, help: "Whether decorative motion is disabled."),
    .boolean("enabled", EnvironmentKeys.enabled, \.isEnabled, help: "Whether controls can be used."),
    .boolean(
      "framesFields", EnvironmentKeys.framesFields, \.framesFields, help: "Whether text fields without background and border have a frame."),
    .boolean("readOnly", EnvironmentKeys.readOnly, \.isReadOnly, help: "Whether controls show their values without changing them."),
    Self(
      "theme", EnvironmentKeys.theme, kind: Theme.kind, help: "Color roles, fonts, distances and durations: a family, or a map of tokens.",
      get: { $0.theme.attribute }, set: { Theme.write($1, to: &$0) }),
    .choice("density", EnvironmentKeys.density, \.density, help: "Density: size and spacing of controls."),
  ]
}
