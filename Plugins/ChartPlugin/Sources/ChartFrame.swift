internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Places of a chart's parts in a box. A value; drawing and events compute the same one.
struct ChartFrame {
  /// Item of the legend. A value.
  struct Item {
    /// Index of the series or part.
    let index: Int
    let name: String
    let frame: Rect
  }

  let look: ChartLook
  let box: Rect
  /// Area of lines, bars or parts.
  let plot: Rect
  /// Top left corner of the unit.
  let unitPlace: Point
  let items: [Item]
  let content: ChartContent
  let decimals: Int

  init(_ chart: Chart, _ content: ChartContent, in box: Rect, _ look: ChartLook) {
    (self.look, self.box, self.content) = (look, box, content)
    let theme = look.theme
    var top = box.minY
    var decimals = content.scale.decimals
    if chart.kind.hasParts || chart.kind == .sparkline { decimals = Self.decimals(content) }
    self.decimals = decimals
    guard chart.kind != .sparkline else {
      (plot, unitPlace, items) = (look.aligned(box.inset(by: min(2, box.width / 2, box.height / 2))), box.origin, [])
      return
    }
    if !chart.title.isEmpty { top += look.line(theme[.heading]) + theme[.space1] }
    let names = chart.kind.hasParts ? content.parts.map(\.name) : chart.series.prefix(ChartContent.seriesLimit).map(\.name)
    let hasLegend = chart.showsLegend ?? (chart.kind.hasParts || names.count > 1)
    if chart.kind.hasParts {
      // The legend of parts is next to them if there is room.
      let room = Rect(left: box.minX, top: top, right: box.maxX, bottom: max(top, box.maxY))
      let isWide = room.width >= room.height * 1.3
      let side = isWide ? min(room.height, room.width * 0.46) : min(room.width, room.height * 0.6)
      let start = look.isRightToLeft && isWide ? room.maxX - side : isWide ? room.minX : room.midX - side / 2
      plot = look.aligned(
        Rect(start, isWide ? room.midY - side / 2 : room.minY, hasLegend ? side : room.width, hasLegend ? side : room.height))
      unitPlace = box.origin
      let list =
        isWide
        ? Rect(
          left: look.isRightToLeft ? room.minX : room.minX + side + theme[.space4], top: room.minY,
          right: look.isRightToLeft ? room.maxX - side - theme[.space4] : room.maxX, bottom: room.maxY)
        : Rect(left: room.minX, top: room.minY + side + theme[.space2], right: room.maxX, bottom: room.maxY)
      items = hasLegend ? Self.column(names, in: list, look, isCentered: isWide) : []
      return
    }
    var items: [Item] = []
    if hasLegend {
      items = Self.row(names, in: Rect(left: box.minX, top: top, right: box.maxX, bottom: box.maxY), look)
      if let last = items.last { top = last.frame.maxY + theme[.space1] }
    }
    self.items = items
    unitPlace = Point(box.minX, top)
    let micro = look.line(theme[.micro])
    if !chart.unit.isEmpty { top += micro }
    let words = content.scale.lines.map { look.words(ChartScale.words($0, decimals: decimals), theme[.micro], theme.inkSoft).size.width }
    let side = min(box.width / 2, (words.max() ?? 0).rounded(.up) + theme[.space2])
    let bottom = max(top, box.maxY - micro - theme[.space1])
    let start = look.isRightToLeft ? box.minX + side : box.minX
    // Half of a number is above the highest line.
    plot = look.aligned(Rect(left: start, top: min(bottom, top + micro / 2), right: start + max(0, box.width - side), bottom: bottom))
  }

  private static func decimals(_ content: ChartContent) -> Int {
    let numbers = content.parts.map(\.number)
    return (0...2).first { decimals in
      let power = [1.0, 10, 100][decimals]
      return numbers.allSatisfy { (($0 * power).rounded() - $0 * power).magnitude < 1e-6 * max(1, $0 * power) }
    } ?? 2
  }

  /// Returns items side by side, in as many lines as they need, at most three.
  private static func row(_ names: [String], in area: Rect, _ look: ChartLook) -> [Item] {
    let height = look.line(look.theme[.small])
    var (items, x, y) = ([Item](), 0.0, area.minY)
    for (index, name) in names.enumerated() {
      let width = min(area.width, 20 + look.words(name, look.theme[.small], look.theme.ink).size.width.rounded(.up))
      if x > 0, x + width > area.width { (x, y) = (0, y + height) }
      if y > area.minY + 2.5 * height { break }
      let left = look.isRightToLeft ? area.maxX - x - width : area.minX + x
      items.append(Item(index: index, name: name, frame: Rect(left, y, width, height)))
      x += width + look.theme[.space4]
    }
    return items
  }

  private static func column(_ names: [String], in area: Rect, _ look: ChartLook, isCentered: Bool) -> [Item] {
    let line = look.line(look.theme[.small])
    let height = min(line + look.theme[.space1], max(line, area.height / Double(max(1, names.count))))
    let count = min(names.count, Int(max(0, (area.height / height).rounded(.down))))
    let top = isCentered ? area.midY - Double(count) * height / 2 : area.minY
    return (0..<count).map {
      Item(index: $0, name: names[$0], frame: Rect(area.minX, top + Double($0) * height, max(0, area.width), height))
    }
  }

  // MARK: places

  /// Device pixels for one unit of the x axis.
  private var pixelsPerPlace: Double { plot.width * look.scale / (content.span.upperBound - content.span.lowerBound) }

  /// Left end of the shown range, moved to a whole device pixel of an axis that is fixed to the data: points keep their pixels when the range moves.
  var start: Double {
    let pixels = pixelsPerPlace
    let exact = content.span.lowerBound * pixels
    return pixels > 0 && abs(exact) < 1e15 ? exact.rounded() / pixels : content.span.lowerBound
  }

  /// Returns the x coordinate of a place. The axis begins at the left in both writing directions.
  func x(_ place: Double) -> Double { plot.minX + min(1e5, max(-1e5, (place - start) * pixelsPerPlace / look.scale)) }

  /// Returns the place at an x coordinate.
  func place(_ x: Double) -> Double { start + (x - plot.minX) * look.scale / max(1e-12, pixelsPerPlace) }

  /// Returns the y coordinate of a number.
  func y(_ number: Double) -> Double { plot.maxY - content.scale.share(number) * plot.height }

  /// Length of a device pixel on the x axis.
  var pixelLength: Double { 1 / max(1e-300, pixelsPerPlace) }

  /// Number of columns of device pixels.
  var columns: Int { Int(min(20_000, max(0, (plot.width * look.scale).rounded()))) }
}
