import TesseraKit

// What the examples share: short ways to write boxes, labels and pictures.

/// A box with its children below one another, or beside one another.
func box(
  _ direction: FlexDirection = .column, gap: Double = 0, padding: LayoutEdges = .zero, _ children: [AnyNode] = [],
  _ change: (BoxNode) -> Void = { _ in }
) -> BoxNode {
  let box = BoxNode()
  box.style.direction = direction
  box.style.boxSizing = .borderBox
  box.style.gap = .points(gap)
  box.style.padding = padding
  for child in children { box.addSubnode(child) }
  change(box)
  return box
}

/// A box with its children below one another.
func box(_ children: [AnyNode], _ change: (BoxNode) -> Void = { _ in }) -> BoxNode { box(.column, children, change) }

func label(
  _ string: String, _ size: Double = 14, _ color: Color = .ink, bold: Bool = false, lines: Int = 1,
  _ change: (TextNode) -> Void = { _ in }
) -> TextNode {
  let label = TextNode(string, font: Font(size: size, weight: bold ? .bold : .regular), color: color)
  label.lineLimit = lines
  change(label)
  return label
}

/// A picture that fills its box.
func picture(_ pixels: PixelBuffer, _ change: (ImageNode) -> Void = { _ in }) -> ImageNode {
  let image = ImageNode(pixels: pixels, contentMode: .fill)
  change(image)
  return image
}

/// A round picture of somebody, drawn from their initial.
func avatar(_ name: String, _ side: Double, _ color: Color) -> BoxNode {
  let letter = label(String(name.prefix(1)), side * 0.45, .white, bold: true)
  return box(.row, [letter]) { box in
    box.style.width = .points(side)
    box.style.height = .points(side)
    box.style.flexShrink = 0
    box.style.alignItems = .center
    box.style.justifyContent = .center
    box.background = .color(color)
    box.cornerRadius = side / 2
  }
}

extension LayoutStyle {
  /// Takes the room that is left.
  mutating func fillRest() {
    flexGrow = 1
    flexShrink = 1
    flexBasis = .points(0)
    minHeight = .points(0)
    minWidth = .points(0)
  }

  /// Covers the box around it.
  mutating func cover() {
    position = .absolute
    inset = LayoutEdges(0)
  }
}

extension Color {
  static let ink = Color(rgb: 0x1F2430)
  static let soft = Color(rgb: 0x6C7486)
  static let paper = Color(rgb: 0xF3F4F8)
  static let accents = [0xEF476F, 0xF78C6B, 0x06A77D, 0x118AB2, 0x7768AE, 0xD68C45].map { Color(rgb: $0) }
}

/// The line at the top of a screen.
func header(_ title: String, _ subtitle: String = "", dark: Bool = false) -> BoxNode {
  var rows: [AnyNode] = [label(title, 22, dark ? .white : .ink, bold: true)]
  if !subtitle.isEmpty { rows.append(label(subtitle, 12, dark ? Color(white: 1, alpha: 0.7) : .soft)) }
  return box(.column, gap: 2, padding: LayoutEdges(top: 14, right: 16, bottom: 12, left: 16), rows) { $0.style.flexShrink = 0 }
}
