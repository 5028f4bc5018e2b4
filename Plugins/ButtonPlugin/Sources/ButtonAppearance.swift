public import ImagePlugin
public import TesseraRender

/// State of a button.
public enum ControlState: String, Sendable, CaseIterable, Hashable {
  /// Enabled and neither held down nor switched on.
  case normal
  /// Held down by a touch.
  case highlighted
  /// Switched on.
  case selected
  /// Disabled.
  case disabled
}

/// Look of a button in one state; nil values fall back to the normal state.
public struct ButtonAppearance: Sendable, Hashable {
  /// Title.
  public var title: String?
  /// Colour of the title.
  public var titleColor: Color?
  /// Picture.
  public var image: ImageSource?
  /// Colour that replaces the picture's colours, keeping alpha; nil means none.
  public var imageTint: Color?
  /// Fill of the box.
  ///
  /// Coordinates of gradients are fractions of the box.
  public var background: Paint?
  /// Line inside the edge.
  public var border: Border?

  /// Creates an appearance.
  public init(
    title: String? = nil, titleColor: Color? = nil, image: ImageSource? = nil, imageTint: Color? = nil, background: Paint? = nil,
    border: Border? = nil
  ) {
    self.title = title
    self.titleColor = titleColor
    self.image = image
    self.imageTint = imageTint
    self.background = background
    self.border = border
  }

  /// Returns a copy with unset values taken from `other`.
  func filled(from other: ButtonAppearance) -> ButtonAppearance {
    ButtonAppearance(
      title: title ?? other.title, titleColor: titleColor ?? other.titleColor, image: image ?? other.image,
      imageTint: imageTint ?? other.imageTint, background: background ?? other.background, border: border ?? other.border)
  }
}
