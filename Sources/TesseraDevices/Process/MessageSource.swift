public import Tessera

/// A source of requests to the process, delivered as messages on a stage's loop. Loop thread.
public protocol MessageSource: EventSource {
  /// Handler for messages, called on the loop.
  var onMessage: ((SignalSource.Message, Stage) -> Void)? { get set }
}
