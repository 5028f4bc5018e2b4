internal import TesseraKit

/// Text that is cut off, or too small to read.
enum TextFitCheck {
  /// Least size of letters, logical units at a text scale of 1.
  static let leastSize = 11.0

  /// Texts and controls outside of the screen, or of the node that cuts off its content.
  private static func outside(_ screen: CheckedScreen) -> [CheckFinding] {
    screen.outside.compactMap { item in
      guard item.isInteractive || screen.lines(of: item) != nil else { return nil }
      return CheckFinding(
        kind: .cut, element: item.checked, message: "it is outside of \(place(of: item)) and cannot be scrolled into view")
    }
  }

  private static func place(of item: CheckedScreen.Item) -> String {
    item.clip.map { "`\($0.typeName)`" + ($0.id.isEmpty ? "" : " #\($0.id)") } ?? "the screen"
  }

  /// - Parameter words: Words that a control does not show whole.
  private static func problem(_ words: [String]) -> String {
    if words.isEmpty { return "some text is not shown" }
    let names = words.prefix(4).map { "“\($0)”" }.joined(separator: ", ") + (words.count > 4 ? " and \(words.count - 4) more" : "")
    return names + (words.count > 1 ? " are" : " is") + " not shown whole"
  }

  static func findings(_ screen: CheckedScreen) -> [CheckFinding] {
    outside(screen)
      + screen.items.flatMap { item -> [CheckFinding] in
        guard let lines = screen.lines(of: item) else { return [] }
        var findings: [CheckFinding] = []
        if lines.isTruncated {
          findings.append(
            CheckFinding(
              kind: .cut, element: item.checked, message: "\(problem(lines.cut)); give it more room, or let it wrap"))
        } else if !item.isScrolled, !item.visible.inset(by: -1).contains(lines.ink.intersection(item.frame)) {
          findings.append(CheckFinding(kind: .cut, element: item.checked, message: "the edge of \(place(of: item)) cuts off letters"))
        }
        if let size = item.node.attribute("fontSize")?.number, size < leastSize {
          findings.append(
            CheckFinding(
              kind: .size, element: item.checked,
              message: "letters are \(shown(size)) units high, at least \(shown(leastSize)) are required",
              measured: (size, leastSize)))
        }
        return findings
      }
  }
}
