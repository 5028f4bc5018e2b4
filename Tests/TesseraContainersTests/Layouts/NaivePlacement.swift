import TesseraContainers
import TesseraGeometry

/// Where the elements of a sectioned list lie, found the plainest way: one after the other, from the first, in left-to-right coordinates along
/// and across the axis, which are turned into those of the content at the end.
struct NaivePlacement {
  let layout: SectionedLayout
  let metrics: ListMetrics
  /// What is known of sizes, as nodes told it.
  var known: [ListElement: Size] = [:]

  private struct Box {
    var start: Double
    var length: Double
    var cross: Double
    var breadth: Double
  }

  private var axis: Axis { layout.axis }
  private func up(_ value: Double) -> Double { (value * metrics.scale - 1e-4).rounded(.up) / metrics.scale }
  private func near(_ value: Double) -> Double { (value * metrics.scale).rounded() / metrics.scale }

  private func length(_ element: ListElement, _ length: ElementLength, breadth: Double) -> (value: Double, isKnown: Bool) {
    switch length {
    case .fixed(let value): (up(value), true)
    case .ratio(let ratio): (up(breadth * ratio), true)
    case .viewport(let share): (up(metrics.viewport[axis] * share), true)
    case .measured(let estimate): known[element].map { (up($0[axis]), true) } ?? (up(estimate), false)
    }
  }

  /// All elements with their frames, in the order of the list.
  func frames() -> [(ListElement, Rect)] {
    var result: [(ListElement, Rect)] = []
    var at = 0.0
    let all = flow(metrics.insets)
    at += all.0
    let breadth = max(0, metrics.viewport[axis.cross] - all.2 - all.3)
    func add(_ element: ListElement, _ box: Box) { result.append((element, rect(box, left: all.2))) }
    for (number, section) in metrics.sections.enumerated() {
      let settings = layout.sections[number] ?? layout.section
      if section.hasHeader {
        let length = length(.header(number), settings.header.length, breadth: breadth).value
        add(.header(number), Box(start: at, length: length, cross: 0, breadth: breadth))
        at += length
      }
      let insets = section.count > 0 ? flow(settings.insets) : (0, 0, 0, 0)
      let boxes = items(section.count, number, settings.items, breadth: max(0, breadth - near(insets.2) - near(insets.3)))
      let end = boxes.map { $0.start + $0.length }.max() ?? 0
      if let kind = settings.background, section.count > 0 {
        add(
          .supplementary(kind, ListIndex(number, 0)),
          Box(start: at, length: near(insets.0) + end + near(insets.1), cross: 0, breadth: breadth))
      }
      at += near(insets.0)
      for (item, box) in boxes.enumerated() {
        let moved = Box(start: near(box.start + at), length: box.length, cross: box.cross + near(insets.2), breadth: box.breadth)
        add(.item(ListIndex(number, item)), moved)
        for badge in settings.badges {
          let (length, breadth) = (badge.size[axis], badge.size[axis.cross])
          add(
            .supplementary(badge.kind, ListIndex(number, item)),
            Box(
              start: near(moved.start + moved.length * badge.anchor[axis] - length / 2), length: length,
              cross: near(all.2 + moved.cross + moved.breadth * badge.anchor[axis.cross] - breadth / 2) - all.2, breadth: breadth))
        }
      }
      at += end + near(insets.1)
      if section.hasFooter {
        let length = length(.footer(number), settings.footer.length, breadth: breadth).value
        add(.footer(number), Box(start: at, length: length, cross: 0, breadth: breadth))
        at += length
      }
      at += near(layout.sectionSpacing)
    }
    return result
  }

  private func flow(_ insets: Insets) -> (Double, Double, Double, Double) {
    let (left, right) = metrics.isRightToLeft ? (insets.right, insets.left) : (insets.left, insets.right)
    return axis == .vertical ? (insets.top, insets.bottom, left, right) : (left, right, insets.top, insets.bottom)
  }

  private func rect(_ box: Box, left: Double) -> Rect {
    var result = Rect.zero
    result.origin[axis] = near(box.start)
    result.size[axis] = box.length
    result.origin[axis.cross] = box.cross + left
    result.size[axis.cross] = box.breadth
    if metrics.isRightToLeft { result.origin.x = metrics.viewport.width - result.maxX }
    return result
  }

