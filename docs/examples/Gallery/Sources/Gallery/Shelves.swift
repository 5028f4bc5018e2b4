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
    Column {
      Column(gap: 2) {
        Text("Tonight").font(22, .bold).color(.white)
        Text("Something for everyone").font(12).color(Color(white: 1, alpha: 0.7))
      }
      .padding(LayoutEdges(top: 14, right: 16, bottom: 12, left: 16)).flexShrink(0)
      Table(Array(0..<60), id: \.self) { row in
        let size = row % 3 == 0 ? Size(126, 186) : Size(196, 116)
        Row(align: .center) {
          Text(shelfNames[row % shelfNames.count]).font(16, .bold).color(.white).expand()
          Text("See all").font(12).color(Color(rgb: 0x8FA3FF))
        }
        .padding(LayoutEdges(top: 18, right: 16, bottom: 10, left: 16))
        ItemCollection(Array(0..<40), id: \.self) { number in try cover(row * 43 + number, size) }
          .with(\.listLayout, SectionedLayout.shelf(length: .fixed(size.width), spacing: 10, insets: Insets(right: 16)))
          .height(.points(size.height)).snap(.start).contentInsets(Insets(top: 0, right: 0, bottom: 0, left: 16)).showsIndicators(false)
      }
      .expand().separator(nil).selection(.none).estimatedRowHeight(190)
    }
    .makeNode()
  }

  private static func cover(_ number: Int, _ size: Size) throws -> some NodeElement {
    let picture = try Sketch.image(Int(size.width * 2), Int(size.height * 2)) { Scenery.draw(number * 7 + 3, in: $0, $1) }
    return Column(gap: 1, justify: .flexEnd) {
      picture.absoluteFill()
      Box().background(.gradient(.linear(from: Point(0, 0.45), to: Point(0, 1), stops: shade))).absoluteFill()
      Text(films[number % films.count]).font(13, .bold).color(.white).lineLimit(2)
      Text("\(1990 + number * 7 % 35) · \(80 + number * 13 % 60) min").font(10).color(Color(white: 1, alpha: 0.75))
    }
    .padding(10).height(.points(size.height)).cornerRadius(10).clipped()
  }
}

private let shade = [GradientStop(0, Color(white: 0, alpha: 0)), GradientStop(1, Color(white: 0, alpha: 0.8))]
private let shelfNames = [
  "New arrivals", "Quiet evenings", "Far away", "From the archive", "Because you like mountains", "Under ten minutes",
]
private let films = [
  "The Long Thaw", "Paper Lanterns", "Salt Road", "A Field of Noise", "Northbound", "The Tide Clock", "Low Sun", "Ninth Harbour", "Kestrel",
  "Amber Hours",
]
