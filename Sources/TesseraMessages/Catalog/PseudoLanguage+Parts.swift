internal import TesseraBase

extension PseudoLanguage {
  /// Returns the parts of a message with changed text. Values stay.
  func changed(_ parts: [MessagePart]) -> [MessagePart] {
    var letters = 0
    let result = parts.flatMap { part -> [MessagePart] in
      switch part {
      case .text(let text):
        letters += text.count
        return [.text(changed(text))]
      // Values have the direction of English.
      case .value, .fallback: return self == .mirrored ? [.isolation("\u{2066}"), part, .isolation("\u{2069}")] : [part]
      case .isolation, .markup: return [part]
      }
    }
    guard let frame = frame(letters) else { return result }
    return [.text(frame.before)] + result + [.text(frame.after)]
  }
}
