import TesseraKit

// A custom collection layout: a mosaic in which every sixth tile is large, alternately on the left and on the right.

// snippet: layout
/// Tiles in three columns. One tile of every six covers two columns and two lines.
struct MosaicLayout: PatternLayout {
  let axis = Axis.vertical
  let groupCount = 6
  /// Space between tiles, logical units.
  var spacing = 4.0

  func frame(ofItem item: Int, in metrics: ListMetrics) -> Rect {
    let step = (metrics.viewport.width + spacing) / 3
    let (group, place) = (item / 6, item % 6)
    let (column, line) = place == 0 ? (0, 0) : place < 3 ? (2, place - 1) : (place - 3, 2)
    // Every second group is mirrored.
    let x = group % 2 == 0 || place > 2 ? column : place == 0 ? 1 : 0
    let side = place == 0 ? step * 2 : step
    return Rect(Double(x) * step, Double(group * 3 + line) * step, side - spacing, side - spacing)
  }
}
// end snippet

extension Example {
  /// The mosaic. A tapped tile grows into a screen, and shrinks back when a finger pulls that screen away from the left edge.
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
