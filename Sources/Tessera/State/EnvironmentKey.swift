/// A key of a program or a plugin for a value that nodes inherit. Scenes, the tool and data can set a ``NamedEnvironmentKey``.
///
/// ```swift
/// struct CornerKey: EnvironmentKey { static let defaultValue = 12.0 }
///
/// extension EnvironmentValues {
///   var corner: Double {
///     get { self[CornerKey.self] }
///     set { self[CornerKey.self] = newValue }
///   }
/// }
/// ```
public protocol EnvironmentKey {
  associatedtype Value: Sendable & Equatable
  /// Value if neither the stage nor the node nor one above it sets another.
  static var defaultValue: Value { get }
}

/// Numbers of keys. Keys of programs and plugins get theirs on first use.
enum EnvironmentKeys {
  static let colorScheme = 0
  static let textScale = 1
  static let tint = 2
  static let horizontalSizeClass = 3
  static let verticalSizeClass = 4
  static let locale = 5
  static let reducesMotion = 6
  static let theme = 7
  static let density = 8
  static let enabled = 9
  static let readOnly = 10
  static let framesFields = 11
  static let words = 12
  private static let firstOwn = 13

  private static let own = TypeNumbers()

  /// Keys that the semantics of nodes depend on.
  static let forSemantics: EnvironmentKeySet = {
    var keys = EnvironmentKeySet()
    keys.insert(bit(enabled))
    keys.insert(bit(readOnly))
    keys.insert(bit(locale))
    keys.insert(bit(words))
    return keys
  }()

  /// Keys whose changes one frame shows.
  static let forLook: EnvironmentKeySet = {
    var keys = EnvironmentKeySet()
    keys.insert(bit(colorScheme))
    keys.insert(bit(theme))
    return keys
  }()

  /// Returns the number of a key. Takes no lock, except on first use.
  @inline(__always) static func number<Key: EnvironmentKey>(of _: Key.Type) -> Int { firstOwn + own.number(of: Key.self) }

  /// Returns the bit of a key in an ``EnvironmentKeySet``: keys have the first 64 bits, and every second bit from 128 on.
  @inline(__always) static func bit(_ number: Int) -> Int { number < 64 ? number : 2 * number }
}
