import TesseraKit

// Shelves in a list: each row of the table is a collection that scrolls sideways. Items of a shelf are never in a nearer interface state than
// the shelf. A shelf that scrolls back into view has its former scroll offset.
extension Example {
  /// The shelves.
  public static let shelves = Example("shelves", background: Color(rgb: 0x12131A)) {
    Column {
      ListTile(Text("Tonight").font(22, .bold).color(.white), Text("Something for everyone").font(12).color(Color(white: 1, alpha: 0.7)))
        .padding(top: 14, right: 16, bottom: 12, left: 16).flexShrink(0)
      Table(Array(0..<60), id: \.self) { row in
        let size = row % 3 == 0 ? Size(126, 186) : Size(196, 116)
        ListTile(
          Text(Sample.shelves[row % Sample.shelves.count]).font(16, .bold).color(.white),
          trailing: Text("See all").font(12).color(Color(rgb: 0x8FA3FF))
        )
        .padding(top: 18, right: 16, bottom: 10, left: 16)
        ItemCollection(Array(0..<40), id: \.self) { number in try cover(row * 43 + number, size) }
          .listLayout(.shelf(length: .fixed(size.width), spacing: 10, insets: Insets(right: 16)))
          .height(.points(size.height)).snap(.start).contentInsets(Insets(left: 16)).showsIndicators(false)
      }
      .expand().separator(nil).selection(.none).estimatedRowHeight(190)
    }
    .makeNode()
  }

  private static func cover(_ number: Int, _ size: Size) throws -> some NodeElement {
    let picture = try Sketch.image(Int(size.width * 2), Int(size.height * 2)) { Scenery.draw(number * 7 + 3, in: $0, $1) }
    return Column(gap: 1, justify: .flexEnd) {
      picture.absoluteFill()
      Box().background(.linearGradient([.clear, Color(white: 0, alpha: 0.8)], from: Point(0, 0.45))).absoluteFill()
      Text(Sample.films[number % Sample.films.count]).font(13, .bold).color(.white).lineLimit(2)
      Text("\(1990 + number * 7 % 35) · \(80 + number * 13 % 60) min").font(10).color(Color(white: 1, alpha: 0.75))
    }
    .padding(10).height(.points(size.height)).cornerRadius(10).clipped()
  }
}
