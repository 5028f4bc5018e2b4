import TesseraKit

// Shelves in a list: each row of the table is a collection that scrolls sideways. What lies in a shelf is never closer to the screen than the
// shelf is, and a shelf that comes back stands where it was left.

extension Example {
  /// The shelves.
  public static let shelves = Example(
    name: "shelves", size: screen, background: Color(rgb: 0x12131A),
    steps: [
      .wait(0.4), .drag(from: Point(300, 200), to: Point(110, 202), over: 0.14), .wait(1.2),
      .drag(from: Point(180, 520), to: Point(180, 220), over: 0.15),
      .wait(3), .drag(from: Point(300, 330), to: Point(60, 332), over: 0.12), .wait(1.6),
    ]
  ) {
    let table = TableNode(ListSnapshot(items: Array(0..<60))) { shelf($0) }
    table.separator = nil
    table.selection = .none
    table.estimatedRowHeight = 190
    return Column {
      header("Tonight", "Something for everyone", dark: true)
      table.expand()
    }
    .makeNode()
  }

  private static let shelfNames = [
    "New arrivals", "Quiet evenings", "Far away", "From the archive", "Because you like mountains", "Under ten minutes",
  ]
  private static let films = [
    "The Long Thaw", "Paper Lanterns", "Salt Road", "A Field of Noise", "Northbound", "The Tide Clock", "Low Sun", "Ninth Harbour",
    "Kestrel", "Amber Hours",
  ]

  private static func shelf(_ row: Int) -> some NodeElement {
    let size = row % 3 == 0 ? Size(126, 186) : Size(196, 116)
    let covers = CollectionNode(
      ListSnapshot(items: Array(0..<40)),
      layout: .shelf(length: .fixed(size.width), spacing: 10, insets: Insets(right: 16))
    ) { try cover(row * 43 + $0, size) }
    covers.snap = .start
    covers.contentInsets = Insets(top: 0, right: 0, bottom: 0, left: 16)
    covers.showsIndicators = false
    covers.style.height = .points(size.height)
    return Column {
      Row(align: .center) {
        Text(shelfNames[row % shelfNames.count], 16, .white, bold: true).expand()
        Text("See all", 12, Color(rgb: 0x8FA3FF))
      }
      .padding(LayoutEdges(top: 18, right: 16, bottom: 10, left: 16))
      covers
    }
  }

  private static func cover(_ number: Int, _ size: Size) throws -> some NodeElement {
    let pixels = try Sketch.pixels(Int(size.width * 2), Int(size.height * 2)) { canvas, size in
      Scenery.draw(number * 7 + 3, in: canvas, size)
    }
    let shade = [GradientStop(0, Color(white: 0, alpha: 0)), GradientStop(1, Color(white: 0, alpha: 0.8))]
    return Column {
      Image(pixels, contentMode: .fill).absoluteFill()
      Box().background(.gradient(.linear(from: Point(0, 0.45), to: Point(0, 1), stops: shade))).absoluteFill()
      Column(gap: 1, justify: .flexEnd) {
        Text(films[number % films.count], 13, .white, bold: true, lines: 2)
        Text("\(1990 + number * 7 % 35) · \(80 + number * 13 % 60) min", 10, Color(white: 1, alpha: 0.75))
      }
      .padding(10).absoluteFill()
    }
    .height(.points(size.height)).cornerRadius(10).clipped()
  }
}
