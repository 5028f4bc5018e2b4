import TesseraKit

/// Colors of the screen.
struct Theme {
  let paper, panel, ink, soft, accent, alarm: Color
  static let light = Theme(
    paper: Color(rgb: 0xEEF1F6), panel: .white, ink: Color(rgb: 0x1D2430), soft: Color(rgb: 0x6B7485), accent: Color(rgb: 0x2563C9),
    alarm: Color(rgb: 0xC9302C))
  static let dark = Theme(
    paper: Color(rgb: 0x12161D), panel: Color(rgb: 0x1D2430), ink: Color(rgb: 0xF0F3F8), soft: Color(rgb: 0x9AA5B8),
    accent: Color(rgb: 0x6EA8FF), alarm: Color(rgb: 0xFF6B61))
}

/// The list, the filter and the detail. Its layout reads the view. Each row reads only its sensor, so a reading changes only this row.
public struct DashboardScreen: NodeType {
  public static let typeName = "dashboard"
  public static let traits: NodeTraits = .drawsNothing
  public var plant = Plant(count: 0)
  private let field = EditableTextNode(EditableText("", placeholderText: "Filter"))

  public init() {}
  public init(_ plant: Plant) {
    self.plant = plant
    field.id = "filter"
    field.kind = .plain  // the surrounding box is white
    field.onChange { text in plant.view.filter = text }
  }
  public static func == (a: Self, b: Self) -> Bool { a.plant === b.plant }

  public func layout(in context: LayoutContext) -> (any LayoutElement)? {
    let view = plant.view
    let theme = view.isDark ? Theme.dark : .light
    let filter = view.filter.lowercased()
    let shown = plant.sensors.filter { filter.isEmpty || $0.name.lowercased().contains(filter) }
    field.color = theme.ink
    return Row {
      Column(gap: 10) {
        Row(align: .center) {
          Text("\(shown.count) sensors").font(.title).color(theme.ink).expand()
          Text(view.isDark ? "Light" : "Dark").color(theme.accent).padding(8).id("theme").onTap { view.isDark.toggle() }
        }
        Row { field.expand() }.padding(10).background(theme.panel).cornerRadius(8)
        Table(shown, id: \.id, selection: .single(Binding(view, \.selected))) { sensor, state in
          Row(gap: 8, align: .center) {
            Text(sensor.name).lineLimit(1).color(theme.ink).weight(state.isSelected ? .bold : .regular).expand()
            Text("\((sensor.latest * 10).rounded() / 10) \(sensor.unit)").color(sensor.latest > 36 ? theme.alarm : theme.soft)
          }
          .padding(12)
        }
        .id("sensors").rowHeight(44).accessory(.disclosure).expand().background(theme.panel).cornerRadius(8).clipped()
      }
      .width(340).padding(16)
      if let id = view.selected, plant.sensors.indices.contains(id) { detail(of: plant.sensors[id], theme).expand() }
    }
    .background(theme.paper)
  }

  private func detail(of sensor: Model<Sensor>, _ theme: Theme) -> some NodeElement {
    let readings = sensor.readings
    return Column(gap: 16) {
      Text(sensor.name).font(.title).color(theme.ink).id("name")
      Row(gap: 12) {
        for (label, value) in [("now", sensor.latest), ("highest", readings.max() ?? 0), ("lowest", readings.min() ?? 0)] {
          Column(gap: 2) {
            Text(label).font(.caption).color(theme.soft)
            Text("\((value * 10).rounded() / 10)").font(28, .bold).color(theme.ink)
          }
          .expand()
        }
      }
      Chart(values: readings, color: theme.accent).expand().padding(12).background(theme.panel).cornerRadius(8)
    }
    .padding(LayoutEdges(top: 20, right: 16, bottom: 16, left: 0))
  }
}

/// A line chart of values from 0 to 40.
struct Chart: NodeType {
  static let typeName = "chart"
  var values: [Double] = []
  var color = Color.black

  static func invalidation(from old: Chart, to new: Chart) -> Invalidation { .display }

  func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let (box, last) = (context.contentRect, Double(max(1, values.count - 1)))
    var path = Path()
    for (number, value) in values.enumerated() {
      let at = Point(box.minX + box.width * Double(number) / last, box.maxY - box.height * min(1, value / 40))
      if number == 0 { path.move(to: at) } else { path.line(to: at) }
    }
    canvas.stroke(path, .color(color), StrokeStyle(width: 2, join: .round))
  }
}
