import TesseraKit

// The cards of the classic tutorial: a picture, behind it the same picture out of focus, a gradient that lets words be read on it, title and text.

extension Example {
  /// The cards.
  public static let rainforest = Example(name: "rainforest", size: screen, background: Color(rgb: 0x08140F), steps: browse) {
    let table = TableNode(ListSnapshot(items: Array(0..<1000))) { try card(Wildlife.allCases[$0 % Wildlife.allCases.count]) }
    table.separator = nil
    table.selection = .none
    table.rowHeight = 400
    table.indicatorColor = Color(white: 1, alpha: 0.6)
    return table
  }

  private static func card(_ animal: Wildlife) throws -> some NodeElement {
    let pixels = try Sketch.pixels(648, 480) { canvas, size in animal.draw(in: canvas, size) }
    let shade = [GradientStop(0, Color(white: 0, alpha: 0)), GradientStop(1, Color(white: 0, alpha: 0.75))]
    return Column {
      Column {
        Image(pixels, contentMode: .fill).blur(14).absoluteFill()
        Box().background(Color(rgb: 0x06140D, alpha: 0.35)).absoluteFill()
        Column(gap: 14) {
          Column {
            Image(pixels, contentMode: .fill).absoluteFill()
            Box().background(.gradient(.linear(from: Point(0, 0.5), to: Point(0, 1), stops: shade))).absoluteFill()
            Text(animal.title, 23, .white, bold: true).position(right: 14, bottom: 12, left: 14)
          }
          .height(240).flexShrink(0).cornerRadius(14).clipped()
          Text(animal.text, 14, Color(white: 1, alpha: 0.92), lines: 5).lineSpacing(3)
        }
        .padding(16).absoluteFill()
      }
      .expand().cornerRadius(20).clipped()
    }
    .padding(LayoutEdges(top: 12, right: 12, bottom: 0, left: 12)).height(400)
  }
}
