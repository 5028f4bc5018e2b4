import TesseraKit

// Cards with a picture in front of its blurred copy, a gradient that makes words readable, a title and text.
extension Example {
  /// The cards.
  public static let rainforest = Example("rainforest", background: Color(rgb: 0x08140F)) {
    Table(Array(0..<1000), id: \.self) { number in
      let animal = Wildlife.allCases[number % Wildlife.allCases.count]
      let picture = try Sketch.image(648, 480, animal.draw)
      Column(gap: 14) {
        picture.blur(14).absoluteFill()
        Box().background(Color(rgb: 0x06140D, alpha: 0.35)).absoluteFill()
        Column {
          picture.absoluteFill()
          Box().background(.linearGradient([.clear, Color(white: 0, alpha: 0.75)], from: Point(0, 0.5))).absoluteFill()
          Text(animal.title).font(23, .bold).color(.white).position(right: 14, bottom: 12, left: 14)
        }
        .height(240).flexShrink(0).cornerRadius(14).clipped()
        Text(animal.text).font(14).color(Color(white: 1, alpha: 0.92)).lineLimit(5).lineSpacing(3)
      }
      .padding(16).height(388).margin(top: 12, right: 12, left: 12).cornerRadius(20).clipped()
    }
    .id("cards").separator(nil).selection(.none).rowHeight(400).indicatorColor(Color(white: 1, alpha: 0.6)).makeNode()
  }
}
