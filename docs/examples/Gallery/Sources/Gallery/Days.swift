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
    let tabs = names.enumerated().map { number, name in Node(DayTab(name: name, date: 12 + number, isCurrent: number == 1)) }
    let pager = PagerNode(ListSnapshot(items: Array(0..<7))) { page($0) }
    pager.wraps = true
    pager.scroll(toPage: 1, animated: false)
    pager.onPageChange { page in
      for (number, tab) in tabs.enumerated() { tab.isCurrent = number == page }
    }
    for (number, tab) in tabs.enumerated() { tab.onTap { [weak pager] in pager?.scroll(toPage: number) } }
    return Column {
      Column {
        header("This week")
        Row(gap: 6) { for tab in tabs { tab.expand() } }.padding(LayoutEdges(top: 0, right: 12, bottom: 10, left: 12))
      }
      .flexShrink(0).background(.white)
      .border(Border(width: Insets(top: 0, right: 0, bottom: 1, left: 0), color: Color(rgb: 0xE4E7EE)))
      pager.expand()
    }
    .makeNode()
  }

  private static let entries = [
    ("Stand-up", "Room 4"), ("Swim", "City pool"), ("Design review", "Video call"), ("Lunch with Ines", "Café Lume"),
    ("Focus", "No meetings"),
    ("Dentist", "Dr. Okafor"), ("Ship the release", "Fingers crossed"), ("Piano", "With Mr. Lind"),
    ("Walk the dog", "Twice around the lake"),
  ]

  private static func page(_ day: Int) -> TableNode {
    let cells = ListCells<Int, Int>(
      item: { hour, _ in entry(hour, day).makeAnyNode() },
      header: { part, _ in
        Column { Text(["Morning", "Afternoon", "Evening"][part], 12, .soft, bold: true) }
          .padding(LayoutEdges(horizontal: 16, vertical: 6)).background(.paper).makeNode()
      })
    let parts = [(section: 0, items: Array(7..<12)), (section: 1, items: Array(12..<18)), (section: 2, items: Array(18..<23))]
    let table = TableNode(ListSnapshot(parts), cells: cells)
    table.hasStickyHeaders = true
    table.separator = TableSeparator(color: Color(rgb: 0xE9EBF2), inset: Insets(top: 0, right: 0, bottom: 0, left: 76))
    return table
  }

  private static func entry(_ hour: Int, _ day: Int) -> some NodeElement {
    let (title, place) = entries[(hour * 5 + day * 3) % entries.count]
    return Row(gap: 12, align: .center) {
      Text(hour < 10 ? "0\(hour):00" : "\(hour):00", 12, .soft).width(36).flexShrink(0)
      Box().background(Color.accents[(hour + day) % Color.accents.count]).cornerRadius(2).width(4).flexShrink(0).alignSelf(.stretch)
      Column(gap: 2) {
        Text(title, 15, bold: true)
        Text(place, 12, .soft)
      }
      .expand()
    }
    .padding(LayoutEdges(horizontal: 16, vertical: 11)).background(.white)
  }
}

/// A day at the top: what it shows follows from its value.
struct DayTab: NodeType {
  static let typeName = "day-tab"
  static let traits: NodeTraits = .drawsNothing
  var name = ""
  var date = 1
  var isCurrent = false

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    Column(gap: 2, align: .center) {
      Text(name, 11, isCurrent ? .white : .ink)
      Text("\(date)", 16, isCurrent ? .white : .ink, bold: true)
    }
    .padding(LayoutEdges(horizontal: 0, vertical: 7)).background(isCurrent ? Color(rgb: 0x3454D1) : .paper).cornerRadius(12)
  }
}
