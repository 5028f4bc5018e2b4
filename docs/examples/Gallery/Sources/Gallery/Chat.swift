import TesseraKit

// A conversation: it begins at its end, and older messages load at the top as one scrolls up. What is read stays where it is while they come.
extension Example {
  /// The conversation.
  public static let chat = Example(
    name: "chat", size: screen, background: Color(rgb: 0xECE9E1),
    steps: [
      .wait(0.5), .drag(from: Point(180, 180), to: Point(180, 560), over: 0.14), .wait(1.5),
      .drag(from: Point(180, 180), to: Point(180, 580), over: 0.1),
      .wait(1.8), .drag(from: Point(180, 180), to: Point(180, 580), over: 0.1), .wait(1.6),
    ]
  ) {
    let oldest = Model(220)
    let table = TableNode(Array(220..<240), id: \.self) { number in
      let isMine = number % 3 == 0 || number % 7 == 2
      let minutes = number * 7 % 60
      Row(justify: isMine ? .flexEnd : .flexStart) {
        Column(gap: 2) {
          Text(lines[number % lines.count]).font(14).color(isMine ? .white : ink)
          Text("\(8 + number % 12):\(minutes < 10 ? "0" : "")\(minutes)").font(9).color(isMine ? Color(white: 1, alpha: 0.75) : soft)
            .alignSelf(.flexEnd)
        }
        .padding(LayoutEdges(top: 8, right: 12, bottom: 6, left: 12)).maxWidth(262).background(isMine ? green : .white)
        .cornerRadii(CornerRadii(topLeft: 16, topRight: 16, bottomRight: isMine ? 4 : 16, bottomLeft: isMine ? 16 : 4))
      }
      .padding(LayoutEdges(horizontal: 12, vertical: 3))
    }
    (table.separator, table.selection, table.anchoring, table.estimatedRowHeight) = (nil, .none, .end, 52)
    table.insets = Insets(top: 10, right: 0, bottom: 10, left: 0)
    table.scroll(to: ListIndex(0, 19), at: .end, animated: false)
    _ = BatchFetcher(table, at: .head) { [weak table] fetch in
      // A program would ask its server here, and end the fetch when that has answered.
      oldest.value = max(0, oldest.value - 30)
      table?.show(Array(oldest.value..<240), animated: false) { _ in fetch.end(oldest.value == 0 ? .exhausted : .done) }
    }
    return Column {
      Row(gap: 10, align: .center) {
        Avatar(name: "Marlow", side: 36, color: Color(rgb: 0x7768AE)).flexShrink(0)
        Column(gap: 1) {
          Text("Marlow").font(16, .bold).color(ink)
          Text("on the boat").font(11).color(soft)
        }
      }
      .padding(LayoutEdges(horizontal: 14, vertical: 10)).flexShrink(0).background(bar)
      .shadow(Shadow(color: Color(white: 0, alpha: 0.1), offset: Point(0, 1), radius: 5))
      table.expand()
      Row(gap: 10, align: .center) {
        Text("Message").font(14).color(soft).padding(LayoutEdges(horizontal: 14, vertical: 9)).expand().background(.white).cornerRadius(18)
        Avatar(name: "↑", side: 34, color: green).flexShrink(0)
      }
      .padding(LayoutEdges(horizontal: 12, vertical: 8)).flexShrink(0).background(bar)
    }
    .makeNode()
  }
}

private let (ink, soft) = (Color(rgb: 0x1F2430), Color(rgb: 0x6C7486))
private let (bar, green) = (Color(rgb: 0xF7F5F0), Color(rgb: 0x1E8E6A))
private let lines = [
  "Are you awake?", "Since five. The gulls have opinions.", "How is the engine?",
  "Better. It was the fuel filter after all, as you said.", "Told you!",
  "You did. I have written it in the log so that it is on record: you were right once.", "Once?!",
  "The wind turned in the night, so we stay in the harbour until Thursday. There is a bakery.", "Priorities.",
  "They do a cardamom bun.", "Bring me one. Bring me six.", "They will be stale in a week.", "I do not care about that at all.",
  "A seal followed us for an hour yesterday. It looked like your uncle.", "Which one?", "The one with the moustache.", "Oh dear. Yes.",
  "Photo, please.",
]
