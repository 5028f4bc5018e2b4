public import Tessera
internal import TesseraGeometry
public import TesseraLayout
internal import TesseraRender

extension Button {
  /// Look of a button in the theme. Values set by the program override it.
  public enum Kind: String, Sendable, CaseIterable, Hashable {
    /// ``normal``, unless the program gave the button a look: a background or a border of the node, or a picture, a color or a look in a state.
    /// Such a button is ``unstyled``.
    case automatic
    /// No look from the theme.
    case unstyled
    /// Main action of a screen: filled with `accent`.
    case primary
    /// Any other action: filled with `well`.
    case normal
    /// Action without a background, with letters of the color `accent`.
    case quiet
    /// Action that deletes: filled with `danger`.
    case danger
  }

  /// Height of a button in the theme.
  public enum SizeKind: String, Sendable, CaseIterable, Hashable { case regular, small }

  /// Returns the kind in effect.
  func shownKind(_ storage: ButtonStorage) -> Kind {
    guard kind == .automatic else { return kind }
    return hasOwnLook || storage.ownBox.isGiven ? .unstyled : .normal
  }

  /// Whether the program gave the button more than a title.
  var hasOwnLook: Bool {
    var bare = ButtonAppearance()
    bare.title = normal.title
    return normal != bare
      || [highlighted, selected, disabled].contains { look in
        bare.title = look.title
        return look != bare
      }
  }

  /// Returns the displayed value: with the look of its kind, and disabled if the environment disables all controls or the button is loading.
  func shown(in environment: EnvironmentValues, _ storage: ButtonStorage) -> Button {
    var button = self
    button.kind = shownKind(storage)
    if isEnabled, !environment.isEnabled { button.isEnabled = false }
    if button.kind != .unstyled {
      button.dress(in: environment.theme, isBilevel: environment.textAntialiasing == .bilevel)
      // A button without a kind follows the tint, as its title does without a ground.
      if kind == .automatic, button.isEnabled, let tint = environment.tint { button.normal.titleColor = tint }
    }
    return button
  }

  /// Fills unset values from the theme.
  private mutating func dress(in theme: Theme, isBilevel: Bool) {
    let looks = KindLooks(kind, theme, isBilevel: isBilevel)
    normal = normal.filled(from: looks.normal)
    highlighted = highlighted.filled(from: looks.highlighted)
    selected = selected.filled(from: looks.selected)
    disabled = disabled.filled(from: looks.disabled)
    if font == Button.defaultFont {
      let type = theme[controlSize == .small ? .small : .label]
      font = Font(size: type.size, weight: FontWeight(Int(type.weight)))
    }
    if contentInsets == Button.defaultInsets {
      contentInsets = Insets(horizontal: theme[controlSize == .small ? .space3 : .space4], vertical: theme[.space1])
      // A button with an icon alone is a square.
      if (normal.title ?? "").isEmpty, !icon.isEmpty { contentInsets = Insets(theme[.space1]) }
    }
    if rounding == Button.defaultRounding { rounding = CornerRadii(theme[.radius3]) }
  }
}

/// Looks of one kind of button in a theme. A value.
private struct KindLooks {
  var normal = ButtonAppearance()
  var highlighted = ButtonAppearance()
  var selected = ButtonAppearance()
  var disabled = ButtonAppearance()

  init(_ kind: Button.Kind, _ theme: Theme, isBilevel: Bool) {
    let faint = theme.ink.opacity(0.45)
    let hasEdges = theme[.elevation1].edge > 0
    func fill(_ ground: Color?, _ letters: Color, edge: Color? = nil) -> ButtonAppearance {
      ButtonAppearance(
        titleColor: letters, imageTint: letters, background: ground.map(Paint.color), border: edge.map { Border(width: 1, color: $0) })
    }
    switch kind {
    case .automatic, .unstyled: break
    case .primary:
      normal = fill(theme.accent, theme.onAccent)
      // In the paper theme, background and letters exchange their colors.
      highlighted = fill(
        theme.accentPress, theme.accentPress == theme.onAccent ? theme.accent : theme.onAccent, edge: hasEdges ? theme.edge : nil)
    case .normal:
      normal = fill(theme.well, theme.ink, edge: hasEdges ? theme.edge : nil)
      highlighted = fill(theme.wellPress, theme.wellPress == theme.ink ? theme.well : theme.ink, edge: hasEdges ? theme.edge : nil)
    case .quiet:
      normal = fill(.clear, theme.accent)
      highlighted = fill(theme.ink.opacity(0.12), theme.accent)
    case .danger:
      normal = fill(theme.danger, theme.onDanger)
      // As `primary` in the paper theme. Elsewhere away from the letters, as `accentPress`.
      highlighted =
        isBilevel || theme.accentPress == theme.onAccent
        ? fill(theme.onDanger, theme.danger, edge: theme.ink) : fill(theme.danger.moved(theme.ink, by: 0.24), theme.onDanger)
    }
    guard kind != .unstyled else { return }
    selected = fill(theme.wash, theme.onWash, edge: hasEdges ? theme.edge : nil)
    // `wash` and `well` are both white.
    if isBilevel { selected.border?.width = Insets(2) }
    disabled = kind == .quiet ? fill(.clear, faint) : fill(theme.well, faint, edge: hasEdges ? faint : nil)
    // As frames of other controls; faint colors do not exist on 1-bit displays.
    if isBilevel { disabled.border = Border(width: 1, color: theme.ink, style: .dotted) }
    // Pictures keep their colors.
    for path in [\KindLooks.normal, \.highlighted, \.selected, \.disabled] { self[keyPath: path].imageTint = nil }
  }
}

extension Button: StyleAdjustingType, DefaultLookType {
  /// Gives a button with a kind the height of the theme's controls, unless the program sets a height.
  public func adjust(_ style: inout LayoutStyle, storage: ButtonStorage, in environment: EnvironmentValues) {
    let kind = shownKind(storage)
    guard kind != .unstyled else { return }
    let height = environment.theme[controlSize == .small ? .controlSmall : .control]
    if style.height == .auto, style.minHeight == .auto { style.minHeight = .points(height) }
    let hasWords = !(normal.title ?? "").isEmpty
    if style.width == .auto, style.minWidth == .auto {
      style.minWidth = .points(hasWords && controlSize == .regular && kind != .quiet ? max(88, height) : height)
    }
  }
}
