public import Tessera
internal import TesseraGeometry
internal import TesseraRender

// What a screen reader says of a text, and what it goes to one by one.

extension Text: AccessibleType {
  /// A screen reader says the characters.
  ///
  /// What stands in the lines says what it is itself.
  public var accessibility: Accessibility { Accessibility(label: Text.spoken(string), role: .text) }

  /// `text` without the characters that nodes and pictures stand on.
  static func spoken(_ text: String) -> String {
    text.utf8.contains(0xEF) ? String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FFFC}" })) : text
  }

  /// A link, or what stands for text that is left out, where a screen reader finds it.
  private struct Part {
    var element: AccessibilityElement
    /// What a touch on it touches, and what that tells.
    var link: TextLink
    var isTruncation: Bool
  }

  /// The links that are shown, in order, and the message behind text that is left out: it shows the rest.
  public static func accessibilityElements(of node: Node<Text>) -> [AccessibilityElement] {
    node.oriented.parts(in: node.contentRect, node.storage).map(\.element)
  }

  /// Sends `linkTap`, with `touchedLink` set, or `truncationTap`.
  public static func activateAccessibilityElement(_ index: Int, of node: Node<Text>) -> Bool {
    let parts = node.oriented.parts(in: node.contentRect, node.storage)
    guard parts.indices.contains(index) else { return false }
    let part = parts[index]
    node.updateKeeping {
      $1.pressed = PressedLink(link: part.link, touch: -1, due: .infinity, isTruncation: part.isTruncation, isLit: false)
    }
    if part.isTruncation { node.send(truncationTap) } else { node.send(linkTap, part.link) }
    return true
  }

  private func parts(in box: Rect, _ cache: TextLayoutCache) -> [Part] {
    let links = links
    guard !links.isEmpty || tellsTruncation else { return [] }
    let (layout, origin) = lines(in: box.size, scale: 1, cache)
    let bytes = string.utf8
    var parts: [Part] = links.compactMap { link in
      let shown = link.range.clamped(to: layout.visibleRange)
      guard !shown.isEmpty, let area = layout.frame(of: shown) else { return nil }
      let from = bytes.index(bytes.startIndex, offsetBy: link.range.lowerBound)
      let words = Text.spoken(String(string[from..<bytes.index(from, offsetBy: link.range.count)]))
      return Part(
        element: AccessibilityElement(label: words, role: .link, frame: area.offset(by: box.origin + origin)), link: link,
        isTruncation: false)
    }
    if tellsTruncation, let area = layout.truncationFrame {
      let message = attributedTruncationMessage?.string ?? truncationMessage
      let words = message.isEmpty ? attributedTruncationToken?.string ?? truncationToken : message
      let end = layout.visibleRange.upperBound
      parts.append(
        Part(
          element: AccessibilityElement(
            label: TextCleaning.clean(words, keepsLineBreaks: false), role: .button, frame: area.offset(by: box.origin + origin)),
          link: TextLink(range: end..<end, target: ""), isTruncation: true))
    }
    return parts
  }
}
