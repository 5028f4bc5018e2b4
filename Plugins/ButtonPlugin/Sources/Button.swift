internal import IconPlugin
public import ImagePlugin
public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender
public import TextPlugin

/// Button with a title, a picture or both on a background. It is pressed by a touch, or by space or enter while it has the focus.
///
/// Sends `touchDown` when a touch begins, `tap` when it ends inside, and `touchCancel` when it ends outside or is cancelled. While the
/// finger is more than ``dragSlop`` outside of the box, the button is not highlighted (`touchLeave`, `touchEnter`). The pressed look appears immediately, stays for at
/// least ``minimumHighlight``, and fades out (`StandardMotion.release`, `enabled`). In scrolling content it appears after
/// ``highlightDelay``, and a touch that scrolls presses nothing.
///
/// A button with a title alone looks finished: it has the ground, corners, padding and height of the theme (``Kind/normal``). A button
/// with a background, a border, a picture or a color is ``Kind/unstyled``.
///
/// If a state has no own look, background, border and title of a held button are shaded, and those of a disabled button fade. A
/// pointer over an enabled button applies a third of that shade (`StandardMotion.hover`).
public struct Button: StateMotionType, FontStyledType {
  /// State of touches, and whether the button looks pressed.
  public typealias Storage = ButtonStorage

  /// Position of the picture or icon relative to the title; leading and trailing follow the writing direction.
  public enum ImagePlacement: String, Sendable, CaseIterable, Hashable { case leading, trailing, top, bottom }

  /// Position of picture and title along the box; start and end follow the writing direction.
  public enum Alignment: String, Sendable, CaseIterable, Hashable { case start, center, end }

  /// Type name in scene files.
  public static let typeName = "button"
  /// One line of help.
  public static let summary = "Button with a title, a picture or both."
  /// Detects taps itself, with its own limit of movement.
  public static let traits: NodeTraits = [.sendsTaps, .drawsNothing]
  /// Maximum distance of a touch outside of the box, logical units.
  public static let dragSlop = InteractionState.touchSlop
  /// Minimum duration of the pressed look, seconds.
  public static let minimumHighlight = InteractionState.minimumPress
  /// Delay of the pressed look in scrolling content, seconds.
  public static let highlightDelay = InteractionState.pressDelay
  /// Default font of the title.
  public static let defaultFont = Font(size: 16, weight: .semibold)
  static let defaultInsets = Insets(horizontal: 16, vertical: 10)
  static let defaultRounding = CornerRadii(8)

  /// Look from the theme.
  public var kind = Kind.automatic
  /// Height from the theme; ignored for ``Kind/unstyled``.
  public var controlSize = SizeKind.regular
  /// Look in the normal state, and fallback of the other states.
  public var normal = ButtonAppearance()
  /// Look while the button is held down.
  public var highlighted = ButtonAppearance()
  /// Look while the button is switched on.
  public var selected = ButtonAppearance()
  /// Look while the button is disabled.
  public var disabled = ButtonAppearance()
  /// Icon next to the title, by its name (`Icon.names`), in the color of the title; empty means none. A picture replaces it.
  public var icon = ""
  /// Font of the title.
  public var font = Button.defaultFont
  /// Distance between picture and title, logical units.
  public var spacing = 8.0
  /// Position of the picture.
  public var imagePlacement = ImagePlacement.leading
  /// Size of the picture, logical units; nil means its own size.
  public var imageSize: Size?
  /// Distance from the edge to title and picture, in addition to the padding of the node's style.
  public var contentInsets = Button.defaultInsets
  /// Corner radii of background, border and focus ring, used if the node's `cornerRadius` is 0.
  public var rounding = Button.defaultRounding
  /// Position of picture and title along the box.
  public var alignment = Alignment.center
  /// Whether a spinner replaces the picture, or the title if there is no picture. The size stays, and presses are ignored.
  public var isLoading = false
  /// Whether the button can be pressed.
  public var isEnabled = true
  /// Whether the button is switched on; set by the program.
  public var isSelected = false
  /// Whether a held button sends `tap` repeatedly (`KeyRepeat`).
  public var repeats = false

  /// Creates a button without title and picture.
  public init() {}

  /// Creates a button with an icon next to its title, such as `Button("Settings", icon: "settings")`, or with an icon alone, which needs a label.
  public init(_ title: String = "", icon: String) {
    normal.title = title
    self.icon = icon
  }

