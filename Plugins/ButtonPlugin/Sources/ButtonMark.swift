internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Bar at the lower edge of a button that is switched on, which is seen without colors as well. A node type for specs.
struct ButtonMark: InitialPropertiesType {
  static let typeName = "button-mark"

  init() {}

  static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.drawsDirectly = true
    return properties
  }

  func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.clamp(Size(range.max.width, context.environment.theme[.bar]))
  }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let theme = context.environment.theme
    canvas.fill(
      RoundedRect(Rect(size: context.size), radius: theme[.bar] / 2), .color(context.environment.isEnabled ? theme.accent : theme.ink))
  }
}

extension Button {
  /// Whether a bar shows that the button is switched on: the look of that state is that of the theme.
  var isMarked: Bool { isSelected && isEnabled && kind != .unstyled }

  /// Returns an element with the bar of a switched-on button at its lower edge.
  static func marked(_ element: any LayoutElement, in theme: Theme) -> any LayoutElement {
    Overlay(element) {
      Column(align: .stretch, justify: .end) {
        Subnode("mark", ButtonMark()).style { $0.margin = LayoutEdges(horizontal: .points(theme[.space3]), vertical: .points(0)) }
      }
    }
  }
}
