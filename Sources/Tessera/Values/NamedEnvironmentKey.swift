public import TesseraRender

/// A key of the environment that scene files, `--set env.NAME=VALUE` of tool and player, and lines of a data socket can set.
///
/// ```swift
/// enum SeatKey: NamedEnvironmentKey {
///   static let defaultValue = 1.0
///   static let name = "seatHeight"
///   static let kind = AttributeKind.number(0...9)
/// }
/// ```
///
/// A plugin registers it with ``NodeRegistry/register(_:)-(Key.Type)``. Names count for a whole program, since nodes find keys without a registry.
public protocol NamedEnvironmentKey: EnvironmentKey, SendableMetatype {
  /// The name in scene files, lowerCamelCase.
  static var name: String { get }
  /// One line for people.
  static var help: String { get }
  /// Accepted values. Scene files and data are checked against it.
  static var kind: AttributeKind { get }
  /// Converts an attribute of the key's kind to a value of the key; nil if it is rejected.
  static func value(from attribute: AttributeValue) -> Value?
  /// Converts a value of the key to an attribute; nil if unset.
  static func attribute(from value: Value) -> AttributeValue?
}

extension NamedEnvironmentKey {
  /// Empty.
  public static var help: String { "" }
}

extension NamedEnvironmentKey where Value == Bool {
  /// True or false.
  public static var kind: AttributeKind { .boolean }
  /// Returns a truth value as it is.
  public static func value(from attribute: AttributeValue) -> Bool? { if case .boolean(let flag) = attribute { flag } else { nil } }
  /// Returns the truth value as it is.
  public static func attribute(from value: Bool) -> AttributeValue? { .boolean(value) }
}

extension NamedEnvironmentKey where Value == Double {
  /// Any number.
  public static var kind: AttributeKind { .number(-1e9...1e9) }
  /// Returns the number if it is in the kind's range.
  public static func value(from attribute: AttributeValue) -> Double? {
    guard case .number(let number) = attribute else { return nil }
    if case .number(let range) = kind, !range.contains(number) { return nil }
    return number
  }
  /// Returns the number as it is.
  public static func attribute(from value: Double) -> AttributeValue? { .number(value) }
}

extension NamedEnvironmentKey where Value == Int {
  /// Any whole number.
  public static var kind: AttributeKind { .integer(-1_000_000_000...1_000_000_000) }
  /// Returns the whole number if it is in the kind's range.
  public static func value(from attribute: AttributeValue) -> Int? {
    guard case .number(let number) = attribute, let whole = Int(exactly: number) else { return nil }
    if case .integer(let range) = kind, !range.contains(whole) { return nil }
    return whole
  }
  /// Returns the number as it is.
  public static func attribute(from value: Int) -> AttributeValue? { .number(Double(value)) }
}

extension NamedEnvironmentKey where Value == String {
  /// Any text.
  public static var kind: AttributeKind { .text }
  /// Returns a text as it is.
  public static func value(from attribute: AttributeValue) -> String? { if case .text(let text) = attribute { text } else { nil } }
  /// Returns the text as it is.
  public static func attribute(from value: String) -> AttributeValue? { .text(value) }
}

extension NamedEnvironmentKey where Value == Color {
  /// A colour.
  public static var kind: AttributeKind { .color }
  /// Returns a colour as it is.
  public static func value(from attribute: AttributeValue) -> Color? { if case .color(let color) = attribute { color } else { nil } }
  /// Returns the colour as it is.
  public static func attribute(from value: Color) -> AttributeValue? { .color(value) }
}

extension NamedEnvironmentKey where Value: RawRepresentable<String> & CaseIterable {
  /// One of the words of the enumeration.
  public static var kind: AttributeKind { .choice(Value.allCases.map(\.rawValue)) }
  /// Returns the case of a word.
  public static func value(from attribute: AttributeValue) -> Value? {
    if case .text(let word) = attribute { Value(rawValue: word) } else { nil }
  }
  /// Returns the word of a case.
  public static func attribute(from value: Value) -> AttributeValue? { .text(value.rawValue) }
}
