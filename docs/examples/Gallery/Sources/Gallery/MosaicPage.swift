import TesseraKit

/// Screen of one tile: the picture, large, with a description.
enum MosaicPage {
  /// Picture of a tile.
  static func picture(_ number: Int, _ side: Int) throws -> Image {
    try Sketch.image(side, side) { canvas, size in
      if number % 4 == 1 { Pet.draw(number, in: canvas, size) } else { Scenery.draw(number * 7 + number / 6, in: canvas, size) }
    }
  }

  /// Screen of a tile, which creates its content when it is shown.
  static func screen(of number: Int) -> ScreenNode {
    let screen = ScreenNode("Picture") {
      Column {
        if let picture = try? picture(number, 720) { picture.sharedElement("tile \(number)").aspectRatio(1) }
        Column(gap: 4) {
          Text(number % 4 == 1 ? Pet.names[number * 7 % Pet.names.count] : "View \(number + 1)").font(22, .bold).color(.ink)
          Text("Pull from the left edge to go back").font(13).color(.soft)
        }
        .padding(16)
      }
      .expand().makeNode()
    }
    screen.background = .color(.white)
    return screen
  }
}
