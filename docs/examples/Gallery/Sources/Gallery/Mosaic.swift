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
  public static let mosaic = Example("mosaic", background: .white) {
    let explore = Column {
      Heading("Explore")
      ItemCollection(Array(0..<3000), id: \.self) { number in
        try MosaicPage.picture(number, number % 6 == 0 ? 480 : 240).sharedElement("tile \(number)").cornerRadius(6)
      }
      .expand().listLayout(MosaicLayout()).selection(.none)
      .onMake { tiles in
        tiles.handlers.activate = { [weak tiles] tile in tiles?.supernode(of: Screens.self)?.push(MosaicPage.screen(of: tile.item)) }
      }
    }
    return ScreensNode(root: ScreenNode("Explore", content: explore.expand().makeNode()))
  }
}
