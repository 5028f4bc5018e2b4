import TesseraKit

// A pager of tables: a horizontal drag turns the page, a vertical one scrolls the day. The neighbors of the current page are drawn in advance,
// and the pages next to them are loaded, with the rows of their tables.
extension Example {
  /// The week.
  public static let days = Example("days", background: .white) { Node(Week()) }
}

struct Week: NodeType {
  static let typeName = "week"
  @NodeState var day = 1

  func layout(in context: LayoutContext) -> (any LayoutElement)? {
    Column {
      Column {
        Heading("This week")
        Row(gap: 6) {
          ForEach(Sample.weekdays.indices) { number in
            Column(gap: 2, align: .center) {
              Text(Sample.weekdays[number]).font(11).color(number == day ? .white : .ink)
              Text("\(12 + number)").font(16, .bold).color(number == day ? .white : .ink)
            }
            .padding(horizontal: 0, vertical: 7).expand().background(number == day ? Color(rgb: 0x3454D1) : paper).cornerRadius(12)
            .onTap { day = number }
          }
        }
        .padding(right: 12, bottom: 10, left: 12)
      }
      .flexShrink(0).background(.white).border(Border(width: Insets(bottom: 1), color: Color(rgb: 0xE4E7EE)))
      Pager(Array(0..<7), id: \.self) { page($0).absoluteFill() }.expand().wraps(true).page($day)
    }
  }

  private func page(_ number: Int) -> Table {
    Table(sections: Sample.times, id: { $0.name }, items: { Array($0.hours) }, itemID: \.self) { hour, _ in
      let (title, place) = Sample.entries[(hour * 5 + number * 3) % Sample.entries.count]
      Row(gap: 12, align: .center) {
        Text(hour < 10 ? "0\(hour):00" : "\(hour):00").font(12).color(.soft).width(36).flexShrink(0)
        Box().background(Sample.accents[(hour + number) % 6]).cornerRadius(2).width(4).flexShrink(0).alignSelf(.stretch)
        ListTile(Text(title).font(15, .bold).color(.ink), Text(place).font(12).color(.soft)).expand()
      }
      .padding(horizontal: 16, vertical: 11).background(.white)
    } header: { time in
      Text(time.name).font(12, .bold).color(.soft).padding(horizontal: 16, vertical: 6).background(paper)
    }
    .with(\.separator, TableSeparator(color: Color(rgb: 0xE9EBF2), inset: Insets(left: 76)))
  }
}

private let paper = Color(rgb: 0xF3F4F8)