  /// Creates a button.
  public init(_ title: String, image: ImageSource? = nil, font: Font = Button.defaultFont) {
    normal.title = title
    normal.image = image
    self.font = font
  }

  /// Title in the normal state, and in states without their own title.
  public var title: String {
    get { normal.title ?? "" }
    set { normal.title = newValue }
  }

  /// Picture in the normal state, and in states without their own picture.
  public var image: ImageSource? {
    get { normal.image }
    set { normal.image = newValue }
  }

  /// Colour of the title in the normal state, and in states without their own; nil means the environment's tint, or the theme's `ink`
  /// without a tint.
  public var titleColor: Color? {
    get { normal.titleColor }
    set { normal.titleColor = newValue }
  }

  /// Look in `state`, without fallbacks.
  public subscript(state: ControlState) -> ButtonAppearance {
    get {
      switch state {
      case .normal: normal
      case .highlighted: highlighted
      case .selected: selected
      case .disabled: disabled
      }
    }
    set {
      switch state {
      case .normal: normal = newValue
      case .highlighted: highlighted = newValue
      case .selected: selected = newValue
      case .disabled: disabled = newValue
      }
    }
  }

  /// Returns the state of a node with this value. Disabled overrides highlighted, which overrides selected. Any thread.
  ///
  /// - Parameter isHighlighted: Whether the button is held down. This is state of the node (``Tessera/Node/isHighlighted``).
  public func state(isHighlighted: Bool = false) -> ControlState {
    !isEnabled ? .disabled : isHighlighted ? .highlighted : isSelected ? .selected : .normal
  }

  /// Returns the look in `state`, with fallbacks. Any thread.
  ///
  /// A held button that is switched on falls back to the selected look; every state falls back to the normal look.
  public func appearance(in state: ControlState) -> ButtonAppearance {
    var result = self[state]
    if isSelected { result = result.filled(from: selected) }
    return result.filled(from: normal)
  }

  /// By hand: title and picture are values of subnodes. They affect the layout only if they or their arrangement differ, held down or not.
  public static func invalidation(from old: Button, to new: Button) -> Invalidation {
    guard old != new else { return [] }
    func isSameContent(_ isHighlighted: Bool) -> Bool {
      old.content(in: old.look(isHighlighted, false)) == new.content(in: new.look(isHighlighted, false))
    }
    let isSameArrangement =
      old.font == new.font && old.spacing == new.spacing && old.imagePlacement == new.imagePlacement && old.imageSize == new.imageSize
      && old.contentInsets == new.contentInsets && old.kind == new.kind && old.controlSize == new.controlSize
      && old.alignment == new.alignment
      && old.isLoading == new.isLoading && old.hasOwnLook == new.hasOwnLook
    // The theme has colors for each state.
    let isSameState = old.kind == .unstyled || old.isSelected == new.isSelected && old.isEnabled == new.isEnabled
    return isSameArrangement && isSameState && isSameContent(false) && isSameContent(true) ? [] : .layout
  }

  /// Animates changes between disabled and enabled, and between on and off.
  public static func stateMotion(from old: Button, to new: Button) -> Motion? {
    old.isEnabled != new.isEnabled || old.isSelected != new.isSelected ? StandardMotion.enabled.motion : nil
  }

  /// State that determines the look, in addition to the value.
  struct Look: Equatable {
    var state: ControlState
    /// Whether the button looks hovered: under a pointer, neither held down nor disabled.
    var isHovered: Bool
  }

  /// Strength of the hovered look, relative to the pressed look.
  static let hoverShare = 1.0 / 3

  func look(_ isHighlighted: Bool, _ isHovered: Bool) -> Look {
    let state = state(isHighlighted: isHighlighted)
    return Look(state: state, isHovered: isHovered && (state == .normal || state == .selected))
  }

  /// Returns whether a change of the look requires a layout.
  func needsLayout(from old: Look, to new: Look) -> Bool { old != new && content(in: old) != content(in: new) }

  /// Inputs of the subnodes' values.
  private struct Content: Equatable {
    var title: String?
    var titleColor: Color?
    var image: ImageSource?
    var imageTint: Color?
    var icon: String
    var fade: Double
  }

  private func content(in shown: Look) -> Content {
    let look = appearance(in: shown.state)
    return Content(
      title: look.title, titleColor: look.titleColor, image: look.image, imageTint: look.imageTint, icon: icon, fade: fade(in: shown))
  }

