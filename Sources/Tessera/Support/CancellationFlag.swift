internal import Synchronization

/// A flag that one side raises and the other polls. Any thread.
public final class CancellationFlag: Sendable {
  private let raised = Atomic<Bool>(false)

  /// Makes a flag that is not raised.
  public init() {}

  /// Whether the work is no longer wanted.
  public var isCancelled: Bool { raised.load(ordering: .relaxed) }

  /// Raises the flag; it stays raised.
  public func cancel() { raised.store(true, ordering: .relaxed) }
}
