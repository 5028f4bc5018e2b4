internal import TesseraBase
public import TesseraRender

/// Named value of a theme: a colour role, a size of type, a distance, a duration. Create it once, as a static constant; any thread.
///
/// ```swift
/// extension ThemeToken<Color> {
///   static let brand = ThemeToken("brand", light: Color(rgb: 0x8C1D40), dark: Color(rgb: 0xFFB1C8))
/// }
/// let color = context.environment.theme[.brand]
/// ```
public struct ThemeToken<Value: ThemeTokenValue>: Sendable {
  /// The name in theme files, lowerCamelCase. Two tokens with one name are the same token: the first counts.
  public let name: String
  let number: Int
  /// One value for each mode or density, according to `axis`.
  let values: [Value]
  let axis: ThemeAxis

  init(_ name: String, _ axis: ThemeAxis, _ values: [Value]) {
    (self.name, self.axis, self.values) = (name, axis, values)
    number = ThemeTokens.add(ThemeTokenDescription(name: name, axis: axis, values: values.map(\.themeValue)))
  }

  /// Makes a token whose value depends on the density of the screen.
  public init(_ name: String, compact: Value, regular: Value, roomy: Value) { self.init(name, .density, [compact, regular, roomy]) }

  /// Makes a token with one value.
  public init(_ name: String, _ value: Value) { self.init(name, .density, [value, value, value]) }

  /// Makes a token whose value depends on the colour mode.
  ///
  /// - Parameters:
  ///   - name: the name in theme files.
  ///   - light: dark on light.
  ///   - dark: light on dark.
  ///   - contrast: high contrast on white; nil: as `light`.
  ///   - contrastDark: high contrast on black; nil: as `dark`.
  ///   - night: red light only; nil: as `dark`.
  ///   - paper: electronic paper; nil: as `contrast`.
  public init(
    _ name: String, light: Value, dark: Value, contrast: Value? = nil, contrastDark: Value? = nil, night: Value? = nil, paper: Value? = nil
  ) {
    self.init(name, .mode, [light, dark, contrast ?? light, contrastDark ?? dark, night ?? dark, paper ?? contrast ?? light])
  }
}

/// Dimension along which a token's values vary.
enum ThemeAxis: Sendable {
  case mode, density

  var names: [String] {
    switch self {
    case .mode: ThemeMode.allCases.map(\.rawValue)
    case .density: ThemeDensity.allCases.map(\.rawValue)
    }
  }
}

/// Type of token values: colours, numbers, type and elevation.
public protocol ThemeTokenValue: Sendable, Equatable {
  /// Converts a value of a theme; nil if it has another type.
  init?(_ value: ThemeValue)
  /// The value as a value of a theme.
  var themeValue: ThemeValue { get }
}

/// Value of a token, type-erased.
public enum ThemeValue: Sendable, Equatable {
  /// A colour role.
  case color(Color)
  /// Logical units, seconds or a factor.
  case number(Double)
  /// A step of the type ramp.
  case type(ThemeType)
  /// An elevation.
  case elevation(ThemeElevation)
}

/// Step of the type ramp of a theme.
public struct ThemeType: Sendable, Hashable, ThemeTokenValue {
  /// Size of letters, logical units.
  public var size: Double
  /// Height of a line, logical units.
  public var line: Double
  /// Weight, 100...900.
  public var weight: Double

  /// Makes a step.
  public init(size: Double, line: Double, weight: Double) { (self.size, self.line, self.weight) = (size, line, weight) }

  public init?(_ value: ThemeValue) { if case .type(let type) = value { self = type } else { return nil } }
  public var themeValue: ThemeValue { .type(self) }
}

/// Elevation above the ground, shown by a shadow, or by an edge in modes without shadows.
public struct ThemeElevation: Sendable, Hashable, ThemeTokenValue {
  /// Downward offset of the shadow, logical units.
  public var y: Double
  /// Blur of the shadow, logical units; 0 for none.
  public var radius: Double
  /// Width of an edge instead of a shadow, device pixels; 0 for none.
  public var edge: Double

  /// Makes an elevation.
  public init(y: Double = 0, radius: Double = 0, edge: Double = 0) { (self.y, self.radius, self.edge) = (y, radius, edge) }

  public init?(_ value: ThemeValue) { if case .elevation(let elevation) = value { self = elevation } else { return nil } }
  public var themeValue: ThemeValue { .elevation(self) }
}

extension Color: ThemeTokenValue {
  public init?(_ value: ThemeValue) { if case .color(let color) = value { self = color } else { return nil } }
  public var themeValue: ThemeValue { .color(self) }
}

extension Double: ThemeTokenValue {
  public init?(_ value: ThemeValue) { if case .number(let number) = value { self = number } else { return nil } }
  public var themeValue: ThemeValue { .number(self) }
}

/// Token without its type, for theme files. A value.
struct ThemeTokenDescription: Sendable {
  let name: String
  let axis: ThemeAxis
  /// One value for each mode or density.
  let values: [ThemeValue]
}

/// The tokens of the program, by their numbers. Any thread.
enum ThemeTokens {
  private struct List {
    var all: [ThemeTokenDescription] = []
    var numbers: [String: Int] = [:]
  }

  private static let list = Locked(List())

  /// Adds a token and returns its number; returns the known number if a token has the same name.
  static func add(_ token: ThemeTokenDescription) -> Int {
    list.withLock { list in
      if let number = list.numbers[token.name] { return number }
      list.all.append(token)
      list.numbers[token.name] = list.all.count - 1
      return list.all.count - 1
    }
  }

  /// All tokens by number, including those that come with Tessera.
  static var all: [ThemeTokenDescription] {
    _ = standard
    return list.withLock { $0.all }
  }

  /// Tokens at the first call, Tessera's among them.
  private static let first = all

  /// Returns the token with a number; nil for an unknown number. O(1), without a lock for tokens of Tessera.
  static func description(_ number: Int) -> ThemeTokenDescription? {
    if number < first.count { return first[number] }
    let all = all
    return number < all.count ? all[number] : nil
  }

  /// Returns the number of the token called `name`; nil if no token has that name.
  static func number(_ name: String) -> Int? {
    _ = standard
    return list.withLock { $0.numbers[name] }
  }

  /// Returns the bit of a token in an ``EnvironmentKeySet``: bits 64 to 127, then every second bit.
  @inline(__always) static func bit(_ number: Int) -> Int { number < 64 ? 64 + number : 2 * number + 1 }
}
