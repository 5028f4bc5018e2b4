import TesseraKit

// A feed of photographs: a table without lines. Each row is a card, as high as its caption needs. A tap on the heart adds a like.
extension Example {
  /// The feed.
  public static let photoFeed = Example("photo-feed", background: Color(rgb: 0xF3F4F8)) {
    Column {
      Row(align: .center) {
        Heading("Wayfarers").expand()
        Avatar(name: "You", side: 30, color: Sample.accents[3])
      }
      .padding(right: 16).background(.white).shadow(Shadow(color: Color(white: 0, alpha: 0.12), offset: Point(0, 1), radius: 6))
      Table(Array(0..<2000), id: \.self) { number in
        let (person, isTall) = (Sample.people[number % 8], number % 3 == 1)
        let picture = try Sketch.image(360, isTall ? 450 : 270) { canvas, size in Scenery.draw(number * 5 + 3, in: canvas, size) }
        Column {
          ListTile(
            Text(person).font(14, .bold).color(.ink), Text(Sample.places[number % 8]).font(11).color(.soft), lineGap: 1,
            leading: Avatar(name: person, side: 34, color: Sample.accents[number % 6]),
            trailing: Text("\(number % 9 + 1) h").font(11).color(.soft)
          )
          .padding(horizontal: 14, vertical: 10)
          picture.height(isTall ? 400 : 250).flexShrink(0)
          likes(120 + number * 37 % 900).padding(top: 10, right: 14, bottom: 5, left: 14)
          Text(Sample.captions[number % 6]).font(13).color(.ink).padding(right: 14, bottom: 14, left: 14)
        }
        .margin(top: 12, right: 10, left: 10).background(.white).cornerRadius(14).clipped()
      }
      .expand().separator(nil).selection(.none).estimatedRowHeight(420)
    }
    .makeNode()
  }
}
