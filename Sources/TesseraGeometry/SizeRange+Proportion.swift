extension SizeRange {
  /// Returns the size for content of size `own` that keeps its shape: where one side is decided, the other follows in proportion; where
  /// none is, its own size, shrunk in proportion to what is allowed. Always within the range.
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
