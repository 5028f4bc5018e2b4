internal import TesseraBase

/// A value that nodes inherit, of a program's or a plugin's own.
///
/// ```swift
/// struct ThemeKey: EnvironmentKey { static let defaultValue = Theme() }
///
/// extension EnvironmentValues {
///   var theme: Theme {
///     get { self[ThemeKey.self] }
///     set { self[ThemeKey.self] = newValue }
///   }
/// }
/// ```
public protocol EnvironmentKey {
  associatedtype Value: Sendable & Equatable
  /// What holds where no node above says another.
  static var defaultValue: Value { get }
}

/// Numbers of keys: each is a bit of what a node has read.
enum EnvironmentKeys {
  static let colorScheme = 0
  static let textScale = 1
  static let tint = 2
  static let horizontalSizeClass = 3
  static let verticalSizeClass = 4
  static let locale = 5
  static let reducesMotion = 6
  private static let firstOwn = 7

  private static let own = Locked<[ObjectIdentifier: Int]>([:])

  /// The number of a key of a program or plugin, given when it is first used.
  static func index<Key: EnvironmentKey>(of _: Key.Type) -> Int {
    own.withLock { own in
      let id = ObjectIdentifier(Key.self)
      if let index = own[id] { return index }
      own[id] = firstOwn + own.count
      return firstOwn + own.count - 1
    }
  }

  /// Keys beyond the 63rd share a bit: who read one of them is told of changes of all.
  @inline(__always) static func bit(_ index: Int) -> UInt64 { 1 << UInt64(min(index, 63)) }
}
