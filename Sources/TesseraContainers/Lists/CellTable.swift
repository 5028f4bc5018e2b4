internal import Tessera
internal import TesseraGeometry

/// Cells of a list by element, in paint order once they are sorted. A value.
struct CellTable: Sendable {
  /// All cells; after ``sort()`` the topmost ones are last.
  private(set) var all: [ListCell] = []
  /// Positions of cells: indices of `all`, offset by `base`.
  private var places: [ListElement: Int] = [:]
  private var base = 0

  var isEmpty: Bool { all.isEmpty }
  var count: Int { all.count }
  var elements: some Collection<ListElement> { places.keys }

  subscript(element: ListElement) -> ListCell? { place(of: element).map { all[$0] } }

  private func place(of element: ListElement) -> Int? { places[element].map { $0 - base } }

  func contains(_ element: ListElement) -> Bool { places[element] != nil }

  /// Changes the cell of an element if it exists; the element must not change.
  mutating func update(_ element: ListElement, _ change: (inout ListCell) -> Void) {
    if let place = place(of: element) { change(&all[place]) }
  }

  /// Changes all cells; their elements must not change.
  mutating func updateAll(_ change: (inout ListCell) -> Void) {
    for place in all.indices { change(&all[place]) }
  }

  /// Copies sizes and frames of the same elements from `others`. Returns whether that covered all cells.
  mutating func measure(like others: CellTable) -> Bool {
    var count = 0
    for (number, other) in others.all.enumerated() {
      // They are nearly always in the same order.
      let isThere = number < all.count && all[number].element == other.element
      guard let place = isThere ? number : place(of: other.element) else { continue }
      (all[place].size, all[place].frame, all[place].isReported) = (other.size, other.frame, other.isReported)
      count += 1
    }
    return count == all.count
  }

  /// Adds a cell; it replaces the cell of the same element.
  mutating func insert(_ cell: ListCell) {
    if let place = place(of: cell.element) {
      all[place] = cell
    } else {
      places[cell.element] = all.count + base
      all.append(cell)
    }
  }

  /// Removes the cells of elements.
  ///
  /// - Complexity: the number of removed cells if they are the first and the last ones, as in a scrolled list; else n.
  mutating func remove(_ elements: Set<ListElement>) {
    guard elements.contains(where: { places[$0] != nil }) else { return }
    let head = all.prefix { elements.contains($0.element) }.count
    let tail = all.dropFirst(head).reversed().prefix { elements.contains($0.element) }.count
    guard head + tail == elements.count else {
      all.removeAll { elements.contains($0.element) }
      return number()
    }
    for cell in all.prefix(head) { places[cell.element] = nil }
    for cell in all.suffix(tail) { places[cell.element] = nil }
    all.removeLast(tail)
    all.removeFirst(head)
    base += head
  }

  /// Returns the cells except those of `elements`, in paint order.
  func sorted(without elements: Set<ListElement>) -> [ListCell] {
    let cells = elements.isEmpty ? all : all.filter { !elements.contains($0.element) }
    return Self.isSorted(cells) ? cells : cells.sorted { $0.isBelow($1) }
  }

  /// Assigns new elements to all cells; cells without a new element are removed.
  mutating func rename(_ name: (ListCell) -> ListElement?) {
    all = all.compactMap { cell in
      guard let element = name(cell) else { return nil }
      var cell = cell
      cell.element = element
      return cell
    }
    number()
  }

  /// Sorts the cells in paint order.
  ///
  /// - Complexity: n if the previous cells are in order and only some were removed or added, as in a scrolled list; else n log n.
  mutating func sort() {
    guard !Self.isSorted(all) else { return }
    all.sort { $0.isBelow($1) }
    number()
  }

  private static func isSorted(_ cells: [ListCell]) -> Bool {
    cells.indices.dropFirst().allSatisfy { !cells[$0].isBelow(cells[$0 - 1]) }
  }

  private mutating func number() {
    base = 0
    places.removeAll(keepingCapacity: true)
    for (place, cell) in all.enumerated() { places[cell.element] = place }
  }
}
