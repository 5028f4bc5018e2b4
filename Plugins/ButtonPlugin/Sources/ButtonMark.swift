internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Bar at the lower edge of a button that is switched on, which is seen without colors as well. A node type for specs.
///
/// A round button has a ring in its place, which is the border of its box.
struct ButtonMark: InitialPropertiesType {
  static let typeName = "button-mark"

  /// State of the button; nil draws a bar.
  private var button: ButtonStorage?

  init() {}

  init(of button: ButtonStorage) { self.button = button }

  static func == (a: ButtonMark, b: ButtonMark) -> Bool { a.button === b.button }

  static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.drawsDirectly = true
    return properties
  }

  /// Returns whether the bar would leave a box with these corners: it is nearer to its sides than the corners reach at its height.
  static func leaves(_ radii: CornerRadii, in theme: Theme) -> Bool {
    let bar = theme[.bar]
    return [radii.bottomLeft, radii.bottomRight].contains { radius in
      radius > bar && radius - (max(0, 2 * radius - bar) * bar).squareRoot() > theme[.space3]
    }
  }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.clamp(Size(range.max.width, context.environment.theme[.bar]))
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    if button?.isRound.withLock({ $0 }) ?? false { return }
    let theme = context.environment.theme
    canvas.fill(
      RoundedRect(Rect(size: context.size), radius: theme[.bar] / 2), .color(context.environment.isEnabled ? theme.accent : theme.ink))
  }
}

extension Button {
  /// Whether a bar or a ring shows that the button is switched on: the look of that state is that of the theme.
  var isMarked: Bool { isSelected && isEnabled && kind != .unstyled }

  /// Returns an element with the bar of a switched-on button at its lower edge.
  static func marked(_ element: any LayoutElement, _ storage: ButtonStorage, in theme: Theme) -> any LayoutElement {
    // Themes with edges have one around the button, with which the bar must not merge.
    let bottom = theme[.elevation1].edge > 0 ? theme[.bar] + 1 : 0
    return Overlay(element) {
      Column(align: .stretch, justify: .end) {
        Subnode("mark", ButtonMark(of: storage)).style {
          $0.margin = LayoutEdges(horizontal: .points(theme[.space3]), vertical: .points(0))
          $0.margin.bottom = .points(bottom)
        }
      }
    }
  }
}
