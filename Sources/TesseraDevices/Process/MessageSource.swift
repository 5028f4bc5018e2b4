public import Tessera

/// Where what the process is asked for comes from, as messages on a stage's loop. Loop thread.
public protocol MessageSource: EventSource {
  /// Is told what came, on the loop.
  var onMessage: ((SignalSource.Message, Stage) -> Void)? { get set }
}
