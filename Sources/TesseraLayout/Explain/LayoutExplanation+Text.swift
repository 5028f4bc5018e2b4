internal import TesseraGeometry

extension LayoutExplanation {
  /// Options for printing an explanation.
  public struct TextOptions: Sendable {
    /// Number of levels to print; nil prints all.
    public var depth: Int?
    /// Root of the printed subtree.
    public var root = 0
    /// Whether the reasons are printed below each box.
    public var showsReasons = true
    /// Whether terminal colours mark flexed and clamped sizes.
    public var usesColor = false
    /// Scale for rounding edges to device pixels, as `LayoutResult.snapped` does; nil prints unrounded frames.
    public var scale: Double?
    /// Creates options; by default everything, without colours, unrounded.
    public init(depth: Int? = nil, root: Int = 0, showsReasons: Bool = true, usesColor: Bool = false, scale: Double? = nil) {
      (self.depth, self.root, self.showsReasons, self.usesColor, self.scale) = (depth, root, showsReasons, usesColor, scale)
    }
  }

  /// The whole tree, indented: name, frame, direction, constraint, and the reasons for both extents of each box.
  public var description: String { text() }

  /// Returns the tree as indented text, with a line per box and a line for its reasons.
  ///
  /// Boxes with an empty name are replaced by their children.
  /// - Parameters:
  ///   - options: root, depth, and whether reasons are included.
  ///   - details: returns additional lines for a box.
  public func text(_ options: TextOptions = TextOptions(), details: (Box) -> [String] = { _ in [] }) -> String {
    guard boxes.indices.contains(options.root) else { return "" }
    let frames = shownFrames(scale: options.scale)
    let ink = Ink(isOn: options.usesColor)
    let end = endOfSubtree(options.root)
    var hasItems = [Bool](repeating: false, count: boxes.count)
    for box in boxes { if let p = box.parent { hasItems[p] = true } }
    var depths = [Int](repeating: 0, count: boxes.count)
    var origins = [Point](repeating: .zero, count: boxes.count)
    if let p = boxes[options.root].parent { origins[p] = origin(around: p, in: frames) }
    var out = ""
    var cut = 0
    func closeCut() {
      guard cut > 0, let depth = options.depth else { return }
      let indent = Self.indent(depth)
      out += ink.dim("\(indent)... \(cut) more inside") + "\n"
      cut = 0
    }
    for i in options.root..<end {
      let box = boxes[i]
      let depth = i == options.root ? 0 : box.parent.map { depths[$0] } ?? 0
      let outer = box.parent.map { origins[$0] } ?? .zero
      let isShown = box.name != "" || i == options.root
      depths[i] = depth + (isShown ? 1 : 0)
      origins[i] = isShown && box.style.display != .contents ? frames[i].origin : outer
      guard isShown else { continue }
      if let limit = options.depth, depth >= limit {
        cut += 1
        continue
      }
      closeCut()
      let indent = Self.indent(depth)
      let level = depth > Self.deepestIndent ? ink.dim("[\(depth)] ") : ""
      let frame = Rect(origin: frames[i].origin - outer, size: frames[i].size)
      out += indent + level + header(box, frame, hasItems: hasItems[i], ink) + "\n"
      if options.showsReasons { out += "\(indent)    \(reasons(box, ink))\n" }
      for line in details(box) { out += "\(indent)    \(line)\n" }
    }
    closeCut()
    return out
  }

  /// Maximum indented levels. Deeper lines contain their level instead, so that they stay short.
  private static let deepestIndent = 60
  private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: min(depth, deepestIndent)) }

  /// Returns every frame, absolute, rounded if `scale` is set.
  private func shownFrames(scale: Double?) -> [Rect] {
    result.absoluteFrames.map { frame in
      guard let scale else { return frame }
      let pixels = frame.snapped(scale: scale)
      return Rect(Double(pixels.x) / scale, Double(pixels.y) / scale, Double(pixels.width) / scale, Double(pixels.height) / scale)
    }
  }

  /// Returns the origin that frames inside `index` are shown relative to.
  private func origin(around index: Int, in frames: [Rect]) -> Point {
    var i: Int? = index
    while let box = i.map({ boxes[$0] }) {
      if box.name != "", box.style.display != .contents || box.parent == nil { return frames[box.index].origin }
      i = box.parent
    }
    return .zero
  }

  /// Returns the index after the last box inside `root`.
  private func endOfSubtree(_ root: Int) -> Int {
    var i = root + 1
    while i < boxes.count, let parent = boxes[i].parent, parent >= root { i += 1 }
    return i
  }

  private func header(_ box: Box, _ frame: Rect, hasItems: Bool, _ ink: Ink) -> String {
    func n(_ v: Double) -> String { LayoutText.number(v) }
    var text = ink.name(box.name ?? "box")
    text += "  \(n(frame.minX)),\(n(frame.minY)) \(n(frame.width))x\(n(frame.height))"
    let direction = LayoutText.direction(box.style)
    if hasItems, !box.isSpec { text += "  \(direction)" }
    if box.style.position == .absolute { text += "  absolute" }
    if !isAbsent(box) {
      text += ink.dim("  in \(LayoutText.extent(box.constraint.width)) x \(LayoutText.extent(box.constraint.height))")
    }
    return text
  }

  private func isAbsent(_ box: Box) -> Bool {
    switch box.width.reasons.first {
    case .displayNone, .displayContents, .tooDeep: true
    default: false
    }
  }

  private func reasons(_ box: Box, _ ink: Ink) -> String {
    if isAbsent(box) { return ink.dim(box.width.description) }
    func axis(_ word: String, _ extent: Extent) -> String {
      ink.dim("\(word) ") + extent.reasons.map { ink.reason($0) }.joined(separator: ink.dim(", "))
    }
    return axis("width", box.width) + ink.dim("; ") + axis("height", box.height)
  }
}

extension LayoutExplanation: CustomStringConvertible {}

extension LayoutText {
  /// Returns the direction of a container and its wrapping, in words.
  static func direction(_ style: LayoutStyle) -> String {
    let direction =
      switch style.direction {
      case .row: "row"
      case .rowReverse: "row-reverse"
      case .column: "column"
      case .columnReverse: "column-reverse"
      }
    return switch style.wrap {
    case .noWrap: direction
    case .wrap: direction + " wrap"
    case .wrapReverse: direction + " wrap-reverse"
    case .overlay: "overlay"
    }
  }
}

/// Terminal colours, if enabled.
private struct Ink {
  let isOn: Bool
  private func paint(_ code: String, _ text: String) -> String { isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
  func dim(_ text: String) -> String { paint("2", text) }

  /// The type in bold, the identifier in cyan.
  func name(_ name: String) -> String {
    guard isOn, let hash = name.firstIndex(of: "#") else { return paint("1", name) }
    return paint("1", String(name[..<hash])) + paint("36", String(name[hash...]))
  }

  func reason(_ reason: LayoutReason) -> String {
    switch reason {
    case .grew, .shrank: paint("32", reason.description)
    case .clamped, .cutToSpace, .percentOfUnknown: paint("33", reason.description)
    default: dim(reason.description)
    }
  }
}
