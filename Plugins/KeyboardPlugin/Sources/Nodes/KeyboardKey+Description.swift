internal import Tessera
internal import TesseraGeometry
internal import TesseraRender

extension KeyboardKey: LayoutDescribing {
  /// Returns the line of a key with a word in the language of the environment, and whether some of it is not shown; nothing for letters.
  func layoutDescription(in context: DrawContext) -> [(String, AttributeValue)] {
    guard let word else { return [] }
    let (look, size, words) = (KeyLook(context), context.size, context.environment.word(word))
    let side = icon == nil ? 0 : min(look.theme[.icon], size.width - 4, size.height - 4)
    let layout = look.words(words, .black, width: max(0, size.width - (side > 4 ? side + 16 : 4)))
    let line: [(String, AttributeValue)] = [
      ("text", .text(words)), ("x", .number(max(0, (size.width - layout.size.width) / 2))),
      ("y", .number((size.height - layout.size.height) / 2)), ("width", .number(layout.size.width)),
      ("height", .number(layout.size.height)),
    ]
    return [("lines", .list([.map(line)])), ("truncated", .boolean(layout.isTruncated))]
  }
}
