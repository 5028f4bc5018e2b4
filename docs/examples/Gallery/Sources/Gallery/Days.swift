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
    let day = Model(1)
    let pager = PagerNode(Array(0..<7), id: \.self) { number in page(number).absoluteFill() }
    pager.wraps = true
    pager.scroll(toPage: 1, animated: false)
    pager.onPageChange { day.value = $0 }
    let week = BoxNode()
    week.background = .color(.white)
    week.border = Border(width: Insets(top: 0, right: 0, bottom: 1, left: 0), color: Color(rgb: 0xE4E7EE))
    week.layoutSpec = { [weak pager] _ in
      let pager = pager
      return Column {
        Text("This week").font(22, .bold).color(ink).padding(LayoutEdges(top: 14, right: 16, bottom: 12, left: 16))
        Row(gap: 6) {
          ForEach(names.indices) { number in
            let isCurrent = number == day.value
            Column(gap: 2, align: .center) {
              Text(names[number]).font(11).color(isCurrent ? .white : ink)
              Text("\(12 + number)").font(16, .bold).color(isCurrent ? .white : ink)
            }
            .padding(LayoutEdges(horizontal: 0, vertical: 7)).expand().background(isCurrent ? Color(rgb: 0x3454D1) : paper).cornerRadius(12)
            .onTap { [weak pager] in pager?.scroll(toPage: number) }
          }
        }
        .padding(LayoutEdges(top: 0, right: 12, bottom: 10, left: 12))
      }
    }
    return Column {
      week.flexShrink(0)
      pager.expand()
    }
    .makeNode()
  }

  private static func page(_ day: Int) -> Table {
    Table(sections: [7..<12, 12..<18, 18..<23], id: \.lowerBound, items: { Array($0) }, itemID: \.self) { hour, _ in
      let (title, place) = entries[(hour * 5 + day * 3) % entries.count]
      Row(gap: 12, align: .center) {
        Text(hour < 10 ? "0\(hour):00" : "\(hour):00").font(12).color(soft).width(36).flexShrink(0)
        Box().background(accents[(hour + day) % 6]).cornerRadius(2).width(4).flexShrink(0).alignSelf(.stretch)
        Column(gap: 2) {
          Text(title).font(15, .bold).color(ink)
          Text(place).font(12).color(soft)
        }
        .expand()
      }
      .padding(LayoutEdges(horizontal: 16, vertical: 11)).background(.white)
    } header: { hours in
      Column { Text(hours.lowerBound < 12 ? "Morning" : hours.lowerBound < 18 ? "Afternoon" : "Evening").font(12, .bold).color(soft) }
        .padding(LayoutEdges(horizontal: 16, vertical: 6)).background(paper)
    }
    .with(\.separator, TableSeparator(color: Color(rgb: 0xE9EBF2), inset: Insets(top: 0, right: 0, bottom: 0, left: 76)))
  }
}

private let (ink, soft, paper) = (Color(rgb: 0x1F2430), Color(rgb: 0x6C7486), Color(rgb: 0xF3F4F8))
private let accents = [0xEF476F, 0xF78C6B, 0x06A77D, 0x118AB2, 0x7768AE, 0xD68C45].map { Color(rgb: $0) }
private let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
private let entries = [
  ("Stand-up", "Room 4"), ("Swim", "City pool"), ("Design review", "Video call"), ("Lunch with Ines", "Café Lume"),
  ("Focus", "No meetings"), ("Dentist", "Dr. Okafor"), ("Ship the release", "Fingers crossed"), ("Piano", "With Mr. Lind"),
  ("Walk the dog", "Twice around the lake"),
]
