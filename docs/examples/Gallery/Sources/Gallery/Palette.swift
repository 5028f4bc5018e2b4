import TesseraKit

// What the screens share: colours, sizes of letters, and two parts.

extension Color {
  static let ink = Color(rgb: 0x1F2430)
  static let soft = Color(rgb: 0x6C7486)
  static let paper = Color(rgb: 0xF3F4F8)
  static let accents = [0xEF476F, 0xF78C6B, 0x06A77D, 0x118AB2, 0x7768AE, 0xD68C45].map { Color(rgb: $0) }
}

extension Text {
  init(_ string: String, _ size: Double, _ color: Color = .ink, bold: Bool = false, lines: Int = 1) {
    self.init(string, font: Font(size: size, weight: bold ? .bold : .regular), color: color)
    lineLimit = lines
  }
}

/// The line at the top of a screen.
func header(_ title: String, _ subtitle: String = "", dark: Bool = false) -> Column {
  Column(gap: 2) {
    Text(title, 22, dark ? .white : .ink, bold: true)
    if !subtitle.isEmpty { Text(subtitle, 12, dark ? Color(white: 1, alpha: 0.7) : .soft) }
  }
  .padding(LayoutEdges(top: 14, right: 16, bottom: 12, left: 16)).flexShrink(0)
}

/// A round picture of somebody, drawn from their initial.
func avatar(_ name: String, _ side: Double, _ color: Color) -> some NodeElement {
  Row(align: .center, justify: .center) { Text(String(name.prefix(1)), side * 0.45, .white, bold: true) }
    .size(side, side).flexShrink(0).background(color).cornerRadius(side / 2)
}
