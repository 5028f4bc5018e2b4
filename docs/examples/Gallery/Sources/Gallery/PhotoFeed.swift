import TesseraKit

// A feed of photographs: a table without lines, each row a card whose height its caption decides. A tap on the heart is a like.
extension Example {
  /// The feed.
  public static let photoFeed = Example(name: "photo-feed", size: screen, background: Color(rgb: 0xF3F4F8), steps: browse) {
    Column {
      Row(align: .center) {
        Text("Wayfarers").font(22, .bold).color(ink).padding(LayoutEdges(top: 14, right: 16, bottom: 12, left: 16)).expand()
        Avatar(name: "You", side: 30, color: accents[3])
      }
      .padding(right: 16).background(.white).shadow(Shadow(color: Color(white: 0, alpha: 0.12), offset: Point(0, 1), radius: 6))
      Table(Array(0..<2000), id: \.self) { number in
        let isTall = number % 3 == 1
        let mark = ShapeNode(Shape(path: heart, fill: .color(Color(rgb: 0xE63956))))
        (mark.style.width, mark.style.height) = (.points(16), .points(15))
        let likes = TextNode(Text("").font(13, .bold).color(ink))
        likes.numberFormat = NumberFormat(decimals: 0, suffix: " likes")
        likes.number = Double(120 + number * 37 % 900)
        let picture = try Sketch.image(360, isTall ? 450 : 270) { canvas, size in Scenery.draw(number * 5 + 3, in: canvas, size) }
        Column {
          Row(gap: 10, align: .center) {
            Avatar(name: people[number % 8], side: 34, color: accents[number % 6]).flexShrink(0)
            Column(gap: 1) {
              Text(people[number % 8]).font(14, .bold).color(ink)
              Text(places[number % 8]).font(11).color(soft)
            }
            .expand()
            Text("\(number % 9 + 1) h").font(11).color(soft)
          }
          .padding(LayoutEdges(horizontal: 14, vertical: 10))
          picture.height(isTall ? 400 : 250).flexShrink(0)
          Row(gap: 6, align: .center) {
            mark
            likes
          }
          .padding(LayoutEdges(top: 10, right: 14, bottom: 5, left: 14))
          .onTap { [weak mark, weak likes] in if let mark, let likes { like(mark, likes) } }
          Text(captions[number % 6]).font(13).color(ink).padding(LayoutEdges(top: 0, right: 14, bottom: 14, left: 14))
        }
        .margin(LayoutEdges(top: 12, right: 10, bottom: 0, left: 10)).background(.white).cornerRadius(14).clipped()
      }
      .expand().separator(nil).selection(.none).estimatedRowHeight(420)
    }
    .makeNode()
  }
}

/// One more likes it: the heart swells, and the number counts on.
@Sendable private func like(_ mark: ShapeNode, _ likes: TextNode) {
  mark.animate(phases: [1.4, 1], motion: { $0 > 1 ? .easeOut(0.12) : .spring(duration: 0.4, bounce: 0.4) }) { size in
    mark.transform = .scale(size, size)
  }
  likes.animate(count: (likes.number ?? 0) + 1, .easeOut(0.3))
}

private let (ink, soft) = (Color(rgb: 0x1F2430), Color(rgb: 0x6C7486))
private let accents = [0xEF476F, 0xF78C6B, 0x06A77D, 0x118AB2, 0x7768AE, 0xD68C45].map { Color(rgb: $0) }
private let heart = "M8 15C3 11 0 8 0 4.5C0 2 2 0 4.3 0C5.8 0 7.2 .8 8 2C8.8 .8 10.2 0 11.7 0C14 0 16 2 16 4.5C16 8 13 11 8 15Z"
private let people = ["Amara", "Bjørn", "Chiyo", "Diego", "Elif", "Farah", "Goran", "Hana"]
private let places = [
  "Lofoten, Norway", "Torres del Paine", "Kyoto", "Atacama", "Cappadocia", "Isle of Skye", "Plitvice", "Hokkaido",
]
private let captions = [
  "First light. Worth every step in the dark.", "Nobody here but the wind, and a thermos of tea.",
  "We missed the last bus, so we walked, and this is what the road had kept for us.", "Blue hour.",
  "Eleven days of rain, then ten minutes of this.",
  "The map said there was a lake. The map was right. We stayed until the stars came out, and then a while longer.",
]
