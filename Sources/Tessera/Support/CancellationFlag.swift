internal import Synchronization

/// A flag that one side sets and the other polls. Any thread.
public final class CancellationFlag: Sendable {
  private let raised = Atomic<Bool>(false)

  /// Makes a flag that is not set.
  public init() {}

  /// Whether the work was cancelled.
  public var isCancelled: Bool { raised.load(ordering: .relaxed) }

  /// Sets the flag; it stays set.
  public func cancel() { raised.store(true, ordering: .relaxed) }
}
