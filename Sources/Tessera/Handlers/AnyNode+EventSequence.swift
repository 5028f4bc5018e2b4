/// Ends a sequence of events when its handler is released: with its node, or by ``AnyNode/removeHandler(_:)``.
private final class EventSequenceSource<Payload: Sendable>: Sendable {
  let continuation: AsyncStream<Payload>.Continuation
  init(_ continuation: AsyncStream<Payload>.Continuation) { self.continuation = continuation }
  deinit { continuation.finish() }
}

extension AnyNode {
  /// Future events of a signal, for `for await` in a task of any actor. Any thread.
  ///
  /// The sequence has one reader. It ends when the node is released, and when its task is cancelled. Releasing the sequence removes its handler. It
  /// does not retain the node. The loop never waits for the reader: pending events are kept according to `buffering`, by default the latest 64.
  ///
  /// - Parameters:
  ///   - signal: the signal.
  ///   - buffering: policy for events that the reader has not consumed yet.
  public func events<Payload>(
    _ signal: Signal<Payload>, buffering: AsyncStream<Payload>.Continuation.BufferingPolicy = .bufferingNewest(64)
  ) -> AsyncStream<Payload> {
    let (stream, continuation) = AsyncStream.makeStream(of: Payload.self, bufferingPolicy: buffering)
    let source = EventSequenceSource(continuation)
    let token = on(signal) { source.continuation.yield($0) }
    continuation.onTermination = { [weak self] _ in self?.removeHandler(token) }
    return stream
  }
}
