import TesseraKit

// A layout of one's own: a mosaic, in which every sixth tile is large, now on the left, now on the right.

// snippet: layout
/// Tiles in three columns: in every group of six one covers two columns and two lines.
struct MosaicLayout: PatternLayout {
  let axis = Axis.vertical
  let groupCount = 6
  /// Room between tiles.
  var spacing = 4.0

  func frame(ofItem item: Int, in metrics: ListMetrics) -> Rect {
    let step = (metrics.viewport.width + spacing) / 3
    let (group, place) = (item / 6, item % 6)
    let (column, line) = place == 0 ? (0, 0) : place < 3 ? (2, place - 1) : (place - 3, 2)
    // Every other group is the other way round.
    let x = group % 2 == 0 || place > 2 ? column : place == 0 ? 1 : 0
    let side = place == 0 ? step * 2 : step
    return Rect(Double(x) * step, Double(group * 3 + line) * step, side - spacing, side - spacing)
  }
}
// end snippet

extension Example {
  /// The mosaic. A tile that is tapped grows into a screen of its own, and shrinks back when a finger pulls that away from the left.
  public static let mosaic = Example(name: "mosaic", size: screen, background: .white, steps: browse + openAndClose) {
    let tiles = ItemCollection(Array(0..<3000), id: \.self) { number in
      try tile(number, number % 6 == 0 ? 480 : 240).sharedElement("tile \(number)").cornerRadius(6)
    }
    .with(\.listLayout, MosaicLayout()).with(\.selection, .none).expand().makeNode()
    let explore = Column {
      Text("Explore").font(22, .bold).color(ink).padding(LayoutEdges(top: 14, right: 16, bottom: 12, left: 16))
      tiles
    }
    .expand()
    let screens = ScreensNode(root: ScreenNode("Explore", content: explore.makeNode()))
    screens.style.flexGrow = 1
    tiles.handlers.activate = { [weak screens] index in
      guard let page = try? page(of: index.item) else { return }
      screens?.push(page)
    }
    return screens
  }

  /// A tap, time to look, and the finger that takes the screen away.
  private static let openAndClose: [Step] = [
    .wait(3), .drag(from: Point(180, 300), to: Point(180, 300), over: 0.05), .wait(1.2),
    .drag(from: Point(4, 400), to: Point(300, 400), over: 0.3),
    .wait(0.8),
  ]

  private static func tile(_ number: Int, _ side: Int) throws -> Image {
    try Sketch.image(side, side) { canvas, size in
      if number % 4 == 1 { Pet.draw(number, in: canvas, size) } else { Scenery.draw(number * 7 + number / 6, in: canvas, size) }
    }
  }

  /// The screen of one tile: the same picture, large, and what there is to say of it.
  private static func page(of number: Int) throws -> ScreenNode {
    let picture = try tile(number, 720)
    let content = Column {
      picture.sharedElement("tile \(number)").aspectRatio(1)
      Column(gap: 4) {
        Text(number % 4 == 1 ? Pet.names[number * 7 % Pet.names.count] : "View \(number + 1)").font(22, .bold).color(ink)
        Text("Pull from the left edge to go back").font(13).color(Color(rgb: 0x6C7486))
      }
      .padding(16)
    }
    .expand()
    let screen = ScreenNode("Picture", content: content.makeNode())
    screen.background = .color(.white)
    return screen
  }
}

private let ink = Color(rgb: 0x1F2430)
