import TesseraKit

// A feed of photographs: a table without lines, each row a card whose height its caption decides.

extension Example {
  /// The feed.
  public static let photoFeed = Example(name: "photo-feed", size: screen, background: .paper, steps: browse) {
    let table = TableNode(ListSnapshot(items: Array(0..<2000))) { try post($0) }
    table.separator = nil
    table.selection = .none
    table.estimatedRowHeight = 420
    table.style.fillRest()
    return box([
      box(
        .row, padding: LayoutEdges(top: 0, right: 16, bottom: 0, left: 0),
        [header("Wayfarers"), box { $0.style.fillRest() }, avatar("You", 30, .accents[3])]
      ) {
        $0.style.alignItems = .center
        $0.background = .color(.white)
        $0.shadow = Shadow(color: Color(white: 0, alpha: 0.12), offset: Point(0, 1), radius: 6)
      }, table,
    ])
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

  private static func post(_ number: Int) throws -> AnyNode {
    let name = people[number % people.count]
    let side = 360
    let pixels = try Sketch.pixels(side, number % 3 == 1 ? side * 5 / 4 : side * 3 / 4) { canvas, size in
      Scenery.draw(number * 5 + 3, in: canvas, size)
    }
    let photo = picture(pixels) { image in
      image.style.height = .points(number % 3 == 1 ? 400 : 250)
      image.style.flexShrink = 0
    }
    let top = box(
      .row, gap: 10, padding: LayoutEdges(horizontal: 14, vertical: 10),
      [
        avatar(name, 34, .accents[number % Color.accents.count]),
        box(.column, gap: 1, [label(name, 14, bold: true), label(places[number % places.count], 11, .soft)]) { $0.style.fillRest() },
        label("\(number % 9 + 1) h", 11, .soft),
      ]
    ) { $0.style.alignItems = .center }
    let likes = box(.row, gap: 6, [heart(), label("\(120 + number * 37 % 900) likes", 13, bold: true)]) { $0.style.alignItems = .center }
    let words = box(
      .column, gap: 5, padding: LayoutEdges(top: 10, right: 14, bottom: 14, left: 14),
      [
        likes, label(captions[number % captions.count], 13, .ink, lines: 0),
      ])
    let card = box([top, photo, words]) { card in
      card.background = .color(.white)
      card.cornerRadius = 14
      card.clipsToBounds = true
    }
    return box(.column, padding: LayoutEdges(top: 12, right: 10, bottom: 0, left: 10), [card])
  }

  static func heart() -> ShapeNode {
    let shape = ShapeNode(
      Shape(
        path: "M8 15C3 11 0 8 0 4.5C0 2 2 0 4.3 0C5.8 0 7.2 .8 8 2C8.8 .8 10.2 0 11.7 0C14 0 16 2 16 4.5C16 8 13 11 8 15Z",
        fill: .color(Color(rgb: 0xE63956))))
    shape.style.width = .points(16)
    shape.style.height = .points(15)
    return shape
  }
}
