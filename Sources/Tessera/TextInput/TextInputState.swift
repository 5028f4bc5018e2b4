/// Text of a node as an input method sees it: a part of the text around the selection. A value.
///
/// Positions are UTF-8 offsets in the whole text, on grapheme boundaries.
public struct TextInputState: Sendable, Equatable {
  /// Maximum length of ``surroundings`` on each side of the selection, UTF-8 bytes.
  public static let reach = 512

  /// The text around the selection, or all of it; empty for a secret.
  public var surroundings = ""
  /// Position of the first byte of ``surroundings``.
  public var start = 0
  /// Length of the whole text.
  public var length = 0
  /// Selected range; empty if there is only a caret.
  public var selection = 0..<0
  /// Range of text that an input method has not committed yet; nil if there is none.
  public var preedit: Range<Int>?
  /// Kind of text.
  public var purpose = TextInputPurpose.text
  /// Action of the Enter key; nil: it inserts a line break.
  public var action: TextInputAction? = .done
  /// Whether the text is secret: ``surroundings`` is empty then.
  public var isSecret = false

  /// Creates the state of an empty text.
  public init(purpose: TextInputPurpose = .text, action: TextInputAction? = .done) { (self.purpose, self.action) = (purpose, action) }

  /// Takes the text around the selection from a whole text. O(``reach``) besides the conversion of positions.
  /// - Parameters:
  ///   - text: the whole text.
  ///   - selection: selected range of it; positions outside are moved to its ends, and those inside a grapheme to its start.
  public mutating func set(_ text: String, selection: Range<Int>) {
    let utf8 = text.utf8
    length = utf8.count
    self.selection = min(length, selection.lowerBound)..<min(length, selection.upperBound)
    guard !isSecret else { return (surroundings, start) = ("", 0) }
    let (low, high) = (max(0, self.selection.lowerBound - Self.reach), min(length, self.selection.upperBound + Self.reach))
    if low == 0, high == length { return (surroundings, start) = (text, 0) }
    func boundary(_ offset: Int) -> String.Index {
      text.rangeOfGrapheme(at: utf8.index(utf8.startIndex, offsetBy: offset))
    }
    let (first, last) = (boundary(low), boundary(high))
    (surroundings, start) = (String(text[first..<last]), utf8.distance(from: utf8.startIndex, to: first))
  }

  /// Text before the selection, as far as ``surroundings`` has it.
  public var textBefore: Substring { surroundings[..<index(selection.lowerBound)] }

  /// Text after the selection, as far as ``surroundings`` has it.
  public var textAfter: Substring { surroundings[index(selection.upperBound)...] }

  private func index(_ offset: Int) -> String.Index {
    let utf8 = surroundings.utf8
    let place = utf8.index(utf8.startIndex, offsetBy: min(max(0, offset - start), utf8.count))
    return surroundings.rangeOfGrapheme(at: place)
  }
}

extension String {
  /// Returns the start of the grapheme that contains a position.
  fileprivate func rangeOfGrapheme(at place: Index) -> Index {
    guard place > startIndex, place < endIndex else { return place }
    let after = index(after: place)
    let before = index(before: after)
    return before < place ? before : place
  }
}
