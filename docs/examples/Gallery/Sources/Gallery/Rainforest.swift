import TesseraKit

// The cards of the classic tutorial: a picture, behind it the same picture out of focus, a gradient that lets words be read on it, title and text.

extension Example {
  /// The cards.
  public static let rainforest = Example(name: "rainforest", size: screen, background: Color(rgb: 0x08140F), steps: browse) {
    let table = TableNode(ListSnapshot(items: Array(0..<1000))) { try card(Wildlife.allCases[$0 % Wildlife.allCases.count]) }
    table.separator = nil
    table.selection = .none
    table.rowHeight = 400
    table.indicatorColor = Color(white: 1, alpha: 0.6)
    return table
  }

  private static func card(_ animal: Wildlife) throws -> AnyNode {
    let pixels = try Sketch.pixels(648, 480) { canvas, size in animal.draw(in: canvas, size) }
    let behind = picture(pixels) { image in
      image.style.cover()
      image.blur = 14
    }
    let tint = box { tint in
      tint.style.cover()
      tint.background = .color(Color(rgb: 0x06140D, alpha: 0.35))
    }
    let photo = box([
      picture(pixels) { $0.style.cover() },
      box { shade in
        shade.style.cover()
        shade.background = .gradient(
          .linear(
            from: Point(0, 0.5), to: Point(0, 1),
            stops: [GradientStop(0, Color(white: 0, alpha: 0)), GradientStop(1, Color(white: 0, alpha: 0.75))]))
      },
      label(animal.title, 23, .white, bold: true) { title in
        title.style.position = .absolute
        title.style.inset = LayoutEdges(top: .auto, right: 14, bottom: 12, left: 14)
      },
    ]) { photo in
      photo.style.height = .points(240)
      photo.style.flexShrink = 0
      photo.cornerRadius = 14
      photo.clipsToBounds = true
    }
    let words = label(animal.text, 14, Color(white: 1, alpha: 0.92), lines: 5) { $0.lineSpacing = 3 }
    let content = box(.column, gap: 14, padding: LayoutEdges(16), [photo, words]) { $0.style.cover() }
    let card = box([behind, tint, content]) { card in
      card.style.fillRest()
      card.cornerRadius = 20
      card.clipsToBounds = true
    }
    return box(.column, padding: LayoutEdges(top: 12, right: 12, bottom: 0, left: 12), [card]) { $0.style.height = .points(400) }
  }
}
