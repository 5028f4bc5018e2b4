import TesseraKit

// A gallery of pets: a waterfall, which adds each picture to the shortest column.
extension Example {
  /// The gallery.
  public static let pets = Example("pets", background: Color(rgb: 0xFFF8F0)) {
    ItemCollection(Array(0..<1000), id: \.self, header: Heading("Find a friend", "1,000 pets near you are looking for a home")) { number in
      let ratio = [1.25, 0.85, 1.0, 1.5, 1.1][number * 3 % 5]
      try Column {
        try Sketch.image(320, Int(320 * ratio)) { Pet.draw(number, in: $0, $1) }.aspectRatio(1 / ratio)
        ListTile(
          Text(Pet.names[number * 7 % Pet.names.count]).font(15, .bold).color(.ink),
          Text(Sample.traits[number % 4]).font(12).color(.soft).lineLimit(2), detail: Text("\(number % 11 + 1) yr").font(12).color(.soft)
        )
        .padding(horizontal: 12, vertical: 10).semantics(label: "a \(Pet.kinds[number % 4])")
      }
      .background(.white).cornerRadius(16).clipped()
    }
    .listLayout(.waterfall(minimumBreadth: 150, spacing: 12, insets: Insets(top: 4, right: 14, bottom: 20, left: 14))).makeNode()
  }
}