  /// Places picture and title in a row or column, in the middle of the box.
  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    shown(in: context.environment, context.storage(of: Button.self)).spec(in: context)
  }

  private func spec(in context: LayoutContext) -> any LayoutElement {
    let storage = context.storage(of: Button.self)
    let now = storage.looks
    let shown = self.look(now.isHighlighted, now.isHovered)
    let state = shown.state
    let look = appearance(in: state)
    // On 1-bit displays alpha has no effect on colors of letters: faint letters are drawn as a pattern, or in full if the frame shows the state.
    let isBilevel = context.environment.textAntialiasing == .bilevel
    let isPattern = isBilevel && state == .disabled
    let titleColor = isPattern ? look.titleColor.map { $0.opacity(1 / max($0.alpha, 1 / 255)) } : look.titleColor
    let fade = isBilevel && shown.isHovered ? 1 : fade(in: shown)
    let looks = SubnodeLook(
      fade: fade, textAlpha: isPattern ? (kind == .unstyled ? 0.35 : 1) : isBilevel ? fade : 1,
      motion: storage.isStateful(shown, isLoading: isLoading, in: context)
        ? isBilevel ? MotionTable() : subnodeMotion(in: state, isHoverChange: now.isHoverChange) : nil)
    let isVertical = imagePlacement == .top || imagePlacement == .bottom
    let isImageLast = imagePlacement == .trailing || imagePlacement == .bottom
    let hasPicture = look.image != nil || !icon.isEmpty
    let hasTitle = !(look.title ?? "").isEmpty
    let spinner = isLoading ? ButtonSpinner(titleColor ?? Text.defaultColor) : nil
    let content = Stack(
      isVertical ? .vertical : .horizontal, spacing: spacing, justifyContent: isVertical ? .center : lineAlignment.content,
      alignItems: isVertical ? lineAlignment.items : .center, reversed: isImageLast
    ) {
      if let image = look.image {
        picture(image, tint: look.imageTint, looks, spinner)
      } else if !icon.isEmpty {
        symbol(titleColor, looks, spinner, in: context.environment)
      }
      if hasTitle, let title = look.title { self.title(title, titleColor, spinner != nil && !hasPicture ? looks.hidden : looks) }
    }
    let padded = (spinner != nil && !hasPicture ? Self.covered(content, by: spinner) : content)
      .padding(
        LayoutEdges(
          top: .points(contentInsets.top), right: .points(contentInsets.right), bottom: .points(contentInsets.bottom),
          left: .points(contentInsets.left)))
    return isMarked ? Self.marked(padded, storage, in: context.environment.theme) : padded
  }

  /// Alignment of picture and title along and across their line.
  private var lineAlignment: (content: ContentAlignment, items: ItemAlignment) {
    switch alignment {
    case .start: (.start, .start)
    case .center: (.center, .center)
    case .end: (.end, .end)
    }
  }

  /// Returns an element with a spinner in its middle.
  private static func covered(_ element: any LayoutElement, by spinner: ButtonSpinner?) -> any LayoutElement {
    guard let spinner else { return element }
    return Overlay(element) { Center { Subnode("spinner", spinner) } }
  }

  /// Look of title and picture, except colours.
  private struct SubnodeLook {
    var fade: Double
    /// Alpha of the letters if they fade by their colour; 1 if they fade by the node's opacity.
    var textAlpha: Double
    /// Motions of changes; nil as long as the button has always been in the normal state, which saves memory.
    var motion: MotionTable?

    /// The same look for a node that only keeps its size.
    var hidden: SubnodeLook {
      var look = self
      (look.fade, look.textAlpha, look.motion) = (0, 1, MotionTable())
      return look
    }

    /// Returns the properties of nodes with this look.
    func properties(opacity: Double) -> NodeProperties {
      var properties = NodeProperties()
      properties.opacity = opacity
      properties.motion = motion ?? MotionTable()
      return properties
    }
  }

  /// Returns the motions of title and picture to the look of `state`; a press appears immediately.
  private func subnodeMotion(in state: ControlState, isHoverChange: Bool) -> MotionTable {
    var table = MotionTable()
    guard state != .highlighted else { return table }
    let standard: StandardMotion = isHoverChange && state != .disabled ? .hover : state == .normal ? .release : .enabled
    let motion = standard.motion
    table[\.opacity] = motion
    // Only colours that depend on the state have a motion here; others are left to the program.
    let looks = [highlighted, selected, disabled]
    if looks.contains(where: { $0.titleColor != nil }) { table["color"] = motion }
    if looks.contains(where: { $0.imageTint != nil }) { table["tint"] = motion }
    return table
  }

  private func title(_ title: String, _ color: Color?, _ look: SubnodeLook) -> any LayoutElement {
    var text = Text(title, font: font, color: (color ?? Text.defaultColor).opacity(Float(look.textAlpha)))
    text.followsTint = color == nil && look.textAlpha == 1
    text.alignment =
      switch alignment {
      case .start: .start
      case .center: .center
      case .end: .end
      }
    let opacity = look.textAlpha == 1 ? look.fade : 1
    return Subnode("title", text, properties: look.motion == nil ? nil : look.properties(opacity: opacity))
  }

  private func picture(_ source: ImageSource, tint: Color?, _ look: SubnodeLook, _ spinner: ButtonSpinner?) -> any LayoutElement {
    var image = Image(source)
    image.tint = tint
    let look = spinner == nil ? look : look.hidden
    let node = Subnode("image", image, properties: look.motion == nil ? nil : look.properties(opacity: look.fade))
    let picture: any LayoutElement = imageSize.map { node.size($0).flexShrink(0) } ?? node.flexShrink(0)
    return Self.covered(picture, by: spinner)
  }

  private func symbol(
    _ color: Color?, _ look: SubnodeLook, _ spinner: ButtonSpinner?, in environment: EnvironmentValues
  ) -> any LayoutElement {
    var icon = Icon(icon, size: imageSize?.width ?? iconSide(in: environment))
    icon.tint = color.map { $0.opacity(Float(look.textAlpha)) }
    icon.isDecorative = true
    let look = spinner == nil ? look : look.hidden
    let node = Subnode("icon", icon, properties: look.motion == nil ? nil : look.properties(opacity: look.textAlpha == 1 ? look.fade : 1))
    return Self.covered(node.flexShrink(0), by: spinner)
  }

  /// Side of the icon, logical units. With large text it grows only as far as the button does for a line of its title: all buttons of a row have one height.
  private func iconSide(in environment: EnvironmentValues) -> Double {
    let (isSmall, theme) = (controlSize == .small, environment.theme)
    let side = environment.iconSide(isSmall ? 20 : nil)
    guard kind != .unstyled else { return side }
    let line = (theme[isSmall ? .small : .label].line * environment.textScale).rounded(.up)
    let height = max(theme[isSmall ? .controlSmall : .control], line + contentInsets.vertical)
    return min(side, max(isSmall ? 20 : theme[.icon], height - contentInsets.vertical))
  }

  /// Returns the opacity of title and picture: states without an own look fade them.
  private func fade(in look: Look) -> Double {
    let hasBackground = appearance(in: look.state).background != nil
    let held = highlighted == ButtonAppearance() ? (hasBackground ? 0.75 : 0.55) : 1
    return switch look.state {
    case .normal, .selected: look.isHovered ? 1 - (1 - held) * Self.hoverShare : 1
    case .highlighted: held
    case .disabled: disabled == ButtonAppearance() ? (hasBackground ? 0.75 : 0.4) : 1
    }
  }
}

