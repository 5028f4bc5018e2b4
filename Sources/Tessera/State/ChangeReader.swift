internal import Observation
internal import TesseraBase

/// What evaluates code of the program, and is told when something that the code read has changed: a node, a binding.
protocol ChangeReader: AnyObject, Sendable {
  /// A value that was read in the evaluation `ticket` is another now. Any thread, no lock held.
  func valueDidChange(_ ticket: ReadTicket)
  /// A property of an `@Observable` object that was read in the evaluation `ticket` is about to be set. The thread that sets it, in the middle of that: what it
  /// read is not to be read here.
  func observableWillChange(_ ticket: ReadTicket)
  /// The evaluation `ticket` read `@Observable` objects, and is told of changes from now on.
  func didReadObservables(_ ticket: ReadTicket)
  /// The node whose states and environment the code sees; nil: none.
  var owner: (any StateOwner)? { get }
}

/// Which evaluation of a reader read something. A value.
struct ReadTicket: Hashable, Sendable {
  /// What is evaluated.
  enum Kind: UInt8, Sendable { case layout, display, binding, properties, style }

  let kind: Kind
  /// The reader's count of changes when the evaluation began: a change that is told with an older one is known already.
  let generation: UInt64
}

/// Attributes what code reads to the reader that evaluates it.
///
/// A ``Model`` and an environment look at the reader of the calling thread when they are read. `@Observable` objects tell the Observation module.
enum ChangeTracking {
  /// The evaluation under way on a thread. On its stack.
  struct Evaluation {
    let reader: any ChangeReader
    let ticket: ReadTicket
    /// Keys of the environment that were read (``EnvironmentKeys``).
    var environmentKeys = EnvironmentKeySet()
    /// What the context of the code says, where it has one.
    var surroundings: EnvironmentValues?
  }

  /// The evaluation that the calling thread is in; nil in handlers, and elsewhere.
  @inline(__always) static var current: UnsafeMutablePointer<Evaluation>? {
    ThreadReader.current?.assumingMemoryBound(to: Evaluation.self)
  }

  /// Evaluates `body` for `reader`. Returns what it returns, and the keys of the environment that it read.
  ///
  /// Where nothing is read this costs four accesses to variables of the thread, and allocates nothing.
  @inline(__always)
  static func reading<Answer>(
    _ reader: any ChangeReader, _ ticket: ReadTicket, _ keys: inout EnvironmentKeySet, _ body: () -> Answer
  ) -> Answer {
    var evaluation = Evaluation(reader: reader, ticket: ticket)
    return withUnsafeMutablePointer(to: &evaluation) { evaluation in
      let outer = ThreadReader.current
      ThreadReader.current = UnsafeMutableRawPointer(evaluation)
      var readsObservables = false
      let answer = withObservationTracking(body, onChange: willChange(reader, ticket, &readsObservables))
      ThreadReader.current = outer
      keys = evaluation.pointee.environmentKeys
      if readsObservables { reader.didReadObservables(ticket) }
      return answer
    }
  }

  /// Evaluates `body` for `reader`, which it gives `environment`. Returns the keys of the environment that it read. Models are followed, `@Observable` objects
  /// are not.
  static func readingEnvironment(
    _ environment: EnvironmentValues, _ reader: any ChangeReader, _ ticket: ReadTicket, _ body: () -> Void
  ) -> EnvironmentKeySet {
    var evaluation = Evaluation(reader: reader, ticket: ticket, surroundings: environment)
    return withUnsafeMutablePointer(to: &evaluation) { evaluation in
      let outer = ThreadReader.current
      ThreadReader.current = UnsafeMutableRawPointer(evaluation)
      body()
      ThreadReader.current = outer
      return evaluation.pointee.environmentKeys
    }
  }

  /// Whether the calling thread evaluates code of this kind for `reader`.
  static func isEvaluating(_ kind: ReadTicket.Kind, for reader: any ChangeReader) -> Bool {
    guard let current else { return false }
    return current.pointee.ticket.kind == kind && current.pointee.reader === reader
  }

  /// Evaluates `body` for nobody: what it reads is not tracked.
  static func untracked<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    let outer = ThreadReader.current
    ThreadReader.current = nil
    defer { ThreadReader.current = outer }
    return try body()
  }

  /// What Observation calls before a property changes. It is asked for only where the evaluation read one.
  private static func willChange(
    _ reader: any ChangeReader, _ ticket: ReadTicket, _ isAsked: inout Bool
  ) -> @Sendable () -> Void {
    isAsked = true
    return { [weak reader] in reader?.observableWillChange(ticket) }
  }
}
