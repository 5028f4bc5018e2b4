internal import Tessera

/// Elements whose nodes one job makes. Any thread.
final class NodeBatch: Sendable {
  let elements: [ListElement]
  /// The data that they are of.
  let source: any ListSource
  private let progress = Locked(Progress())

  private struct Progress {
    /// How many are made or being made.
    var begun = 0
    /// Nodes that are not among the others yet.
    var made: [ListCell] = []
    /// Whether another job does the rest.
    var isGivenUp = false

    mutating func takeMade() -> [ListCell] {
      defer { made = [] }
      return made
    }
  }

  init(_ elements: [ListElement], _ source: any ListSource) {
    self.elements = elements
    self.source = source
  }

  /// The job begins with one of them. Returns false where another job does it.
  func begin(_ number: Int) -> Bool {
    progress.withLock { progress in
      guard !progress.isGivenUp else { return false }
      progress.begun = number + 1
      return true
    }
  }

  /// One is made. Returns those that are to be put among the others now.
  func note(_ cell: ListCell) -> [ListCell]? {
    progress.withLock { progress in
      progress.made.append(cell)
      return progress.made.count == 16 || progress.isGivenUp ? progress.takeMade() : nil
    }
  }

  func takeMade() -> [ListCell] { progress.withLock { $0.takeMade() } }

  /// Takes what is made, and what is not begun, from a job that does not end.
  func giveUp() -> (made: [ListCell], rest: [ListElement]) {
    progress.withLock { progress in
      progress.isGivenUp = true
      return (progress.takeMade(), Array(elements[progress.begun...]))
    }
  }
}
