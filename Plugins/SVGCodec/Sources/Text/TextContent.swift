internal import TesseraGeometry
internal import TesseraRender

/// Letters of a `text` element with their attributes, in document order.
struct TextContent {
  /// Position of a code point according to the lists `x`, `y`, `dx`, `dy` and `rotate`.
  struct Position {
    var x: Double?
    var y: Double?
    var dx: Double?
    var dy: Double?
    var rotation: Double?
  }

  struct Letter {
    var scalar: Unicode.Scalar
    /// Element that contains it.
    var node: Int
    /// Whether `display` hides it; it still counts in the lists.
    var isHidden = false
  }

  private(set) var letters: [Letter] = []
  /// Empty unless an element has lists.
  private var positions: [Position] = []
  /// Letter range of each element, including descendants.
  private var ranges: [Int: Range<Int>] = [:]
  private let reading: SVGReading
  private let state: SVGReading.State

  /// Collects the letters below `node`. Ends early if the reading budget is used up.
  /// - Complexity: O(n) in letters, elements and entries of lists.
  init(of node: Int, _ reading: SVGReading, _ state: SVGReading.State) {
    (self.reading, self.state) = (reading, state)
    gather(node, isHidden: false)
    if let last = letters.last, last.scalar == " ", !keepsSpaces(last.node) { letters.removeLast() }
    place(node)
  }

  /// Position of a letter.
  func position(_ letter: Int) -> Position { positions.isEmpty ? Position() : positions[letter] }

  private static let spans: Set<String> = ["tspan", "textPath", "a", "tref"]

  private func keepsSpaces(_ node: Int) -> Bool { reading.inherited("xml:space", of: node) == "preserve" }

  private mutating func gather(_ node: Int, isHidden: Bool) {
    let tree = reading.tree
    let first = letters.count
    defer { ranges[node] = first..<letters.count }
    for child in tree[node].children {
      if !tree[child].tag.isEmpty {
        guard Self.spans.contains(tree[child].tag), reading.visit(child), reading.passesConditions(child) else { continue }
        // A path within a span has no text.
        if tree[child].tag == "textPath", tree[node].tag != "text" { continue }
        gather(child, isHidden: isHidden || !reading.isShown(child))
        continue
      }
      let keeps = keepsSpaces(node)
      var before: Unicode.Scalar?
      for scalar in tree[child].text.unicodeScalars {
        defer { before = scalar }
        if scalar == "\n", before == "\r" { continue }
        let isSpace = scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t"
        if isSpace, !keeps, letters.last.map({ $0.scalar == " " }) ?? true { continue }
        guard reading.spend(.letters, 1, at: node) else { return }
        letters.append(Letter(scalar: isSpace ? " " : scalar, node: node, isHidden: isHidden))
      }
    }
  }

  /// Applies the lists of an element to its letters; those of descendants take precedence.
  private mutating func place(_ node: Int) {
    let tree = reading.tree
    guard let range = ranges[node], range.lowerBound < letters.count else { return }
    let inside = min(range.upperBound, letters.count) - range.lowerBound
    func lengths(_ name: String, _ axis: SVGReading.Axis) -> [Double] {
      guard tree[node].tag != "textPath", let text = reading.attribute(name, of: node) else { return [] }
      var scanner = Scanner(text)
      var result: [Double] = []
      while result.count < inside, let length = scanner.length() {
        result.append(reading.pixels(length, axis, of: node, state))
        scanner.skipSeparator()
      }
      return result
    }
    let (x, y, dx, dy) = (lengths("x", .x), lengths("y", .y), lengths("dx", .x), lengths("dy", .y))
    let rotations = reading.attribute("rotate", of: node).flatMap(svgNumbers) ?? []
    let listed = rotations.isEmpty ? max(x.count, y.count, dx.count, dy.count) : inside
    if listed > 0, positions.isEmpty { positions = Array(repeating: Position(), count: letters.count) }
    for i in 0..<listed {
      let at = range.lowerBound + i
      if i < x.count { positions[at].x = x[i] }
      if i < y.count { positions[at].y = y[i] }
      if i < dx.count { positions[at].dx = dx[i] }
      if i < dy.count { positions[at].dy = dy[i] }
      if let last = rotations.last { positions[at].rotation = i < rotations.count ? rotations[i] : last }
    }
    for child in tree[node].children where Self.spans.contains(tree[child].tag) { place(child) }
  }
}
