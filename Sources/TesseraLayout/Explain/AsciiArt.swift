/// Draws a tree of named boxes as nested character frames: rows side by side, other boxes stacked.
///
/// Not recursive: deep trees are cut at the last column.
struct AsciiArt {
  struct Box {
    let parent: Int
    var label: String
    /// Hidden boxes are replaced by their children.
    let isHidden: Bool
    let isRow: Bool
    let isReverse: Bool
    /// Whether children follow the box's style (true) or its spec (false).
    let isFlow: Bool
    let isAbsolute: Bool
    let order: Int32
    /// Description of the direction of a box with children.
    let direction: String?
    var children: [Int] = []
    var depth = 0
    var below = 0
    var natural = 0
    var width = 0
  }

  private var boxes: [Box]
  private let root: Int
  private let columns: Int
  /// Columns of a frame around its content: a line and a space on both sides.
  private static let frame = 4
  private static let gap = 2
  private static let least = 28

  init(_ boxes: [Box], root: Int, columns: Int, depth: Int?) {
    (self.boxes, self.root, self.columns) = (boxes, root, max(columns, 12))
    // Nested frames leave space for a short name at least.
    let levels = max(1, min(depth ?? .max, (self.columns - Self.least) / Self.frame + 1))
    guard boxes.indices.contains(root) else { return }
    link(levels: levels)
    measure()
  }

  /// Links each box to its visible children.
  private mutating func link(levels: Int) {
    var holder = [Int](repeating: -1, count: boxes.count)
    for i in boxes.indices where i >= root {
      guard i == root || boxes[i].parent >= root else { break }
      let outer = i == root ? -1 : holder[boxes[i].parent]
      if boxes[i].isHidden, i != root {
        holder[i] = outer
        continue
      }
      boxes[i].depth = outer < 0 ? 1 : boxes[outer].depth + 1
      holder[i] = i
      guard outer >= 0 else { continue }
      if boxes[i].depth <= levels {
        boxes[outer].children.append(i)
      } else {
        // Too deep: counted on the last visible box above it.
        holder[i] = outer
        boxes[i].depth = levels
        boxes[outer].below += 1
      }
    }
    for i in boxes.indices where boxes[i].children.count > 0 {
      let box = boxes[i]
      if let direction = box.direction { boxes[i].label += " " + direction }
      guard box.isFlow else { continue }
      var flow = box.children.filter { !boxes[$0].isAbsolute }
      if flow.contains(where: { boxes[$0].order != 0 }) {
        flow = flow.enumerated().sorted {
          let (a, b) = (boxes[$0.element].order, boxes[$1.element].order)
          return a != b ? a < b : $0.offset < $1.offset
        }.map(\.element)
      }
      if box.isReverse { flow.reverse() }
      boxes[i].children = flow + box.children.filter { boxes[$0].isAbsolute }
      for child in boxes[i].children where boxes[child].isAbsolute { boxes[child].label += " absolute" }
    }
    for i in boxes.indices where boxes[i].below > 0 { boxes[i].label += " (\(boxes[i].below) more inside)" }
  }

  /// Computes natural widths from the inside out, then available widths from the outside in.
  private mutating func measure() {
    for i in boxes.indices.reversed() where i >= root {
      let box = boxes[i]
      guard !box.children.isEmpty else {
        boxes[i].natural = box.label.count
        continue
      }
      let (row, stacked) = split(box)
      let beside = row.reduce(Self.gap * max(0, row.count - 1)) { $0 + boxes[$1].natural }
      let beneath = stacked.map { boxes[$0].natural }.max() ?? 0
      boxes[i].natural = max(max(beside, beneath) + Self.frame, box.label.count + 6)
    }
    boxes[root].width = min(boxes[root].natural, columns)
    for i in boxes.indices where i >= root {
      let inner = boxes[i].width - Self.frame
      for child in boxes[i].children { boxes[child].width = min(boxes[child].natural, max(inner, 1)) }
    }
  }

  /// Returns the children drawn side by side and those stacked below.
  private func split(_ box: Box) -> (row: [Int], stacked: [Int]) {
    guard box.isRow else { return ([], box.children) }
    guard box.isFlow else { return (box.children, []) }
    return (box.children.filter { !boxes[$0].isAbsolute }, box.children.filter { boxes[$0].isAbsolute })
  }

  /// Returns the drawing, without a trailing newline.
  func draw() -> String {
    guard boxes.indices.contains(root) else { return "" }
    var made = [[String]](repeating: [], count: boxes.count)
    for i in boxes.indices.reversed() where i >= root && boxes[i].width > 0 {
      let box = boxes[i]
      if box.children.isEmpty {
        made[i] = [Self.cut(box.label, box.width)]
        continue
      }
      let (row, stacked) = split(box)
      var lines = beside(row, made, inner: box.width - Self.frame)
      for child in stacked { lines += made[child] }
      for child in box.children { made[child] = [] }
      made[i] = framed(lines, box)
    }
    return made[root].joined(separator: "\n")
  }

