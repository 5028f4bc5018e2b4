internal import TesseraBase

/// Owner of states and of an environment: a node.
protocol StateOwner: ChangeReader {
  var states: NodeStates { get }
  var environmentValues: EnvironmentValues { get }
  /// The nearest owner whose type declares a state at `place`: this one, one above it, or one whose code made it. No lock held.
  func owner(declaring place: StatePlace) -> (any StateOwner)?
  /// Whether the owner has a state that is declared at `place`.
  func hasState(at place: StatePlace) -> Bool
}

/// The nodes that code of a thread runs for: the evaluating node, or the nodes of the running handlers.
enum StateOwners {
  /// One running handler, on the stack of its caller.
  private struct Frame {
    /// nil: the node is gone.
    let owner: (any StateOwner)?
    /// Evaluation of the thread when the frame began. An evaluation that began later has another owner.
    let evaluation: UnsafeMutableRawPointer?
    /// The frame around this one.
    let outer: UnsafeMutableRawPointer?
  }

  /// The innermost node that code runs for; nil: none, or one that is gone.
  static var current: (any StateOwner)? {
    if let frame = ThreadReader.owner?.assumingMemoryBound(to: Frame.self), frame.pointee.evaluation == ThreadReader.current {
      return frame.pointee.owner
    }
    return ChangeTracking.current?.pointee.reader.owner
  }

  /// The node whose environment code sees.
  static var ofEnvironment: (any StateOwner)? { current ?? firstOuter { $0 } ?? StateScope.ofTask?.owner }

  /// The node whose type declares a state at `place`, of those that code runs for and those around them; nil: unknown.
  static func owner(of place: StatePlace) -> (any StateOwner)? {
    let current = current
    if let found = current?.owner(declaring: place) ?? firstOuter({ $0.owner(declaring: place) })
      ?? StateScope.ofTask?.owner?.owner(declaring: place)
    {
      return found
    }
    // A state that is not found in the value, as in an element of an array, is the node's own.
    guard let current, ChangeTracking.current?.pointee.reader.owner === current || current.hasState(at: place) else { return nil }
    return current
  }

  /// Asks the owners of the frames of this thread, the innermost first.
  private static func firstOuter<Answer>(_ ask: (any StateOwner) -> Answer?) -> Answer? {
    var at = ThreadReader.owner
    while let frame = at?.assumingMemoryBound(to: Frame.self).pointee {
      if let owner = frame.owner, let answer = ask(owner) { return answer }
      at = frame.outer
    }
    return nil
  }

  /// Runs `body` for `owner`; nil: for a node that is gone.
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

/// The node that a closure belongs to, for the time when it runs. It does not keep the node alive. A value; any thread.
package struct StateScope: Sendable {
  private(set) weak var owner: (any StateOwner)?

  /// The scope that a task was started in.
  @TaskLocal static var ofTask: StateScope?

  init(_ owner: any StateOwner) { self.owner = owner }

  /// The scope of the code that runs now; nil: none.
  static var current: StateScope? { StateOwners.current.map(StateScope.init) ?? ofTask }

  /// Runs `body` for the node. Tasks that it starts run for the node, too.
  package func run<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    try Self.$ofTask.withValue(self) { try StateOwners.with(owner, body) }
  }

  /// Returns `body` as it runs for the node that this code runs for.
  package static func bound<Answer>(_ body: @escaping @Sendable () -> Answer) -> @Sendable () -> Answer {
    guard let scope = current else { return body }
    return { scope.run(body) }
  }

  /// Returns `body` as it runs for the node that this code runs for.
  package static func bound<Argument, Answer>(_ body: @escaping @Sendable (Argument) -> Answer) -> @Sendable (Argument) -> Answer {
    guard let scope = current else { return body }
    return { argument in scope.run { body(argument) } }
  }
}
