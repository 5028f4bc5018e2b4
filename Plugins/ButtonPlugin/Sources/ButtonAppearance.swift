public import ImagePlugin
public import TesseraRender

/// What a button is doing.
public enum ControlState: String, Sendable, CaseIterable, Hashable {
  /// Waiting.
  case normal
  /// Held down by a finger.
  case highlighted
  /// Switched on.
  case selected
  /// Not to be pressed.
  case disabled
}

/// How a button looks in one state; what is nil is as in the normal state.
public struct ButtonAppearance: Sendable, Hashable {
  /// The words.
  public var title: String?
  /// Colour of the words.
  public var titleColor: Color?
  /// The picture.
  public var image: ImageSource?
  /// Replaces the picture's colours, keeping alpha.
  public var imageTint: Color?
  /// Fills the box.
  ///
  /// Coordinates of gradients are shares of the box.
  public var background: Paint?
  /// A line inside the edge.
  public var border: Border?

  /// Makes an appearance.
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

  /// What is set here, and for the rest what is set in `other`.
  func filled(from other: ButtonAppearance) -> ButtonAppearance {
    ButtonAppearance(
      title: title ?? other.title, titleColor: titleColor ?? other.titleColor, image: image ?? other.image,
      imageTint: imageTint ?? other.imageTint, background: background ?? other.background, border: border ?? other.border)
  }
}
