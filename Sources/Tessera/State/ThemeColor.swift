public import TesseraRender

// Tokens as colors of properties and of values of node types.

extension Color {
  /// Returns a dynamic color that nodes resolve to a token of their theme: `.background(.theme(.surface))`.
  ///
  /// Properties of nodes and the standard node types resolve it and follow changes of the theme. Drawing code resolves it by
  /// `resolved(in: context.environment)`. A canvas uses the token's default for its color scheme.
  public static func theme(_ token: ThemeToken<Color>) -> Color {
    .token(token.number, light: token.values[ThemeMode.light.index], dark: token.values[ThemeMode.dark.index])
  }

  /// Returns the static color for an environment: of the theme for a token, otherwise of the color scheme. The read is tracked.
  public func resolved(in environment: EnvironmentValues) -> Color {
    guard isDynamic else { return self }
    guard let number = tokenNumber else { return resolved(in: environment.colorScheme) }
    guard let color = environment.theme.color(number) else { return resolved(in: environment.colorScheme) }
    let opacity = tokenOpacity
    return opacity == 1 ? color : color.opacity(opacity)
  }
}

extension Paint {
  /// Opaque black.
  public static var black: Paint { .color(.black) }
  /// Opaque white.
  public static var white: Paint { .color(.white) }
  /// Transparent.
  public static var clear: Paint { .color(.clear) }

  /// Returns a dynamic paint that nodes resolve to a token of their theme.
  public static func theme(_ token: ThemeToken<Color>) -> Paint { .color(.theme(token)) }

  /// Returns the static paint for an environment. The reads are tracked.
  public func resolved(in environment: EnvironmentValues) -> Paint {
    guard isDynamic else { return self }
    return map { $0.resolved(in: environment) }
  }
}
