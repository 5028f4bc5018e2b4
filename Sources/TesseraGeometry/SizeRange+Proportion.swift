extension SizeRange {
  /// Returns a size with the aspect ratio of `own`. If one side is fixed, the other follows in proportion. If neither is, `own` is shrunk
  /// in proportion to the maximum. Always within the range.
  public func proportional(_ own: Size) -> Size {
    guard !own.isEmpty, own.isFinite else { return clamp(min) }
    let ratio = own.height / own.width
    switch (min.width == max.width, min.height == max.height) {
    case (true, true): return clamp(min)
    case (true, false): return clamp(Size(min.width, min.width * ratio))
    case (false, true): return clamp(Size(min.height / ratio, min.height))
    case (false, false): return clamp(own * Swift.min(1, max.width / own.width, max.height / own.height))
    }
  }
}
