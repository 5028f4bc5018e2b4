import TesseraKit

// A feed of photographs: a table without lines, each row a card whose height its caption decides.

extension Example {
  /// The feed.
  public static let photoFeed = Example(name: "photo-feed", size: screen, background: .paper, steps: browse) {
    let table = TableNode(ListSnapshot(items: Array(0..<2000))) { try post($0) }
    table.separator = nil
    table.selection = .none
    table.estimatedRowHeight = 420
    return Column {
      Row(align: .center) {
        header("Wayfarers")
        Spacer()
        avatar("You", 30, .accents[3])
      }
      .padding(right: 16).background(.white).shadow(Shadow(color: Color(white: 0, alpha: 0.12), offset: Point(0, 1), radius: 6))
      table.expand()
    }
    .makeNode()
  }

  private static let people = ["Amara", "Bjørn", "Chiyo", "Diego", "Elif", "Farah", "Goran", "Hana"]
  private static let places = [
    "Lofoten, Norway", "Torres del Paine", "Kyoto", "Atacama", "Cappadocia", "Isle of Skye", "Plitvice", "Hokkaido",
  ]
  private static let captions = [
    "First light. Worth every step in the dark.", "Nobody here but the wind, and a thermos of tea.",
    "We missed the last bus, so we walked, and this is what the road had kept for us.", "Blue hour.",
    "Eleven days of rain, then ten minutes of this.",
    "The map said there was a lake. The map was right. We stayed until the stars came out, and then a while longer.",
  ]

  private static func post(_ number: Int) throws -> some NodeElement {
    let name = people[number % people.count]
    let isTall = number % 3 == 1
    let pixels = try Sketch.pixels(360, isTall ? 450 : 270) { canvas, size in Scenery.draw(number * 5 + 3, in: canvas, size) }
    return Column {
      Column {
        Row(gap: 10, align: .center) {
          avatar(name, 34, .accents[number % Color.accents.count])
          Column(gap: 1) {
            Text(name, 14, bold: true)
            Text(places[number % places.count], 11, .soft)
          }
          .expand()
          Text("\(number % 9 + 1) h", 11, .soft)
        }
        .padding(LayoutEdges(horizontal: 14, vertical: 10))
        Image(pixels, contentMode: .fill).height(isTall ? 400 : 250).flexShrink(0)
        Column(gap: 5) {
          Row(gap: 6, align: .center) {
            heart
            Text("\(120 + number * 37 % 900) likes", 13, bold: true)
          }
          Text(captions[number % captions.count], 13, lines: 0)
        }
        .padding(LayoutEdges(top: 10, right: 14, bottom: 14, left: 14))
      }
      .background(.white).cornerRadius(14).clipped()
    }
    .padding(LayoutEdges(top: 12, right: 10, bottom: 0, left: 10))
  }

  private static var heart: some NodeElement {
    Shape(
      path: "M8 15C3 11 0 8 0 4.5C0 2 2 0 4.3 0C5.8 0 7.2 .8 8 2C8.8 .8 10.2 0 11.7 0C14 0 16 2 16 4.5C16 8 13 11 8 15Z",
      fill: .color(Color(rgb: 0xE63956))
    )
    .size(16, 15)
  }
}
