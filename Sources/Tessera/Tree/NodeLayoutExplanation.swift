public import TesseraGeometry
public import TesseraLayout

/// A layout of nodes with the reasons for the size of each, for people who wonder about one.
public struct NodeLayoutExplanation: Sendable {
  /// The boxes: those of the nodes, and between them those of the specs that their types lay out with.
  public let boxes: LayoutExplanation
  /// The node of each box by index; nil for a box of a spec.
  public let nodes: [AnyNode?]
  /// Padding and border of each node by index of its box, as a layout gives them.
  let insets: [Insets]
  /// Where lines start in each box.
  let directions: [LayoutDirection]
  let environment: EnvironmentValues

  /// Returns the first box whose node has the identifier `id`.
  public func box(id: String) -> LayoutExplanation.Box? {
    zip(boxes.boxes, nodes).first { $0.1?.id == id }?.0
  }

  /// Prints the tree, indented: for each box its name, frame, direction, constraint and the reasons; for nodes also what their type says about
  /// its layout, such as the lines of a text.
  public func text(_ options: LayoutExplanation.TextOptions = LayoutExplanation.TextOptions()) -> String {
    boxes.text(options) { box in details(of: box).flatMap { Self.lines($0.0, $0.1) } }
  }

  /// Returns what the type of the node of `box` says about its layout, as ``AnyNode/layoutDescription(in:)`` does.
  public func details(of box: LayoutExplanation.Box) -> [(String, AttributeValue)] {
    nodes[box.index]?.layoutDescription(
      in: DrawContext(
        size: box.frame.size, insets: insets[box.index],
        environment: environment.running(directions[box.index]))) ?? []
  }

  /// A detail in words: a list of maps is a line each, what is false is left out.
  private static func lines(_ name: String, _ value: AttributeValue) -> [String] {
    switch value {
    case .boolean(let isSo): isSo ? [name] : []
    case .list(let items) where !items.isEmpty: items.enumerated().map { "\(name) \($0 + 1): \(words($1))" }
    default: ["\(name): \(words(value))"]
    }
  }

  private static func words(_ value: AttributeValue) -> String {
    switch value {
    case .text(let text): "\"\(text)\""
    case .number(let number): number.formatted
    case .boolean(let isSo): "\(isSo)"
    case .color(let color): "\(color)"
    case .path(let path): "\"\(path.svg)\""
    case .list(let items): items.map(words).joined(separator: ", ")
    case .map(let pairs): pairs.map { "\($0.key) \(words($0.value))" }.joined(separator: ", ")
    }
  }
}

extension Double {
  /// At most one decimal, none where there is nothing behind the point.
  fileprivate var formatted: String {
    let tenths = (self * 10).rounded() / 10
    return tenths == tenths.rounded() && abs(tenths) < 1e15 ? String(Int(tenths)) : "\(tenths)"
  }
}

extension AnyNode {
  /// Lays this node and those below it out in `available`, as ``layout(available:environment:safeArea:)`` does, and says why each has its size.
  ///
  /// Changes nothing. Any thread; runs on the caller's. For people, not for frames: everything is laid out from scratch.
  public func explainLayout(
    available: AvailableSize, environment: EnvironmentValues = EnvironmentValues(), safeArea: Insets = .zero
  ) -> NodeLayoutExplanation {
    // Boxes that follow what the frames show have the styles of a finished layout.
    let space = SafeAreaSpace(available, insets: safeArea)
    inherit(environment)
    let memory = LayoutJob.layout(self, available: available, environment: environment, space: space)
    let boxes = namedTree(environment, space).replacing(memory.followingStyles).explain(
      available: available, direction: environment.direction)
    var nodes = [AnyNode?](repeating: nil, count: boxes.boxes.count)
    var insets = [Insets](repeating: .zero, count: boxes.boxes.count)
    var directions = [LayoutDirection](repeating: environment.direction, count: boxes.boxes.count)
    for (i, entry) in memory.entries.enumerated() where Int(entry.box) < nodes.count {
      nodes[Int(entry.box)] = entry.node
      insets[Int(entry.box)] = memory.insets(i)
      directions[Int(entry.box)] = entry.direction
    }
    return NodeLayoutExplanation(boxes: boxes, nodes: nodes, insets: insets, directions: directions, environment: environment)
  }

  /// Prints the layout of this node and those below it with the reasons for every size, as `tessera layout` does. Any thread.
  public func layoutDescription(
    available: AvailableSize, environment: EnvironmentValues = EnvironmentValues(), safeArea: Insets = .zero
  ) -> String {
    explainLayout(available: available, environment: environment, safeArea: safeArea).text()
  }

  /// The tree of boxes of this node and those below it, with names for people.
  func namedTree(_ environment: EnvironmentValues, _ space: SafeAreaSpace = SafeAreaSpace()) -> LayoutTree {
    var builder = LayoutBuilder(userInfo: LayoutCollector(environment: environment, space: space))
    builder.collectsNames = true
    builder.append(self)
    return builder.finish()
  }

  /// Type and identifier.
  var layoutName: String { id.isEmpty ? typeName : "\(typeName) #\(id)" }
}

extension AnyNode {
  /// This node and those below it drawn as nested frames of characters, 80 columns wide at most.
  public var asciiArt: String { asciiArt(columns: 80) }

  /// Draws this node and those below it as nested frames of characters, `columns` wide at most: rows beside one another, columns beneath, the
  /// specs that types lay out with by their names. Any thread.
  public func asciiArt(columns: Int, environment: EnvironmentValues = EnvironmentValues()) -> String {
    namedTree(environment).asciiArt(columns: columns)
  }
}
