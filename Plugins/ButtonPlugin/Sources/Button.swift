public import ImagePlugin
public import Tessera
public import TesseraGeometry
public import TesseraLayout
public import TesseraRender
internal import TextPlugin

/// A title, a picture or both on a background, which is pressed: by a finger, or by space or enter where it has the focus.
///
/// Sends `touchDown` when a finger comes down, `tap` when it goes up inside, `touchCancel` when it goes up outside or is cancelled. While the
/// finger is more than ``dragSlop`` outside of the box the button is not highlighted; coming back highlights it again. Where a state sets no
/// background of its own, a held button darkens and a disabled one fades.
public struct Button: NodeType {
  /// Where the picture stands beside the title; leading and trailing follow the writing direction.
  public enum ImagePlacement: String, Sendable, CaseIterable, Hashable { case leading, trailing, top, bottom }

  /// The name in scene files.
  public static let typeName = "button"
  /// One line of help.
  public static let summary = "A title, a picture or both, which is pressed."
  /// How far outside of the box a finger may stray, logical units.
  public static let dragSlop = 20.0
  /// The title's font where nothing else is said.
  public static let defaultFont = Font(size: 16, weight: .semibold)

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
  public var contentInsets = Insets(horizontal: 16, vertical: 10)
  /// Rounds background, border and focus ring where the node's own `cornerRadius` is 0.
  public var rounding = CornerRadii(8)
  /// Whether it can be pressed.
  public var isEnabled = true
  /// Whether it is switched on; the program does this.
  public var isSelected = false
  /// Whether a finger holds it down.
  public var isHighlighted = false
  /// Whether a key holds it down or a touch is under way.
  var touch: Int?

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

  /// Colour of the title in the normal state, and in those that have none of their own; nil: black.
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

  /// What it is doing: disabled before highlighted before selected.
  public var state: ControlState { !isEnabled ? .disabled : isHighlighted ? .highlighted : isSelected ? .selected : .normal }

  /// How it looks now.
  ///
  /// A held button that is switched on falls back to how it looks switched on, every state to the normal one.
  public var appearance: ButtonAppearance {
    var result = self[state]
    if isSelected { result = result.filled(from: selected) }
    return result.filled(from: normal)
  }

  /// Layout where title, picture or their arrangement differ (they are values of subnodes); else drawing.
  public static func invalidation(from old: Button, to new: Button) -> Invalidation {
    var same = old
    same.touch = new.touch
    if same == new { return [] }
    let (before, after) = (old.appearance, new.appearance)
    let isSameContent =
      before.title == after.title && before.titleColor == after.titleColor && before.image == after.image
      && before.imageTint == after.imageTint && old.font == new.font && old.spacing == new.spacing
      && old.imagePlacement == new.imagePlacement && old.imageSize == new.imageSize && old.contentInsets == new.contentInsets
      && old.fade == new.fade
    return isSameContent ? .display : [.layout, .display]
  }

  /// Picture and title in a row or column, in the middle of the box.
  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let look = appearance
    let isVertical = imagePlacement == .top || imagePlacement == .bottom
    let isImageLast = imagePlacement == .trailing || imagePlacement == .bottom
    return Stack(
      isVertical ? .vertical : .horizontal, spacing: spacing, justifyContent: .center, alignItems: .center, reversed: isImageLast
    ) {
      if let image = look.image { picture(image, tint: look.imageTint) }
      if let title = look.title, !title.isEmpty { Subnode("title", text(title, look.titleColor)) }
    }
    .padding(
      LayoutEdges(
        top: .points(contentInsets.top), right: .points(contentInsets.right), bottom: .points(contentInsets.bottom),
        left: .points(contentInsets.left)))
  }

  private func text(_ title: String, _ color: Color?) -> Text {
    var text = Text(title, font: font, color: (color ?? .black).opacity(Float(fade)))
    text.alignment = .center
    return text
  }

  private func picture(_ source: ImageSource, tint: Color?) -> any LayoutElement {
    var image = Image(source)
    image.tint = tint
    var properties = NodeProperties()
    properties.opacity = fade
    let node = Subnode("image", image, properties: properties)
    return imageSize.map { node.size($0).flexShrink(0) } ?? node.flexShrink(0)
  }

  /// Opacity of title and picture: a state that has nothing of its own shows itself by fading.
  var fade: Double {
    switch state {
    case .normal, .selected: 1
    case .highlighted: highlighted == ButtonAppearance() && appearance.background == nil ? 0.55 : 1
    case .disabled: disabled == ButtonAppearance() ? (appearance.background == nil ? 0.4 : 0.75) : 1
    }
  }
}

extension Button: FocusableType {
  /// A button that is disabled cannot take the focus.
  public static func isFocusable(_ node: Node<Button>) -> Bool { node.isEnabled }

  /// The box with the button's corners: the ring around it stands beside them.
  public static func focusArea(in node: Node<Button>) -> RoundedRect? {
    node.cornerRadii.isZero ? RoundedRect(Rect(size: node.frame.size), radii: node.rounding) : nil
  }
}

extension Button: AccessibleType {
  /// A screen reader says the title.
  public var accessibility: Accessibility { Accessibility(label: appearance.title ?? "", role: .button) }
}
