extension AnyNode {
  /// Times of the newest frame of the stage: in a tick, those of the frame that shows its result. Nil outside a stage. Any thread.
  public var frameTime: FrameTime? { lock.withLock { state.link }?.frameTime }
}
