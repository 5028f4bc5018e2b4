internal import Tessera

/// Elements whose nodes one job creates. Any thread.
final class NodeBatch: Sendable {
  let elements: [ListElement]
  /// Data of the elements.
  let source: any ListSource
  private let progress = Locked(Progress())

  private struct Progress {
    /// Number of elements whose node is created or being created.
    var begun = 0
    /// Created nodes that are not in the list yet.
    var made: [ListCell] = []
    /// Whether another job creates the rest.
    var isAbandoned = false

    mutating func dequeueMade() -> [ListCell] {
      defer { made = [] }
      return made
    }
  }

  init(_ elements: [ListElement], _ source: any ListSource) {
    self.elements = elements
    self.source = source
  }

  /// Begins with one of the elements. Returns false if another job has taken over.
  func begin(_ number: Int) -> Bool {
    progress.withLock { progress in
      guard !progress.isAbandoned else { return false }
      progress.begun = number + 1
      return true
    }
  }

  /// Adds a created cell. Returns the cells to add to the list now; nil if the batch has to wait.
  func add(_ cell: ListCell) -> [ListCell]? {
    progress.withLock { progress in
      progress.made.append(cell)
      return progress.made.count == 16 || progress.isAbandoned ? progress.dequeueMade() : nil
    }
  }

  func dequeueMade() -> [ListCell] { progress.withLock { $0.dequeueMade() } }

  /// Removes the created cells and the elements not begun from a job that does not return.
  func abandon() -> (made: [ListCell], rest: [ListElement]) {
    progress.withLock { progress in
      progress.isAbandoned = true
      return (progress.dequeueMade(), Array(elements[progress.begun...]))
    }
  }
}
