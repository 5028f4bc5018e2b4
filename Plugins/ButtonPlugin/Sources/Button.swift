public import ImagePlugin
public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender
internal import TextPlugin

/// A title, a picture or both on a background, which is pressed: by a finger, or by space or enter where it has the focus.
///
/// Sends `touchDown` when a finger comes down, `tap` when it goes up inside, `touchCancel` when it goes up outside or is cancelled. While the
/// finger is more than ``dragSlop`` outside of the box the button is not highlighted; coming back highlights it again. What looks pressed does so for
/// ``minimumHighlight`` at least: it comes at once, and fades when it goes (`StandardMotion.release`, `enabled`). In content that scrolls a finger is waited for by ``highlightDelay``, and one that scrolls presses nothing. Where a state
/// has no look of its own, background, border and title of a held button are shaded, and those of a disabled one fade. A pointer over a button that is not
/// disabled gives it a third of that shade (`StandardMotion.hover`).
public struct Button: StateMotionType {
  /// The finger that holds the button, and whether it looks held down.
  public typealias Storage = ButtonStorage

  /// Where the picture stands beside the title; leading and trailing follow the writing direction.
  public enum ImagePlacement: String, Sendable, CaseIterable, Hashable { case leading, trailing, top, bottom }

  /// The name in scene files.
  public static let typeName = "button"
  /// One line of help.
  public static let summary = "A title, a picture or both, which is pressed."
  /// It tells a tap from a finger that strays itself.
  public static let traits: NodeTraits = [.sendsTaps, .drawsNothing]
  /// How far outside of the box a finger may stray, logical units.
  public static let dragSlop = InteractionState.touchSlop
  /// How long a press is seen at least, seconds.
  public static let minimumHighlight = InteractionState.minimumPress
  /// How long a finger rests before a button looks pressed in content that scrolls, seconds.
  public static let highlightDelay = InteractionState.pressDelay
  /// The title's font where nothing else is said.
  public static let defaultFont = Font(size: 16, weight: .semibold)
  static let defaultInsets = Insets(horizontal: 16, vertical: 10)
  static let defaultRounding = CornerRadii(8)

  /// Look that it has from the theme.
  public var kind = Kind.unstyled
  /// Height that it has from the theme, unless it is ``Kind/unstyled``.
  public var size = SizeKind.regular
  /// How it looks, and what other states fall back to.
  public var normal = ButtonAppearance()
  /// How it looks while held down.
  public var highlighted = ButtonAppearance()
  /// How it looks while switched on.
  public var selected = ButtonAppearance()
  /// How it looks while not to be pressed.
  public var disabled = ButtonAppearance()
  /// The title's font.
  public var font = Button.defaultFont
  /// Distance between picture and title, logical units.
  public var spacing = 8.0
  /// Where the picture stands.
  public var imagePlacement = ImagePlacement.leading
  /// The picture's size, logical units; nil: its own.
  public var imageSize: Size?
  /// Distance from the edge to title and picture, beside the padding of the node's style.
  public var contentInsets = Button.defaultInsets
  /// Rounds backgrounds, borders and focus ring, the node's own too, where its `cornerRadius` is 0.
  public var rounding = Button.defaultRounding
  /// Whether it can be pressed.
  public var isEnabled = true
  /// Whether it is switched on; the program does this.
  public var isSelected = false

  /// Makes a button without title and picture.
  public init() {}

  /// Makes a button.
  public init(_ title: String, image: ImageSource? = nil, font: Font = Button.defaultFont) {
    normal.title = title
    normal.image = image
    self.font = font
  }

  /// The title in the normal state, and in those that have none of their own.
  public var title: String {
    get { normal.title ?? "" }
    set { normal.title = newValue }
  }

  /// The picture in the normal state, and in those that have none of their own.
  public var image: ImageSource? {
    get { normal.image }
    set { normal.image = newValue }
  }

  /// Colour of the title in the normal state, and in those that have none of their own; nil: the environment's tint, else black.
  public var titleColor: Color? {
    get { normal.titleColor }
    set { normal.titleColor = newValue }
  }