  /// Returns the drawings side by side, as many as fit; the others below.
  private func beside(_ row: [Int], _ made: [[String]], inner: Int) -> [String] {
    var out: [String] = []
    var k = 0
    while k < row.count {
      var group: [Int] = []
      var used = 0
      while k < row.count, group.isEmpty || used + Self.gap + boxes[row[k]].width <= inner {
        used += (group.isEmpty ? 0 : Self.gap) + boxes[row[k]].width
        group.append(row[k])
        k += 1
      }
      if !out.isEmpty { out.append(Self.cut("(beside it)", inner)) }
      for line in 0..<(group.map { made[$0].count }.max() ?? 0) {
        let parts = group.map { Self.pad(line < made[$0].count ? made[$0][line] : "", boxes[$0].width) }
        out.append(Self.trimmed(parts.joined(separator: String(repeating: " ", count: Self.gap))))
      }
    }
    return out
  }

  private func framed(_ lines: [String], _ box: Box) -> [String] {
    let label = Self.cut(box.label, box.width - 6)
    let rest = String(repeating: "-", count: max(0, box.width - 5 - label.count))
    let bottom = "+" + String(repeating: "-", count: box.width - 2) + "+"
    return ["+- \(label) \(rest)+"] + lines.map { "| \(Self.pad($0, box.width - Self.frame)) |" } + [bottom]
  }

  private static func cut(_ text: String, _ width: Int) -> String {
    text.count <= width ? text : width > 4 ? text.prefix(width - 2) + ".." : String(text.prefix(max(width, 0)))
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func trimmed(_ text: String) -> String {
    var end = text.endIndex
    while end > text.startIndex, text[text.index(before: end)] == " " { end = text.index(before: end) }
    return String(text[..<end])
  }
}

extension LayoutElement {
  /// The element's specs as nested character frames, at most 80 columns wide: rows side by side, columns stacked, other specs and nodes by
  /// name.
  public var asciiArt: String { asciiArt(columns: 80) }

  /// Draws the element's specs as nested character frames, at most `columns` wide.
  public func asciiArt(columns: Int) -> String {
    var builder = LayoutBuilder()
    builder.collectsNames = true
    builder.append(self)
    return builder.finish().asciiArt(columns: columns)
  }
}

extension LayoutTree {
  /// Draws the boxes as nested character frames: rows side by side, other boxes stacked.
  ///
  /// Boxes have names only if the builder collected them; others are called `box`, or `leaf` if they are empty.
  /// - Parameters:
  ///   - columns: maximum characters per line. A longer row continues below, after `(beside it)`; long names are cut.
  ///   - root: first box to draw.
  ///   - depth: number of levels to draw; nil draws as many as fit the columns.
  public func asciiArt(columns: Int = 80, root: Int = 0, depth: Int? = nil) -> String {
    let drawn = (0..<count).map { (i: Int) -> AsciiArt.Box in
      let name = names[i]
      let isLeaf = Int(boxes[i].end) == i + 1
      return AsciiArt.Box(
        parent: Int(boxes[i].parent), name: name?.text, isSpec: name?.isSpec ?? false, style: styles[i], isLeaf: isLeaf)
    }
    return AsciiArt(drawn, root: root, columns: columns, depth: depth).draw()
  }
}

extension LayoutExplanation {
  /// Draws the boxes as nested character frames, as `LayoutTree.asciiArt(columns:root:depth:)` does.
  public func asciiArt(columns: Int = 80, root: Int = 0, depth: Int? = nil) -> String {
    let drawn = boxes.map { box in
      let isLeaf = box.index + 1 == boxes.count || boxes[box.index + 1].parent != box.index
      return AsciiArt.Box(parent: box.parent ?? -1, name: box.name, isSpec: box.isSpec, style: box.style, isLeaf: isLeaf)
    }
    return AsciiArt(drawn, root: root, columns: columns, depth: depth).draw()
  }
}

extension AsciiArt.Box {
  init(parent: Int, name: String?, isSpec: Bool, style: LayoutStyle, isLeaf: Bool) {
    self.parent = parent
    label = name ?? (isLeaf ? "leaf" : "box")
    if style.display == .none { label += " (none)" }
    isHidden = name == ""
    isRow = style.direction.isRow && style.wrap != .overlay
    isReverse = style.direction.isReverse
    isFlow = !isSpec
    direction = isSpec ? nil : LayoutText.direction(style)
    isAbsolute = style.position == .absolute
    order = style.order
  }
}
