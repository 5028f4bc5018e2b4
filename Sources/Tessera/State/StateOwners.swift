internal import TesseraBase

/// Owner of states and of an environment: a node.
protocol StateOwner: ChangeReader {
  var states: NodeStates { get }
  var environmentValues: EnvironmentValues { get }
  /// Returns the nearest owner whose type declares a state at `place`: this one, one above it, or one whose code made it. No lock held.
  func owner(declaring place: StatePlace) -> (any StateOwner)?
  /// Returns whether the owner has a state that is declared at `place`.
  func hasState(at place: StatePlace) -> Bool
}

/// Nodes for which code of a thread runs: the evaluating node, or the nodes of the running handlers.
enum StateOwners {
  /// One running handler, on the stack of its caller.
  private struct Frame {
    /// Nil after the node was released.
    let owner: (any StateOwner)?
    /// Evaluation of the thread when the frame began. A later evaluation has its own owner.
    let evaluation: UnsafeMutableRawPointer?
    /// The frame around this one.
    let outer: UnsafeMutableRawPointer?
  }

  /// The innermost node for which code runs; nil for none, or for a released one.
  static var current: (any StateOwner)? {
    if let frame = ThreadReader.owner?.assumingMemoryBound(to: Frame.self), frame.pointee.evaluation == ThreadReader.current {
      return frame.pointee.owner
    }
    return ChangeTracking.current?.pointee.reader.owner
  }

  /// The node that provides the environment to code.
  static var ofEnvironment: (any StateOwner)? { current ?? firstOuter { $0 } ?? StateScope.ofTask?.owner }

  /// Returns the node whose type declares a state at `place`, among the nodes for which code runs and those around them; nil if unknown.
  static func owner(of place: StatePlace) -> (any StateOwner)? {
    let current = current
    if let found = current?.owner(declaring: place) ?? firstOuter({ $0.owner(declaring: place) })
      ?? StateScope.ofTask?.owner?.owner(declaring: place)
    {
      return found
    }
    // A state not found in the value, such as one in an element of an array, belongs to the node itself.
    guard let current, ChangeTracking.current?.pointee.reader.owner === current || current.hasState(at: place) else { return nil }
    return current
  }

  /// Returns the first answer of the owners of this thread's frames, the innermost first.
  private static func firstOuter<Answer>(_ ask: (any StateOwner) -> Answer?) -> Answer? {
    var at = ThreadReader.owner
    while let frame = at?.assumingMemoryBound(to: Frame.self).pointee {
      if let owner = frame.owner, let answer = ask(owner) { return answer }
      at = frame.outer
    }
    return nil
  }

  /// Runs `body` for `owner`; nil: for a released node.
  static func with<Answer>(_ owner: (any StateOwner)?, _ body: () throws -> Answer) rethrows -> Answer {
    let outer = ThreadReader.owner
    var frame = Frame(owner: owner, evaluation: ThreadReader.current, outer: outer)
    return try withUnsafeMutablePointer(to: &frame) { frame in
      ThreadReader.owner = UnsafeMutableRawPointer(frame)
      defer { ThreadReader.owner = outer }
      return try body()
    }
  }
}

/// The node of a closure while the closure runs. Does not retain the node. A value; any thread.
package struct StateScope: Sendable {
  private(set) weak var owner: (any StateOwner)?

  /// The scope in which a task was started.
  @TaskLocal static var ofTask: StateScope?

  init(_ owner: any StateOwner) { self.owner = owner }

  /// The scope of the running code, or nil.
  static var current: StateScope? { StateOwners.current.map(StateScope.init) ?? ofTask }

  /// Runs `body` for the node. Tasks that it starts also run for the node.
  package func run<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    try Self.$ofTask.withValue(self) { try StateOwners.with(owner, body) }
  }

  /// Returns `body`, bound to the node of the running code.
  package static func bound<Answer>(_ body: @escaping @Sendable () -> Answer) -> @Sendable () -> Answer {
    guard let scope = current else { return body }
    return { scope.run(body) }
  }

  /// Returns `body`, bound to the node of the running code.
  package static func bound<Argument, Answer>(_ body: @escaping @Sendable (Argument) -> Answer) -> @Sendable (Argument) -> Answer {
    guard let scope = current else { return body }
    return { argument in scope.run { body(argument) } }
  }
}