extension Button: FocusableType {
  /// Returns whether the button can be focused: not while it is disabled. A button that is loading keeps the focus.
  public static func isFocusable(_ node: Node<Button>) -> Bool { node.isEnabled && node.environmentValues.isEnabled }

  /// Returns the box with the button's corners, around which the focus ring is drawn.
  public static func focusArea(in node: Node<Button>) -> RoundedRect? {
    node.cornerRadii.isZero
      ? RoundedRect(Rect(size: node.frame.size), radii: node.value.shown(in: node.environmentValues, node.storage).rounding) : nil
  }
}

extension Button: AccessibleType {
  /// The label is the title, or the picture's label if there is no title.
  public static func semantics(of node: Node<Button>) -> NodeSemantics {
    let button = node.value
    var semantics = NodeSemantics(.button, label: button.appearance(in: button.state()).title.flatMap { $0.isEmpty ? nil : $0 })
    if !button.isEnabled { semantics.isDisabled = true }
    if button.isSelected { semantics.isSelected = true }
    if button.isLoading { semantics.isBusy = true }
    semantics.actions = [.activate]
    return semantics
  }

  /// Sends `touchDown` and `tap`, like a touch.
  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Button>) -> Bool {
    guard action == .activate, part == nil, node.canBePressed else { return false }
    node.send(touchDown)
    node.send(tap)
    return true
  }
}
