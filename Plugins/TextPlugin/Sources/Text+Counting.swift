public import Tessera

extension Node where Value == Text {
  /// Counts to a number: the text shows the numbers in between, in the box that the last one takes. Any thread.
  ///
  /// ```swift
  /// let label = TextNode()
  /// label.animate(count: 1280, format: NumberFormat(decimals: 0, suffix: " steps"), .easeOut(1.2))
  /// ```
  ///
  /// - Parameters:
  ///   - target: the last number; one that is not finite does nothing.
  ///   - start: the first one; nil: the number that is shown, 0 where the text shows none.
  ///   - format: how numbers are written; nil: as ``Text/numberFormat`` says.
  ///   - motion: how it goes from the first to the last.
  /// - Returns: What holds, moves and ends it.
  @discardableResult
  public func animate(
    count target: Double, from start: Double? = nil, format: NumberFormat? = nil, _ motion: Motion = .easeOut(0.8)
  ) -> Animation {
    Tessera.animate(.none) {
      update { text in
        if let format { text.numberFormat = format }
        if start != nil || text.number == nil { text.number = start ?? 0 }
      }
    }
    return Tessera.animate(motion) { self.number = target }
  }
}
