import TesseraKit

// A pager of tables: a finger that moves sideways turns the page, one that moves up and down scrolls the day. The neighbours of the page in view are
// drawn, theirs loaded, and so are the rows of their tables.

extension Example {
  /// The week.
  public static let days = Example(
    name: "days", size: screen, background: .white,
    steps: [
      .wait(0.5), .drag(from: Point(320, 330), to: Point(120, 334), over: 0.14), .wait(1.0),
      .drag(from: Point(180, 560), to: Point(182, 260), over: 0.15),
      .wait(1.6), .drag(from: Point(320, 330), to: Point(120, 334), over: 0.12), .wait(1.0),
    ]
  ) {
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let tabs = names.enumerated().map { number, name in tab(name, number, isCurrent: number == 1) }
    let pager = PagerNode(ListSnapshot(items: Array(0..<7))) { day in page(day) }
    pager.style.fillRest()
    pager.wraps = true
    pager.scroll(toPage: 1, animated: false)
    pager.onPageChange { page in
      for (number, tab) in tabs.enumerated() { mark(tab, isCurrent: number == page) }
    }
    for (number, tab) in tabs.enumerated() {
      tab.addRecognizer(GestureRecognizer(TapGesture()) { _ in pager.scroll(toPage: number) })
    }
    let bar = box(.row, gap: 6, padding: LayoutEdges(top: 0, right: 12, bottom: 10, left: 12), tabs)
    return box([
      box([header("This week"), bar]) { top in
        top.background = .color(.white)
        top.style.flexShrink = 0
        top.border = Border(width: Insets(top: 0, right: 0, bottom: 1, left: 0), color: Color(rgb: 0xE4E7EE))
      }, pager,
    ])
  }

  private static func tab(_ name: String, _ number: Int, isCurrent: Bool) -> BoxNode {
    let tab = box(
      .column, gap: 2, padding: LayoutEdges(horizontal: 0, vertical: 7), [label(name, 11), label("\(12 + number)", 16, bold: true)]
    ) {
      $0.style.fillRest()
      $0.style.alignItems = .center
      $0.cornerRadius = 12
    }
    mark(tab, isCurrent: isCurrent)
    return tab
  }

  private static func mark(_ tab: AnyNode, isCurrent: Bool) {
    tab.background = .color(isCurrent ? Color(rgb: 0x3454D1) : .paper)
    for case let label as TextNode in tab.subnodes { label.color = isCurrent ? .white : .ink }
  }

  private static let entries = [
    ("Stand-up", "Room 4"), ("Swim", "City pool"), ("Design review", "Video call"), ("Lunch with Ines", "Café Lume"),
    ("Focus", "No meetings"),
    ("Dentist", "Dr. Okafor"), ("Ship the release", "Fingers crossed"), ("Piano", "With Mr. Lind"),
    ("Walk the dog", "Twice around the lake"),
  ]

  private static func page(_ day: Int) -> AnyNode {
    let cells = ListCells<Int, Int>(
      item: { hour, _ in entry(hour, day) },
      header: { part, _ in
        box(
          .column, padding: LayoutEdges(horizontal: 16, vertical: 6),
          [label(["Morning", "Afternoon", "Evening"][part], 12, .soft, bold: true)]
        ) {
          $0.background = .color(.paper)
        }
      })
    let parts = [(section: 0, items: Array(7..<12)), (section: 1, items: Array(12..<18)), (section: 2, items: Array(18..<23))]
    let table = TableNode(ListSnapshot(parts), cells: cells)
    table.hasStickyHeaders = true
    table.separator = TableSeparator(color: Color(rgb: 0xE9EBF2), inset: Insets(top: 0, right: 0, bottom: 0, left: 76))
    return table
  }

  private static func entry(_ hour: Int, _ day: Int) -> AnyNode {
    let (title, place) = entries[(hour * 5 + day * 3) % entries.count]
    let color = Color.accents[(hour + day) % Color.accents.count]
    let line = box {
      $0.background = .color(color)
      $0.cornerRadius = 2
      $0.style.width = .points(4)
      $0.style.flexShrink = 0
      $0.style.alignSelf = .stretch
    }
    return box(
      .row, gap: 12, padding: LayoutEdges(horizontal: 16, vertical: 11),
      [
        label(hour < 10 ? "0\(hour):00" : "\(hour):00", 12, .soft) {
          $0.style.width = .points(36)
          $0.style.flexShrink = 0
        }, line, box(.column, gap: 2, [label(title, 15, bold: true), label(place, 12, .soft)]) { $0.style.fillRest() },
      ]
    ) { row in
      row.background = .color(.white)
      row.style.alignItems = .center
    }
  }
}
