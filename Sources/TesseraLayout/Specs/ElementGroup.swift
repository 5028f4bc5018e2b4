/// What one statement of a builder gives, which need not be one element: `if`, `switch`, `for`, arrays. Builders put its elements among those around it.
struct ElementGroup: LayoutElement {
  var parts: [(step: ElementStep, elements: [any LayoutElement])]

  /// The elements of one branch; nil of none.
  init(branch: Int, _ elements: [any LayoutElement]?) { parts = elements.map { [(.branch(branch), $0)] } ?? [] }

  /// The elements of each pass of a loop.
  init(_ passes: [(step: ElementStep, elements: [any LayoutElement])]) { parts = passes }

  func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    for element in Self.flattened([self]) { element.append(to: &builder, adjust: adjust) }
  }

  /// The elements of a whole builder, each with its place.
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
