/// Result of one builder statement with any number of elements: `if`, `switch`, `for`, arrays. Builders insert its elements into their own
/// list.
struct ElementGroup: LayoutElement {
  var parts: [(step: ElementStep, elements: [any LayoutElement])]

  /// Creates a group from the elements of one branch; nil means no elements.
  init(branch: Int, _ elements: [any LayoutElement]?) { parts = elements.map { [(.branch(branch), $0)] } ?? [] }

  /// Creates a group from the elements of each pass of a loop.
  init(_ passes: [(step: ElementStep, elements: [any LayoutElement])]) { parts = passes }

  func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    for element in Self.flattened([self]) { element.append(to: &builder, adjust: adjust) }
  }

  /// Returns the elements of a whole builder, each with its path.
  static func flattened(_ statements: [any LayoutElement]) -> [any LayoutElement] {
    var all: [any LayoutElement] = []
    all.reserveCapacity(statements.count)
    for (i, statement) in statements.enumerated() { add(statement, at: [.index(i)], to: &all) }
    return all
  }

  private static func add(_ element: any LayoutElement, at steps: [ElementStep], to all: inout [any LayoutElement]) {
    guard let group = (element as? ElementGroup) ?? (element as? ForEach)?.group else {
      all.append(element.placed(at: steps))
      return
    }
    for part in group.parts {
      for (i, element) in part.elements.enumerated() { add(element, at: steps + [part.step, .index(i)], to: &all) }
    }
  }
}
