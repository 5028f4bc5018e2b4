internal import Observation
internal import TesseraBase

/// An object that evaluates code of the program and is notified of changes of values that the code read: a node, a binding.
protocol ChangeReader: AnyObject, Sendable {
  /// Called after a value read in the evaluation `ticket` has changed. Any thread, no lock held.
  func valueDidChange(_ ticket: ReadTicket)
  /// Called before a property of an `@Observable` object that was read in the evaluation `ticket` is set, on the thread that sets it. The object must
  /// not be read here.
  func observableWillChange(_ ticket: ReadTicket)
  /// Called after the evaluation `ticket` read `@Observable` objects. Their changes are reported from now on.
  func didReadObservables(_ ticket: ReadTicket)
  /// The node that provides states and environment to the code, or nil.
  var owner: (any StateOwner)? { get }
}

/// Identifies an evaluation of a reader. A value.
struct ReadTicket: Hashable, Sendable {
  /// Evaluated code.
  enum Kind: UInt8, Sendable { case layout, display, binding, properties, style }

  let kind: Kind
  /// The reader's change count when the evaluation began. A change reported with an older count is already handled.
  let generation: UInt64
}

/// Assigns reads of values to the reader that evaluates the code.
///
/// A ``Model`` and an environment check the reader of the calling thread on each read. `@Observable` objects notify the Observation module.
enum ChangeTracking {
  /// A running evaluation of a thread. On its stack.
  struct Evaluation {
    let reader: any ChangeReader
    let ticket: ReadTicket
    /// Keys of the environment that were read (``EnvironmentKeys``).
    var environmentKeys = EnvironmentKeySet()
    /// Environment of the code's context, if it has one.
    var surroundings: EnvironmentValues?
  }

  /// The evaluation that the calling thread runs; nil in handlers and elsewhere.
  @inline(__always) static var current: UnsafeMutablePointer<Evaluation>? {
    ThreadReader.current?.assumingMemoryBound(to: Evaluation.self)
  }

  /// Evaluates `body` for `reader`. Returns its result and the keys of the environment that it read.
  ///
  /// If nothing is read, this costs four accesses to thread-local variables and does not allocate.
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

  /// Evaluates `body` for `reader` in `environment`. Returns the keys of the environment that it read. Models are tracked, `@Observable` objects are
  /// not.
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

  /// Evaluates `body` without a reader: its reads are not tracked.
  static func untracked<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    let outer = ThreadReader.current
    ThreadReader.current = nil
    defer { ThreadReader.current = outer }
    return try body()
  }

  /// Returns the closure that Observation calls before a property changes. Called only if the evaluation read a property.
  private static func willChange(
    _ reader: any ChangeReader, _ ticket: ReadTicket, _ isAsked: inout Bool
  ) -> @Sendable () -> Void {
    isAsked = true
    return { [weak reader] in reader?.observableWillChange(ticket) }
  }
}
