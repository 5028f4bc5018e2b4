internal import TesseraGeometry
internal import TesseraRender

/// The letters of a `text` element with what is said of each, in the order of the file.
struct TextContent {
  /// Where a code point is put, as lists of `x`, `y`, `dx`, `dy` and `rotate` say.
  struct Position {
    var x: Double?
    var y: Double?
    var dx: Double?
    var dy: Double?
    var rotation: Double?
  }

  struct Letter {
    var scalar: Unicode.Scalar
    /// The element that it stands in.
    var node: Int
    var position = Position()
    /// Whether `display` takes it away; its place in the lists stays.
    var isHidden = false
  }

  private(set) var letters: [Letter] = []
  private let reading: SVGReading
  private let state: SVGReading.State

  init(of node: Int, _ reading: SVGReading, _ state: SVGReading.State) {
    (self.reading, self.state) = (reading, state)
    gather(node, isHidden: false)
    if let last = letters.last, last.scalar == " ", !keepsSpaces(last.node) { letters.removeLast() }
    var at = 0
    place(node, from: &at)
  }

  private func keepsSpaces(_ node: Int) -> Bool { reading.tree.inherited("xml:space", of: node) == "preserve" }

  private mutating func gather(_ node: Int, isHidden: Bool) {
    let tree = reading.tree
    for child in tree[node].children {
      if !tree[child].tag.isEmpty {
        guard ["tspan", "textPath", "a", "tref"].contains(tree[child].tag), reading.passesConditions(child) else { continue }
        // A path inside of a span has no text.
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
        letters.append(Letter(scalar: isSpace ? " " : scalar, node: node, isHidden: isHidden))
      }
    }
  }

  /// Puts the lists of an element on its letters: those of inner elements over those of outer ones.
  private mutating func place(_ node: Int, from at: inout Int) {
    let tree = reading.tree
    let first = at
    let inside = letters[first...].prefix { $0.node == node || tree.isAncestor(node, of: $0.node) }.count
    func lengths(_ name: String, _ axis: SVGReading.Axis) -> [Double] {
      guard tree[node].tag != "textPath", let text = tree.attribute(name, of: node) else { return [] }
      var scanner = Scanner(text)
      var result: [Double] = []
      while let length = scanner.length() {
        result.append(reading.pixels(length, axis, of: node, state))
        scanner.skipSeparator()
      }
      return result
    }
    let (x, y, dx, dy) = (lengths("x", .x), lengths("y", .y), lengths("dx", .x), lengths("dy", .y))
    let rotations = tree.attribute("rotate", of: node).flatMap(svgNumbers) ?? []
    for i in 0..<inside {
      if i < x.count { letters[first + i].position.x = x[i] }
      if i < y.count { letters[first + i].position.y = y[i] }
      if i < dx.count { letters[first + i].position.dx = dx[i] }
      if i < dy.count { letters[first + i].position.dy = dy[i] }
      if let last = rotations.last { letters[first + i].position.rotation = i < rotations.count ? rotations[i] : last }
    }
    for child in tree[node].children {
      if tree[child].tag.isEmpty {
        // Its letters are those up to the next element's.
        while at < letters.count, letters[at].node == node, at < first + inside { at += 1 }
      } else if ["tspan", "textPath", "a", "tref"].contains(tree[child].tag) {
        while at < letters.count, letters[at].node == node { at += 1 }
        place(child, from: &at)
      }
    }
    at = first + inside
  }
}
