extension StageError {
  /// Node that reported the error by ``AnyNode/report(_:_:)``; nil if it no longer exists, and for errors of passes. Any thread.
  public var reporter: AnyNode? { source as? AnyNode }
}
