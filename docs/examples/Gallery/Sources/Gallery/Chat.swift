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
    let last = 240
    let table = TableNode(ListSnapshot(items: Array(last - 20..<last))) { message($0) }
    table.separator = nil
    table.selection = .none
    table.anchoring = .end
    table.insets = Insets(top: 10, right: 0, bottom: 10, left: 0)
    table.estimatedRowHeight = 52
    table.style.fillRest()
    table.scroll(to: ListIndex(0, 19), at: .end, animated: false)
    let fetcher = BatchFetcher(table, at: .head) { [weak table] fetch in
      guard let table, let shown = (table.source as? SnapshotSource<Int, Int>)?.snapshot, let first = shown[ListIndex(0, 0)] else {
        fetch.end(.cancelled)
        return
      }
      // A program would ask its server here, and end the fetch when that has answered.
      let older = ListSnapshot<Int, Int>(items: Array(max(0, first - 30)..<last))
      table.apply(older, animated: false) { _ in fetch.end(first <= 30 ? .exhausted : .done) }
    }
    _ = fetcher
    let field = box(
      .row, gap: 10, padding: LayoutEdges(horizontal: 12, vertical: 8),
      [
        box(.row, padding: LayoutEdges(horizontal: 14, vertical: 9), [label("Message", 14, .soft)]) { field in
          field.style.fillRest()
          field.background = .color(.white)
          field.cornerRadius = 18
        }, avatar("↑", 34, Color(rgb: 0x1E8E6A)),
      ]
    ) { row in
      row.style.alignItems = .center
      row.style.flexShrink = 0
      row.background = .color(Color(rgb: 0xF7F5F0))
    }
    let top = box(
      .row, gap: 10, padding: LayoutEdges(horizontal: 14, vertical: 10),
      [
        avatar("Marlow", 36, .accents[4]), box(.column, gap: 1, [label("Marlow", 16, bold: true), label("on the boat", 11, .soft)]),
      ]
    ) { row in
      row.style.alignItems = .center
      row.style.flexShrink = 0
      row.background = .color(Color(rgb: 0xF7F5F0))
      row.shadow = Shadow(color: Color(white: 0, alpha: 0.1), offset: Point(0, 1), radius: 5)
    }
    return box([top, table, field])
  }

  private static let lines = [
    "Are you awake?", "Since five. The gulls have opinions.", "How is the engine?",
    "Better. It was the fuel filter after all, as you said.",
    "Told you!", "You did. I have written it in the log so that it is on record: you were right once.", "Once?!",
    "The wind turned in the night, so we stay in the harbour until Thursday. There is a bakery.", "Priorities.", "They do a cardamom bun.",
    "Bring me one. Bring me six.", "They will be stale in a week.", "I do not care about that at all.",
    "A seal followed us for an hour yesterday. It looked like your uncle.", "Which one?", "The one with the moustache.", "Oh dear. Yes.",
    "Photo, please.",
  ]

  private static func message(_ number: Int) -> AnyNode {
    let isMine = number % 3 == 0 || number % 7 == 2
    let words = label(lines[number % lines.count], 14, isMine ? .white : .ink, lines: 0)
    let minutes = number * 7 % 60
    let time = label("\(8 + number % 12):\(minutes < 10 ? "0" : "")\(minutes)", 9, isMine ? Color(white: 1, alpha: 0.75) : .soft) {
      $0.style.alignSelf = .flexEnd
    }
    let bubble = box(.column, gap: 2, padding: LayoutEdges(top: 8, right: 12, bottom: 6, left: 12), [words, time]) { bubble in
      bubble.background = .color(isMine ? Color(rgb: 0x1E8E6A) : .white)
      bubble.cornerRadii = CornerRadii(topLeft: 16, topRight: 16, bottomRight: isMine ? 4 : 16, bottomLeft: isMine ? 16 : 4)
      bubble.style.maxWidth = .points(262)
    }
    return box(.row, padding: LayoutEdges(horizontal: 12, vertical: 3), [bubble]) { row in
      row.style.justifyContent = isMine ? .flexEnd : .flexStart
    }
  }
}
