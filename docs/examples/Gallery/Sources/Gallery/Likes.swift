import TesseraKit

/// A heart and the number of likes. A tap adds one: the heart swells, and the number counts up.
func likes(_ count: Int) -> some NodeElement {
  let heart = Shape(path: Sample.heart, fill: .color(Color(rgb: 0xE63956))).size(16, 15).makeNode()
  let number = Text("").font(13, .bold).color(.ink).makeNode()
  number.numberFormat = NumberFormat(decimals: 0, suffix: " likes")
  number.number = Double(count)
  return Row(gap: 6, align: .center) {
    heart
    number
  }
  .onTap { [weak heart, weak number] in
    guard let heart, let number else { return }
    heart.animate(phases: [1.4, 1], motion: { $0 > 1 ? .easeOut(0.12) : .spring(duration: 0.4, bounce: 0.4) }) { size in
      heart.transform = .scale(size, size)
    }
    number.animate(count: (number.number ?? 0) + 1, .easeOut(0.3))
  }
}
