import TesseraKit

// A gallery of pets: a waterfall, where each picture goes to the column that is shortest so far.

extension Example {
  /// The gallery.
  public static let pets = Example(name: "pets", size: screen, background: Color(rgb: 0xFFF8F0), steps: browse) {
    var layout = SectionedLayout.waterfall(
      WaterfallArrangement(columns: .minimumBreadth(150), length: .measured(estimate: 200), columnSpacing: 12, itemSpacing: 12),
      insets: Insets(top: 4, right: 14, bottom: 20, left: 14))
    layout.section.header = .init(.measured(estimate: 70))
    let collection = CollectionNode(
      ListSnapshot(items: Array(0..<1000)), layout: layout,
      cells: ListCells(
        item: { number, _ in try pet(number).makeNode() },
        header: { _, _ in header("Find a friend", "1,000 pets near you are looking for a home").makeNode() }))
    return collection
  }

  private static func pet(_ number: Int) throws -> Subnode<Box> {
    let ratio = [1.25, 0.85, 1.0, 1.5, 1.1][number * 3 % 5]
    let pixels = try Sketch.pixels(320, Int(320 * ratio)) { canvas, size in Pet.draw(number, in: canvas, size) }
    let name = Pet.names[number * 7 % Pet.names.count]
    let traits = ["Naps in the sun", "Loves long walks, hates the vacuum", "Gentle, a bit shy at first", "Up all night"]
    return Column {
      Image(pixels, contentMode: .fill).aspectRatio(1 / ratio)
      Column(gap: 2) {
        Row(align: .center) {
          Text(name, 15, bold: true).expand()
          Text("\(number % 11 + 1) yr", 12, .soft)
        }
        Text(traits[number % 4] + ".", 12, .soft, lines: 2)
      }
      .padding(LayoutEdges(horizontal: 12, vertical: 10)).accessibilityLabel("\(name), a \(Pet.kinds[number % 4])")
    }
    .background(.white).cornerRadius(16).clipped()
  }
}
