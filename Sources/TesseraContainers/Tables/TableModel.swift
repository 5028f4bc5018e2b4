internal import Tessera
internal import TesseraGeometry

/// What a table knows of its rows beside the data. Any thread.
final class TableModel: @unchecked Sendable {
  // @unchecked: everything mutable is only touched with `lock` held.
  private let lock = Lock()
  private var selected: Set<ListIndex> = []

  func isSelected(_ index: ListIndex) -> Bool { lock.withLock { selected.contains(index) } }
}