  /// How it looks in `state`, without what it falls back to.
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

  /// Returns what a node of this value does: disabled before highlighted before selected. Any thread.
  ///
  /// - Parameter isHighlighted: whether it is held down, which only the node knows (``Tessera/Node/isHighlighted``).
  public func state(isHighlighted: Bool = false) -> ControlState {
    !isEnabled ? .disabled : isHighlighted ? .highlighted : isSelected ? .selected : .normal
  }

  /// Returns how it looks in `state`, with what it falls back to. Any thread.
  ///
  /// A held button that is switched on falls back to how it looks switched on, every state to the normal one.
  public func appearance(in state: ControlState) -> ButtonAppearance {
    var result = self[state]
    if isSelected { result = result.filled(from: selected) }
    return result.filled(from: normal)
  }

  /// Layout where title, picture or their arrangement differ (they are values of subnodes), held down or not. Background and border are properties.
  public static func invalidation(from old: Button, to new: Button) -> Invalidation {
    guard old != new else { return [] }
    func isSameContent(_ isHighlighted: Bool) -> Bool {
      old.content(in: old.look(isHighlighted, false)) == new.content(in: new.look(isHighlighted, false))
    }
    let isSameArrangement =
      old.font == new.font && old.spacing == new.spacing && old.imagePlacement == new.imagePlacement && old.imageSize == new.imageSize
      && old.contentInsets == new.contentInsets && old.kind == new.kind && old.size == new.size
    return isSameArrangement && isSameContent(false) && isSameContent(true) ? [] : .layout
  }

  /// Disabled or enabled, switched on or off.
  public static func stateMotion(from old: Button, to new: Button) -> Motion? {
    old.isEnabled != new.isEnabled || old.isSelected != new.isSelected ? StandardMotion.enabled.motion : nil
  }

  /// What decides how a button looks beside its value.
  struct Look: Equatable {
    var state: ControlState
    /// Whether it looks as under a pointer: neither held down nor disabled.
    var isHovered: Bool
  }

  /// How much of the looks of a press a pointer gives.
  static let hoverShare = 1.0 / 3

  func look(_ isHighlighted: Bool, _ isHovered: Bool) -> Look {
    let state = state(isHighlighted: isHighlighted)
    return Look(state: state, isHovered: isHovered && (state == .normal || state == .selected))
  }

  /// Whether another look than the one before needs a layout.
  func needsLayout(from old: Look, to new: Look) -> Bool { old != new && content(in: old) != content(in: new) }

  /// What the values of the subnodes are made from.
  private struct Content: Equatable {
    var title: String?
    var titleColor: Color?
    var image: ImageSource?
    var imageTint: Color?
    var fade: Double
  }

  private func content(in shown: Look) -> Content {
    let look = appearance(in: shown.state)
    return Content(title: look.title, titleColor: look.titleColor, image: look.image, imageTint: look.imageTint, fade: fade(in: shown))
  }

  /// Picture and title in a row or column, in the middle of the box.
  public func layout(in context: LayoutContext) -> (any LayoutElement)? { shown(in: context.environment).spec(in: context) }

  private func spec(in context: LayoutContext) -> any LayoutElement {
    let storage = context.storage(of: Button.self)
    let now = storage.looks
    let shown = self.look(now.isHighlighted, now.isHovered)
    let state = shown.state
    let look = appearance(in: state)
    // Colours say nothing in black and white: faint letters are drawn as a pattern, however translucent their colour is.
    let isBilevel = context.environment.textAntialiasing == .bilevel
    let isPattern = isBilevel && state == .disabled
    let titleColor = isPattern ? look.titleColor.map { $0.opacity(1 / max($0.alpha, 1 / 255)) } : look.titleColor
    let fade = isBilevel && shown.isHovered ? 1 : fade(in: shown)
    let looks = SubnodeLook(
      fade: fade, textAlpha: isPattern ? 0.35 : isBilevel ? fade : 1,
      motion: storage.noteLayout(in: state, isHovered: shown.isHovered)
        ? isBilevel ? MotionTable() : subnodeMotion(in: state, isHoverChange: now.isHoverChange) : nil)
    let isVertical = imagePlacement == .top || imagePlacement == .bottom
    let isImageLast = imagePlacement == .trailing || imagePlacement == .bottom
    return Stack(
      isVertical ? .vertical : .horizontal, spacing: spacing, justifyContent: .center, alignItems: .center, reversed: isImageLast
    ) {
      if let image = look.image { picture(image, tint: look.imageTint, looks) }
      if let title = look.title, !title.isEmpty { self.title(title, titleColor, looks) }
    }
    .padding(
      LayoutEdges(
        top: .points(contentInsets.top), right: .points(contentInsets.right), bottom: .points(contentInsets.bottom),
        left: .points(contentInsets.left)))
  }

