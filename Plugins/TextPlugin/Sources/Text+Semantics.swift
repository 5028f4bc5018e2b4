public import Tessera
internal import TesseraGeometry
internal import TesseraRender

// Semantics of a text and its parts.

extension Text: AccessibleType {
  /// The label is the string. Inline nodes are separate elements.
  public static func semantics(of node: Node<Text>) -> NodeSemantics { NodeSemantics(.text, label: Text.spoken(node.value.string)) }

  /// Returns `text` without placeholder characters of nodes and pictures.
  static func spoken(_ text: String) -> String {
    text.utf8.contains(0xEF) ? String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FFFC}" })) : text
  }

  /// Part of the text for screen readers: a link, or the truncation token or message.
  private struct Part {
    var element: SemanticsPart
    /// Link reported for a touch.
    var link: TextLink
    var isTruncation: Bool
  }

  /// Returns the visible links, in order, and the truncation message, which shows the rest.
  public static func semanticsParts(of node: Node<Text>) -> [SemanticsPart] {
    node.oriented.parts(in: node.contentRect, node.storage).map(\.element)
  }

  /// Sends `linkTap`, with `touchedLink` set, or `truncationTap`.
  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Text>) -> Bool {
    guard action == .activate, let index = part else { return false }
    let parts = node.oriented.parts(in: node.contentRect, node.storage)
    guard parts.indices.contains(index) else { return false }
    let part = parts[index]
    guard part.isTruncation || node.allows(.tap, of: part.link) else { return false }
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
    func spoken(_ range: Range<Int>) -> String {
      let from = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
      return Text.spoken(String(string[from..<bytes.index(from, offsetBy: range.count)]))
    }
    func element(_ key: Int, _ role: SemanticsRole, _ label: String, _ area: Rect) -> SemanticsPart {
      var semantics = NodeSemantics(role, label: label)
      semantics.actions = [.activate]
      return SemanticsPart(key, semantics, frame: area.offset(by: box.origin + origin))
    }
    var parts: [Part] = []
    for link in links {
      let shown = link.range.clamped(to: layout.visibleRange)
      guard !shown.isEmpty, let area = layout.frame(of: shown) else { continue }
      let words = spoken(link.range)
      var part = Part(element: element(parts.count, .link, words, area), link: link, isTruncation: false)
      // The label of the text has no placeholders of nodes.
      let start = spoken(0..<link.range.lowerBound).utf8.count
      part.element.link = SemanticsLink(link.target, range: start..<start + words.utf8.count)
      parts.append(part)
    }
    if tellsTruncation, let area = layout.truncationFrame {
      let message = attributedTruncationMessage?.string ?? truncationMessage
      let words = message.isEmpty ? attributedTruncationToken?.string ?? truncationToken : message
      let end = layout.visibleRange.upperBound
      parts.append(
        Part(
          element: element(parts.count, .button, TextCleaning.clean(words, keepsLineBreaks: false), area),
          link: TextLink(range: end..<end, target: ""), isTruncation: true))
    }
    return parts
  }
}
