internal import Tessera
internal import TesseraLayout

extension LayoutStyleError {
  /// The word, of those that the key takes, that the value was probably meant to be; nil if none is near.
  var nearestWord: String? {
    guard case .text(let text)? = value else { return nil }
    // Words stand in backticks: the odd parts.
    let words = expected.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map {
      String($0.element)
    }
    return nearestName(to: text, among: words)
  }
}