  private func columns(_ columns: ColumnCount, _ spacing: Double, _ breadth: Double) -> Int {
    switch columns {
    case .fixed(let count): max(1, count)
    case .minimumBreadth(let least): max(1, Int((breadth + near(spacing)) / (least + near(spacing)) + 1e-9))
    }
  }

  private func items(_ count: Int, _ section: Int, _ arrangement: ItemArrangement, breadth: Double) -> [Box] {
    func element(_ item: Int) -> ListElement { .item(ListIndex(section, item)) }
    var result: [Box] = []
    switch arrangement {
    case .rows(let length, let spacing):
      var at = 0.0
      for item in 0..<count {
        let length = self.length(element(item), length, breadth: breadth).value
        result.append(Box(start: at, length: length, cross: 0, breadth: breadth))
        at += length + near(spacing)
      }
    case .grid(let grid):
      let columns = columns(grid.columns, grid.columnSpacing, breadth)
      let room = columns > 1 ? min(near(grid.columnSpacing), breadth / Double(columns - 1)) : near(grid.columnSpacing)
      let step = (breadth + room) / Double(columns)
      let one = near(step - room)
      var (at, item) = (0.0, 0)
      while item < count {
        var line: [(item: Int, column: Int, span: Int)] = []
        var column = 0
        while item < count {
          var span = 1
          switch grid.spans {
          case .none: break
          case .pattern(let spans): span = spans[item % spans.count]
          case .items(let spans): span = spans[item] ?? 1
          }
          span = max(1, min(columns, span))
          if column + span > columns { break }
          line.append((item, column, span))
          column += span
          item += 1
        }
        let lengths = line.map { length(element($0.item), grid.length, breadth: one) }
        let longest = lengths.filter(\.isKnown).map(\.value).max() ?? lengths.first?.value ?? 0
        for (_, column, span) in line {
          let from = near(Double(column) * step)
          result.append(Box(start: at, length: longest, cross: from, breadth: near(Double(column + span) * step - room) - from))
        }
        at += longest + near(grid.lineSpacing)
      }
    case .flow(let flow):
      func size(_ item: Int) -> (breadth: Double, length: Double) {
        let size = flow.isFixed ? nil : known[element(item)]
        let estimate = Size(near(flow.estimatedSize.width), near(flow.estimatedSize.height))
        let used = size.map { Size(up($0.width), up($0.height)) } ?? estimate
        return (min(breadth, used[axis.cross]), used[axis])
      }
      var (at, item) = (0.0, 0)
      while item < count {
        var line = [item]
        var used = size(item).breadth
        item += 1
        while item < count, used + near(flow.itemSpacing) + size(item).breadth <= breadth + 1e-6 {
          used += near(flow.itemSpacing) + size(item).breadth
          line.append(item)
          item += 1
        }
        let longest = line.map { size($0).length }.max() ?? 0
        let free = max(0, breadth - used)
        var gap = near(flow.itemSpacing)
        var cross = 0.0
        if flow.justify == .center { cross = free / 2 }
        if flow.justify == .end { cross = free }
        if flow.justify == .spread, line.count > 1, item < count { gap += free / Double(line.count - 1) }
        for item in line {
          let size = size(item)
          var box = Box(start: at, length: size.length, cross: cross, breadth: size.breadth)
          if flow.align == .center { box.start += (longest - size.length) / 2 }
          if flow.align == .end { box.start += longest - size.length }
          if flow.align == .stretch { box.length = longest }
          result.append(box)
          cross += size.breadth + gap
        }
        at += longest + near(flow.lineSpacing)
      }
    case .waterfall(let waterfall):
      let columns = columns(waterfall.columns, waterfall.columnSpacing, breadth)
      let room = columns > 1 ? min(near(waterfall.columnSpacing), breadth / Double(columns - 1)) : near(waterfall.columnSpacing)
      let step = (breadth + room) / Double(columns)
      func down(_ value: Double) -> Double { (value * metrics.scale + 1e-4).rounded(.down) / metrics.scale }
      let each = max(0, down(step - room))
      var ends = Array(repeating: 0.0, count: columns)
      for item in 0..<count {
        var best = 0
        for column in 0..<columns where ends[column] < ends[best] - 1e-7 { best = column }
        let length = length(element(item), waterfall.length, breadth: each).value
        result.append(Box(start: ends[best], length: length, cross: down(Double(best) * step), breadth: each))
        ends[best] += length + near(waterfall.itemSpacing)
      }
    }
    return result
  }
}
