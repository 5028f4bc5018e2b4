public import Tessera

extension Node where Value == Text {
  /// Counts to a number: the text shows the intermediate numbers in the box of the final one. Any thread.
  ///
  /// ```swift
  /// let label = TextNode()
  /// label.animate(count: 1280, format: NumberFormat(decimals: 0, suffix: " steps"), .easeOut(1.2))
  /// ```
  ///
  /// - Parameters:
  ///   - target: final number; no effect if it is not finite.
  ///   - start: first number; nil means the current number, or 0 if the text shows none.
  ///   - format: number format; nil means ``Text/numberFormat``.
  ///   - motion: animation curve.
  /// - Returns: Handle that pauses, seeks or ends the animation.
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
