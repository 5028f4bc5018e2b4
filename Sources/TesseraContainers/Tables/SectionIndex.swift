internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

/// Section titles at the trailing edge of a table. Touching a title scrolls its section to the top.
struct SectionIndex: Sendable, Hashable {
  var titles: [String]
  var color: Color
  /// Breadth of the strip, logical units.
  static let breadth = 24.0
  /// Height of one title; titles that do not fit are left out.
  private static let line = 14.0

  /// Returns the frame of the strip in a box of `size`.
  func strip(in size: Size, isRightToLeft: Bool) -> Rect {
    Rect(isRightToLeft ? 0 : max(0, size.width - Self.breadth), 0, min(Self.breadth, size.width), size.height)
  }

  /// Returns the indices of the titles that fit, evenly spread, with the top and the height of the titles.
  func shown(in height: Double) -> (numbers: [Int], top: Double, line: Double) {
    let room = max(1, Int((height - 8) / Self.line))
    let count = min(titles.count, room)
    let numbers = count == titles.count ? Array(titles.indices) : (0..<count).map { $0 * (titles.count - 1) / max(1, count - 1) }
    return (numbers, (height - Double(count) * Self.line) / 2, Self.line)
  }

  /// Returns the title for a touch at `y`, including titles that are left out.
  func title(at y: Double, in height: Double) -> Int? {
    guard !titles.isEmpty else { return nil }
    let (numbers, top, line) = shown(in: height)
    let share = (y - top) / (Double(numbers.count) * line)
    guard share.isFinite else { return nil }
    return min(titles.count - 1, max(0, Int((share * Double(titles.count)).rounded(.down))))
  }

  func draw(in canvas: borrowing Canvas, _ context: DrawContext) {
    let strip = strip(in: context.size, isRightToLeft: context.environment.direction == .rtl)
    let (numbers, top, line) = shown(in: strip.height)
    let color = color.resolved(in: context.environment)
    for (place, number) in numbers.enumerated() {
      let text = TextLayout(
        AttributedText(titles[number], attributes: TextAttributes(font: Font(size: 11, weight: .bold), color: color)))
      canvas.draw(text, at: Point(strip.midX - text.size.width / 2, top + Double(place) * line + (line - text.size.height) / 2))
    }
  }
}

extension Table {
  /// Section index; nil if there are no titles.
  var sectionIndex: SectionIndex? {
    sectionIndexTitles.isEmpty ? nil : SectionIndex(titles: sectionIndexTitles, color: sectionIndexColor)
  }

  static var sectionIndexRecognizer: GestureRecognizer {
    GestureRecognizer(
      priority: 2,
      make: { node in
        guard let table = node as? TableNode, let index = table.value.sectionIndex else { return nil }
        return StripTouch(strip: index.strip(in: table.frame.size, isRightToLeft: table.resolvedDirection == .rtl))
      },
      perform: { event in
        guard let table = event.node as? TableNode, event.phase == .began || event.phase == .changed else { return }
        table.jump(toTitleAt: event.reading.location.y)
      })
  }
}

extension Node where Value == Table {
  /// Scrolls the section of the title at `y` to the top. Loop.
  fileprivate func jump(toTitleAt y: Double) {
    guard let index = value.sectionIndex, let title = index.title(at: y, in: frame.height) else { return }
    let counts = source.itemCounts
    guard !counts.isEmpty else { return }
    // If the numbers of titles and sections differ, titles are spread evenly over the sections.
    let section = index.titles.count == counts.count ? title : min(counts.count - 1, title * counts.count / index.titles.count)
    let element: ListElement = source.hasHeader(section) ? .header(section) : .item(ListIndex(section, 0))
    scroll(to: element, at: .start, animated: false)
    send(Table.sectionIndexJump, section)
  }
}
