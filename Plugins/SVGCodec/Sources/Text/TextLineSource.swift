internal import TesseraRender

/// Letters of a chunk as one text with styles and the control characters of its `unicode-bidi`.
struct TextLineSource {
  /// The text; nil if there are no letters.
  private(set) var text: AttributedText?
  /// Index of the letter that begins at each byte of the text; -1 if there is none.
  private var letters: [Int32] = []
  private var pending = ""
  private var pendingStyle: TextStyle?

  /// - Complexity: O(n) in letters.
  init(_ chunk: TextChunk, _ content: TextContent, _ styles: [Int: TextStyle]) {
    var (node, style) = (-1, TextStyle?.none)
    var open: [TextStyle.Direction] = []
    for index in chunk.letters {
      let letter = content.letters[index]
      guard !letter.isHidden else { continue }
      if letter.node != node {
        (node, style) = (letter.node, styles[letter.node])
        if let style {
          change(&open, to: style.directions)
          flush()
          pendingStyle = style
        }
      }
      guard style != nil else { continue }
      append(letter.scalar, Int32(truncatingIfNeeded: index))
    }
    change(&open, to: [])
    flush()
  }

  /// Returns the first letter of a cluster; nil if it has none.
  func letter(in cluster: Range<Int>) -> Int? {
    for byte in cluster.clamped(to: 0..<letters.count) where letters[byte] >= 0 { return Int(letters[byte]) }
    return nil
  }

  private mutating func append(_ scalar: Unicode.Scalar, _ letter: Int32) {
    pending.unicodeScalars.append(scalar)
    letters.append(letter)
    for _ in 1..<UTF8.width(scalar) { letters.append(-1) }
  }

  /// Appends the pending letters of one style.
  private mutating func flush() {
    guard let style = pendingStyle, !pending.isEmpty else { return }
    if text == nil {
      text = AttributedText(pending, attributes: style.attributes)
    } else {
      text?.append(pending, attributes: style.attributes)
    }
    pending = ""
  }

  /// Closes and opens embeddings and isolates between elements.
  private mutating func change(_ open: inout [TextStyle.Direction], to wanted: [TextStyle.Direction]) {
    guard !open.isEmpty || !wanted.isEmpty else { return }
    var same = 0
    while same < min(open.count, wanted.count), open[same].node == wanted[same].node { same += 1 }
    for direction in open[same...].reversed() { for scalar in direction.closing.unicodeScalars { append(scalar, -1) } }
    for direction in wanted[same...] { for scalar in direction.opening.unicodeScalars { append(scalar, -1) } }
    open = wanted
  }
}
