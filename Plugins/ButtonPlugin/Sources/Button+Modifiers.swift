public import ImagePlugin
public import Tessera
public import TesseraGeometry
public import TesseraRender

// Members of ``Button`` as modifiers.
extension TypedElement where ElementType == Button {
  /// Look from the theme.
  public func kind(_ kind: Button.Kind) -> Self { with { $0.kind = kind } }
  /// Height from the theme; ignored for `Kind.unstyled`.
  public func controlSize(_ controlSize: Button.SizeKind) -> Self { with { $0.controlSize = controlSize } }
  /// Icon next to the title, by its name; a picture replaces it.
  public func icon(_ icon: String) -> Self { with { $0.icon = icon } }
  /// Font of the title.
  public func font(_ font: Font) -> Self { with { $0.font = font } }
  /// Distance between picture and title, logical units.
  public func spacing(_ spacing: Double) -> Self { with { $0.spacing = spacing } }
  /// Position of the picture.
  public func imagePlacement(_ imagePlacement: Button.ImagePlacement) -> Self { with { $0.imagePlacement = imagePlacement } }
  /// Size of the picture, logical units; nil means its own size.
  public func imageSize(_ imageSize: Size?) -> Self { with { $0.imageSize = imageSize } }
  /// Distance from the edge to title and picture, in addition to the padding of the node's style.
  public func contentInsets(_ contentInsets: Insets) -> Self { with { $0.contentInsets = contentInsets } }
  /// Corner radii of background, border and focus ring, used if the node's `cornerRadius` is 0.
  public func rounding(_ rounding: CornerRadii) -> Self { with { $0.rounding = rounding } }
  /// Position of picture and title along the box.
  public func alignment(_ alignment: Button.Alignment) -> Self { with { $0.alignment = alignment } }
  /// Whether a spinner replaces the picture, or the title if there is no picture. The size stays, and presses are ignored.
  public func loading(_ isLoading: Bool = true) -> Self { with { $0.isLoading = isLoading } }
  /// Whether the button can be pressed.
  public func enabled(_ isEnabled: Bool = true) -> Self { with { $0.isEnabled = isEnabled } }
  /// Whether the button is switched on; set by the program.
  public func selected(_ isSelected: Bool = true) -> Self { with { $0.isSelected = isSelected } }
  /// Whether a held button sends `tap` repeatedly.
  public func repeats(_ repeats: Bool = true) -> Self { with { $0.repeats = repeats } }
  /// Title in the normal state, and in states without their own title.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Picture in the normal state, and in states without their own picture.
  public func image(_ image: ImageSource?) -> Self { with { $0.image = image } }
  /// Colour of the title in the normal state, and in states without their own; nil means the environment's tint, or the theme's `ink`
  /// without a tint.
  public func titleColor(_ titleColor: Color?) -> Self { with { $0.titleColor = titleColor } }
}

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.
extension TypedElement where ElementType == Button {
  /// Height from the theme; ignored by unstyled buttons.
  public func size(_ size: Button.SizeKind) -> Self { with { $0.controlSize = size } }
  /// Color that replaces the colors of the picture, keeping alpha; nil: its own.
  public func imageTint(_ color: Color?) -> Self { with { $0.normal.imageTint = color } }
  /// Looks in these states; missing values are those of normal. The other states keep their looks.
  public func states(_ states: [ControlState: ButtonAppearance]) -> Self {
    with { button in
      for (state, appearance) in states { button[state] = appearance }
    }
  }
}
