import TesseraKit

// A layout of one's own: a mosaic, in which every sixth tile is large, now on the left, now on the right.

// snippet: layout
/// Tiles in three columns: in every group of six one covers two columns and two lines.
struct MosaicLayout: ListLayout {
  let axis = Axis.vertical
  /// Room between tiles.
  var spacing = 4.0

  func makePlacement(_ metrics: ListMetrics) -> any ListPlacement { Placement(layout: self, metrics: metrics) }

  /// Where the tiles lie. Everything follows from a tile's number, so there is nothing to keep.
  struct Placement: ListPlacement {
    let layout: MosaicLayout
    var metrics: ListMetrics

    private var count: Int { metrics.sections.first?.count ?? 0 }
    private var step: Double { (metrics.viewport.width + layout.spacing) / 3 }
    /// What a group of six takes: two lines for the large tile and two small ones, one line for three more.
    private var groupHeight: Double { step * 3 }

    private func frame(_ item: Int) -> Rect {
      let (group, place) = (item / 6, item % 6)
      let isLeft = group % 2 == 0
      let cell: (column: Int, line: Int) =
        switch place {
        case 0: (isLeft ? 0 : 1, 0)
        case 1, 2: (isLeft ? 2 : 0, place - 1)
        default: (place - 3, 2)
        }
      let side = place == 0 ? step * 2 : step
      return Rect(
        Double(cell.column) * step, Double(group) * groupHeight + Double(cell.line) * step, side - layout.spacing, side - layout.spacing)
    }

    var contentBounds: Rect {
      let height = count == 0 ? 0 : frame(count - 1).maxY
      return Rect(size: Size(metrics.viewport.width, max(metrics.viewport.height, max(height, frame(max(0, count - 1) / 6 * 6).maxY))))
    }

    func elements(in rect: Rect) -> [ListPlace] {
      guard rect.isFinite, groupHeight > 0 else { return [] }
      let groups = Double(count / 6 + 1)
      let first = Int(min(groups, max(0, rect.minY / groupHeight))) * 6
      let last = min(count, (Int(min(groups, max(0, rect.maxY / groupHeight))) + 1) * 6)
      return (first..<max(first, last)).map { ListPlace(.item(ListIndex(0, $0)), frame($0)) }.filter { $0.frame.intersects(rect) }
    }

    func frame(of element: ListElement) -> Rect? {
      guard let index = element.index, index.section == 0, (0..<count).contains(index.item) else { return nil }
      return frame(index.item)
    }

    func constraint(for element: ListElement) -> SizeRange { frame(of: element).map { SizeRange(exactly: $0.size) } ?? .unlimited }

    // Sizes are the layout's to say; another list or window is all there is to take.
    mutating func setSizes(_ sizes: [(element: ListElement, size: Size)]) {}
    mutating func apply(_ changes: some ListChanges, _ metrics: ListMetrics) { self.metrics = metrics }
  }
}
// end snippet

extension Example {
  /// The mosaic.
  public static let mosaic = Example(name: "mosaic", size: screen, background: .white, steps: browse) {
    let collection = CollectionNode(
      ListSnapshot(items: Array(0..<3000)), layout: MosaicLayout(), item: tile)
    return Column {
      header("Explore")
      collection.expand()
    }
    .makeNode()
  }

  @Sendable private static func tile(_ number: Int) throws -> some NodeElement {
    let side = number % 6 == 0 ? 480 : 240
    let pixels = try Sketch.pixels(side, side) { canvas, size in
      if number % 4 == 1 { Pet.draw(number, in: canvas, size) } else { Scenery.draw(number * 7 + number / 6, in: canvas, size) }
    }
    return Image(pixels, contentMode: .fill).cornerRadius(6)
  }
}
