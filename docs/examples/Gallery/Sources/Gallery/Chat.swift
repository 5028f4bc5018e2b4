import TesseraKit

// A conversation: it opens at its end, and loads older messages while the user scrolls up. The visible messages keep their places.
extension Example {
  /// The conversation.
  public static let chat = Example("chat", background: Color(rgb: 0xECE9E1)) {
    let oldest = Model(220)
    return Column {
      ListTile(
        Text("Marlow").font(16, .bold).color(.ink), Text("on the boat").font(11).color(.soft), lineGap: 1,
        leading: Avatar(name: "Marlow", side: 36, color: Sample.accents[4])
      )
      .padding(horizontal: 14, vertical: 10).flexShrink(0).background(bar)
      .shadow(Shadow(color: Color(white: 0, alpha: 0.1), offset: Point(0, 1), radius: 5))
      Table(Array(220..<240), id: \.self) { number in
        let (isMine, minutes) = (number % 3 == 0 || number % 7 == 2, number * 7 % 60)
        Row(justify: isMine ? .flexEnd : .flexStart) {
          Column(gap: 2) {
            Text(Sample.messages[number % Sample.messages.count]).font(14).color(isMine ? .white : .ink)
            Text("\(8 + number % 12):\(minutes < 10 ? "0" : "")\(minutes)").font(9).color(isMine ? Color(white: 1, alpha: 0.75) : .soft)
              .alignSelf(.flexEnd)
          }
          .padding(top: 8, right: 12, bottom: 6, left: 12).maxWidth(262).background(isMine ? green : .white)
          .cornerRadii(CornerRadii(topLeft: 16, topRight: 16, bottomRight: isMine ? 4 : 16, bottomLeft: isMine ? 16 : 4))
        }
        .padding(horizontal: 12, vertical: 3)
      }
      .expand().separator(nil).selection(.none).anchoring(.end).estimatedRowHeight(52).insets(Insets(horizontal: 0, vertical: 10))
      .scrolled(to: ListIndex(0, 19), at: .end).fetching(at: .head) { table, fetch in
        // A real program would request messages from its server here, and end the fetch with the response.
        oldest.value = max(0, oldest.value - 30)
        table.show(Array(oldest.value..<240), animated: false) { _ in fetch.end(oldest.value == 0 ? .exhausted : .done) }
      }
      Row(gap: 10, align: .center) {
        Text("Message").font(14).color(.soft).padding(horizontal: 14, vertical: 9).expand().background(.white).cornerRadius(18)
        Avatar(name: "↑", side: 34, color: green).flexShrink(0)
      }
      .padding(horizontal: 12, vertical: 8).flexShrink(0).background(bar)
    }
    .makeNode()
  }
}

private let (bar, green) = (Color(rgb: 0xF7F5F0), Color(rgb: 0x1E8E6A))
