internal import Tessera
internal import TesseraGeometry

/// The cells of a list, found by their elements, in the order in which they are painted once they are sorted. A value.
struct CellTable: Sendable {
  /// All of them; after ``sort()`` those on top last.
  private(set) var all: [ListCell] = []
  private var places: [ListElement: Int] = [:]

  var isEmpty: Bool { all.isEmpty }
  var count: Int { all.count }
  var elements: some Collection<ListElement> { places.keys }

  subscript(element: ListElement) -> ListCell? { places[element].map { all[$0] } }

  func contains(_ element: ListElement) -> Bool { places[element] != nil }

  /// Changes the cell of an element, where there is one; the element stays.
  mutating func update(_ element: ListElement, _ change: (inout ListCell) -> Void) {
    if let place = places[element] { change(&all[place]) }
  }

  /// Changes all cells; their elements stay.
  mutating func updateAll(_ change: (inout ListCell) -> Void) {
    for place in all.indices { change(&all[place]) }
  }

  /// Gives the cells the sizes and frames that those of `others` have for the same elements. Returns whether that was all of them.
  mutating func measure(like others: CellTable) -> Bool {
    var count = 0
    for (number, other) in others.all.enumerated() {
      // Nearly always they are in the same order.
      let isThere = number < all.count && all[number].element == other.element
      guard let place = isThere ? number : places[other.element] else { continue }
      (all[place].size, all[place].frame, all[place].isReported) = (other.size, other.frame, other.isReported)
      count += 1
    }
    return count == all.count
  }

  /// Takes a cell in, in place of the one that its element had.
  mutating func insert(_ cell: ListCell) {
    if let place = places[cell.element] {
      all[place] = cell
    } else {
      places[cell.element] = all.count
      all.append(cell)
    }
  }

  /// Takes out the cells of elements.
  mutating func remove(_ elements: Set<ListElement>) {
    guard elements.contains(where: { places[$0] != nil }) else { return }
    all.removeAll { elements.contains($0.element) }
    number()
  }

  /// Gives all cells the elements that they are now; those for which there is none go.
  mutating func rename(_ name: (ListCell) -> ListElement?) {
    all = all.compactMap { cell in
      guard let element = name(cell) else { return nil }
      var cell = cell
      cell.element = element
      return cell
    }
    number()
  }

  /// Brings the cells into the order in which they are painted.
  ///
  /// - Complexity: n where, as in a list that is scrolled, those that there were before are in order and some left or came; else n log n.
  mutating func sort() {
    var isSorted = true
    for place in all.indices.dropFirst() where isSorted { isSorted = !all[place].isBelow(all[place - 1]) }
    guard !isSorted else { return }
    all.sort { $0.isBelow($1) }
    number()
  }

  private mutating func number() {
    places.removeAll(keepingCapacity: true)
    for (place, cell) in all.enumerated() { places[cell.element] = place }
  }
}