  /// How title and picture look beside their colours.
  private struct SubnodeLook {
    let fade: Double
    /// Where the fade shows in the letters themselves; else it is the node's opacity.
    let textAlpha: Double
    /// Nil while the button has always been as it is normally: then nothing is kept for it.
    let motion: MotionTable?

    /// What nodes of this look have.
    func properties(opacity: Double) -> NodeProperties {
      var properties = NodeProperties()
      properties.opacity = opacity
      properties.motion = motion ?? MotionTable()
      return properties
    }
  }

  /// The motions that title and picture come to the look of `state` by; a press is seen at once.
  private func subnodeMotion(in state: ControlState, isHoverChange: Bool) -> MotionTable {
    var table = MotionTable()
    guard state != .highlighted else { return table }
    let standard: StandardMotion = isHoverChange && state != .disabled ? .hover : state == .normal ? .release : .enabled
    let motion = standard.motion
    table[\.opacity] = motion
    // Colours that do not depend on the state change as the program says.
    let looks = [highlighted, selected, disabled]
    if looks.contains(where: { $0.titleColor != nil }) { table["color"] = motion }
    if looks.contains(where: { $0.imageTint != nil }) { table["tint"] = motion }
    return table
  }

  private func title(_ title: String, _ color: Color?, _ look: SubnodeLook) -> any LayoutElement {
    var text = Text(title, font: font, color: (color ?? .black).opacity(Float(look.textAlpha)))
    text.followsTint = color == nil && look.textAlpha == 1
    text.alignment = .center
    let opacity = look.textAlpha == 1 ? look.fade : 1
    return Subnode("title", text, properties: look.motion == nil ? nil : look.properties(opacity: opacity))
  }

  private func picture(_ source: ImageSource, tint: Color?, _ look: SubnodeLook) -> any LayoutElement {
    var image = Image(source)
    image.tint = tint
    let node = Subnode("image", image, properties: look.motion == nil ? nil : look.properties(opacity: look.fade))
    return imageSize.map { node.size($0).flexShrink(0) } ?? node.flexShrink(0)
  }

  /// Opacity of title and picture: a state that has nothing of its own shows itself by fading.
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
  /// A button that is disabled cannot take the focus.
  public static func isFocusable(_ node: Node<Button>) -> Bool { node.canBePressed }

  /// The box with the button's corners: the ring around it stands beside them.
  public static func focusArea(in node: Node<Button>) -> RoundedRect? {
    node.cornerRadii.isZero
      ? RoundedRect(Rect(size: node.frame.size), radii: node.value.shown(in: node.environmentValues).rounding) : nil
  }
}

extension Button: AccessibleType {
  /// The label is the title, or else that of the picture.
  public static func semantics(of node: Node<Button>) -> NodeSemantics {
    let button = node.value
    var semantics = NodeSemantics(.button, label: button.appearance(in: button.state()).title.flatMap { $0.isEmpty ? nil : $0 })
    if !button.isEnabled { semantics.isDisabled = true }
    if button.isSelected { semantics.isSelected = true }
    semantics.actions = [.activate]
    return semantics
  }

  /// Sends `touchDown` and `tap`, as a finger does.
  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Button>) -> Bool {
    guard action == .activate, part == nil, node.canBePressed else { return false }
    node.send(touchDown)
    node.send(tap)
    return true
  }
}
