internal import Tessera
internal import TesseraLayout

extension LayoutStyleError {
  /// Valid word of the key that is nearest to the value; nil if no word is near.
  var nearestWord: String? {
    guard case .text(let text)? = value else { return nil }
    // Words are in backticks: the odd parts. Examples of numbers are in backticks, too; no value is meant by them.
    let words = expected.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 && $0.element.first?.isLetter == true }.map { String($0.element) }
    return FamiliarNames.word(meantBy: text, among: words)
  }
}
