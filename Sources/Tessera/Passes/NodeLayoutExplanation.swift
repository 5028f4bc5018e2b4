public import TesseraGeometry
public import TesseraLayout

/// A layout of nodes with the reasons for their sizes, for people.
public struct NodeLayoutExplanation: Sendable {
  /// The boxes of the nodes, and between them those of the specs of their types.
  public let boxes: LayoutExplanation
  /// The node of each box by index; nil for a box of a spec.
  public let nodes: [AnyNode?]
  /// Padding and border of each node by index of its box, as computed by the layout.
  let insets: [Insets]
  /// Direction of lines in each box.
  let directions: [LayoutDirection]
  let environment: EnvironmentValues

  /// Returns the first box whose node has the identifier `id`.
  public func box(id: String) -> LayoutExplanation.Box? {
    zip(boxes.boxes, nodes).first { $0.1?.id == id }?.0
  }

  /// Returns the tree as indented text: name, frame, direction, constraint and reasons of each box. For nodes it also contains their type's
  /// description of the layout, such as the lines of a text.
  public func text(_ options: LayoutExplanation.TextOptions = LayoutExplanation.TextOptions()) -> String {
    boxes.text(options) { box in details(of: box).flatMap { Self.lines($0.0, $0.1) } }
  }

  /// Returns the layout description by the type of the node of `box`, as ``AnyNode/layoutDescription(in:)`` does.
  public func details(of box: LayoutExplanation.Box) -> [(String, AttributeValue)] {
    nodes[box.index]?.layoutDescription(
      in: DrawContext(
        size: box.frame.size, insets: insets[box.index],
        environment: environment.running(directions[box.index]))) ?? []
  }

  /// Returns a detail in words: one line per map of a list; false values are omitted.
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
  /// At most one decimal, none for whole numbers.
  fileprivate var formatted: String {
    let tenths = (self * 10).rounded() / 10
    return tenths == tenths.rounded() && abs(tenths) < 1e15 ? String(Int(tenths)) : "\(tenths)"
  }
}

extension AnyNode {
  /// Lays out this node and those below it in `available`, as ``layout(available:environment:safeArea:)`` does, and explains their sizes.
  ///
  /// Changes nothing. Any thread; runs on the caller's. For people, not for frames: everything is laid out from scratch.
  public func explainLayout(
    available: AvailableSize, environment: EnvironmentValues = EnvironmentValues(), safeArea: Insets = .zero
  ) -> NodeLayoutExplanation {
    // Boxes that depend on final frames have the styles of a finished layout.
    let space = SafeAreaSpace(available, insets: safeArea)
    inherit(environment)
    let memory = LayoutJob.layout(self, available: available, environment: environment, space: space)
    let boxes = namedTree(environment, space, memory.rooms).replacing(memory.followingStyles).explain(
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

  /// Returns the layout of this node and those below it with the reasons for every size, as `tessera layout` prints it. Any thread.
  public func layoutDescription(
    available: AvailableSize, environment: EnvironmentValues = EnvironmentValues(), safeArea: Insets = .zero
  ) -> String {
    explainLayout(available: available, environment: environment, safeArea: safeArea).text()
  }

  /// The tree of boxes of this node and those below it, with names for people.
  func namedTree(
    _ environment: EnvironmentValues, _ space: SafeAreaSpace = SafeAreaSpace(), _ rooms: LayoutRooms? = nil
  ) -> LayoutTree {
    var builder = LayoutBuilder(userInfo: LayoutCollector(environment: environment, space: space, rooms: rooms))
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

  /// Draws this node and those below it as nested frames of characters, at most `columns` wide: rows horizontally, columns vertically, and specs of
  /// types by their names. Any thread.
  public func asciiArt(columns: Int, environment: EnvironmentValues = EnvironmentValues()) -> String {
    namedTree(environment).asciiArt(columns: columns)
  }
}
