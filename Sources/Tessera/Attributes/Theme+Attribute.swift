internal import TesseraRender

// Themes as attribute values: a name, or a map of a name, a mode, a density and tokens.

extension Theme {
  /// Kind of the value `theme` of the environment: the name of a family, or a map with tokens of the program.
  static var kind: AttributeKind {
    let names = AttributeKind.choice(families.map(\.name))
    var kinds: [String: AttributeKind] = [
      "name": names, "mode": .choice(ThemeMode.allCases.map(\.rawValue)), "density": .choice(ThemeDensity.allCases.map(\.rawValue)),
    ]
    for token in ThemeTokens.all { kinds[token.name] = token.kind }
    return .either([names, .map(kinds)])
  }

  /// Writes a theme, and the density that it names, to an environment. Returns false for a value of the wrong kind.
  static func write(_ value: AttributeValue, to environment: inout EnvironmentValues) -> Bool {
    if let name = value.text {
      guard let family = families.first(where: { $0.name == name }) else { return false }
      environment.theme = family
      return true
    }
    guard case .map(let pairs) = value else { return false }
    var theme = Theme.lagoon
    if let name = pairs.first(where: { $0.key == "name" })?.value.text {
      guard let family = families.first(where: { $0.name == name }) else { return false }
      theme = family
    }
    for (name, value) in pairs where name != "name" {
      switch name {
      case "mode":
        guard let mode = value.text.flatMap(ThemeMode.init(rawValue:)) else { return false }
        theme.mode = mode
      case "density":
        guard let density = value.text.flatMap(ThemeDensity.init(rawValue:)) else { return false }
        environment.density = density
      default:
        guard let number = ThemeTokens.number(name), let values = ThemeTokens.all[number].values(from: value) else { return false }
        theme.set(number, values)
      }
    }
    environment.theme = theme
    return true
  }

  /// Adds a token of a theme file, unless one has that name. Any thread.
  ///
  /// - Parameters:
  ///   - name: its name; a letter, then letters and digits.
  ///   - values: colours by the names of modes, `light` and `dark` at least, or numbers by the names of all densities.
  /// - Returns: false: the name or the values are not those of a token, or the program has 1024 tokens.
  public static func addToken(named name: String, _ values: AttributeValue) -> Bool {
    guard ThemeTokens.number(name) == nil else { return true }
    guard isTokenName(name), case .map(let pairs) = values, ThemeTokens.all.count < mostTokens else { return false }
    func value(_ key: String) -> AttributeValue? { pairs.first { $0.key == key }?.value }
    if let light = value("light")?.color, let dark = value("dark")?.color {
      func color(_ mode: ThemeMode) -> Color? { value(mode.rawValue)?.color }
      _ = ThemeToken(
        name, light: light, dark: dark, contrast: color(.contrast), contrastDark: color(.contrastDark), night: color(.night),
        paper: color(.paper))
      return true
    }
    let numbers = ThemeDensity.allCases.compactMap { value($0.rawValue)?.number }
    guard numbers.count == ThemeDensity.allCases.count else { return false }
    _ = ThemeToken(name, .density, numbers)
    return true
  }

  /// The theme as a map of its differences from Lagoon.
  var attribute: AttributeValue {
    var pairs: [(key: String, value: AttributeValue)] = [("name", .text(Self.families.contains { $0.name == name } ? name : "lagoon"))]
    if let mode { pairs.append(("mode", .text(mode.rawValue))) }
    let family = Self.families.first { $0.name == name } ?? .lagoon
    let tokens = ThemeTokens.all
    for (number, values) in setValues.sorted(by: { $0.key < $1.key }) where family.setValues[number] != values {
      let token = tokens[number]
      let named = zip(token.axis.names, values).compactMap { name, value in value.map { (name, $0.attribute) } }
      pairs.append((token.name, .map(named.map { (key: $0.0, value: $0.1) })))
    }
    return .map(pairs)
  }
}

extension ThemeTokenDescription {
  /// Kind of one value of the token.
  private var single: AttributeKind {
    switch values[0] {
    case .color: .color
    case .number: .number(0...100_000)
    case .type: .map(["size": .number(1...1000), "line": .number(1...2000), "weight": .number(1...1000)])
    case .elevation: .map(["y": .number(-1000...1000), "radius": .number(0...1000), "edge": .number(0...100)])
    }
  }

  /// Kind of the token in theme files: one value, or one for each mode or density.
  var kind: AttributeKind {
    let single = single
    let several = Dictionary(axis.names.map { ($0, single) }, uniquingKeysWith: { first, _ in first })
    if case .map(let members) = single { return .map(members.merging(several) { first, _ in first }) }
    return .either([single, .map(several)])
  }

  /// Returns the values of an attribute by mode or density, nil for missing ones; nil if the attribute has the wrong kind.
  func values(from attribute: AttributeValue) -> [ThemeValue?]? {
    let names = axis.names
    if case .map(let pairs) = attribute, let first = pairs.first, names.contains(first.key) {
      var result: [ThemeValue?] = Array(repeating: nil, count: values.count)
      for (name, value) in pairs {
        guard let index = names.firstIndex(of: name), let one = made(value, like: values[index]) else { return nil }
        result[index] = one
      }
      return result
    }
    let all = values.map { made(attribute, like: $0) }
    return all.contains(nil) ? nil : all
  }

  /// Returns a value; missing members of a map are those of `standard`.
  private func made(_ attribute: AttributeValue, like standard: ThemeValue) -> ThemeValue? {
    func number(_ name: String, _ standard: Double) -> Double {
      guard case .map(let pairs) = attribute else { return standard }
      return pairs.first { $0.key == name }?.value.number ?? standard
    }
    switch standard {
    case .color: return attribute.color.map(ThemeValue.color)
    case .number: return attribute.number.map(ThemeValue.number)
    case .type(let type):
      guard case .map = attribute else { return nil }
      return .type(ThemeType(size: number("size", type.size), line: number("line", type.line), weight: number("weight", type.weight)))
    case .elevation(let level):
      guard case .map = attribute else { return nil }
      return .elevation(
        ThemeElevation(y: number("y", level.y), radius: number("radius", level.radius), edge: number("edge", level.edge)))
    }
  }
}

extension ThemeValue {
  fileprivate var attribute: AttributeValue {
    switch self {
    case .color(let color): .color(color)
    case .number(let number): .number(number)
    case .type(let type): .map([("size", .number(type.size)), ("line", .number(type.line)), ("weight", .number(type.weight))])
    case .elevation(let level): .map([("y", .number(level.y)), ("radius", .number(level.radius)), ("edge", .number(level.edge))])
    }
  }
}
