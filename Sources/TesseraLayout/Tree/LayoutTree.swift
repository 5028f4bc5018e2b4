public import TesseraGeometry

/// A finished, immutable tree of boxes. Threads can share it, and lay it out any number of times.
public struct LayoutTree: Sendable {
  /// Maximum nesting depth. Deeper boxes get empty frames, as if `display` were `none`.
  public static let maximumDepth = 20_000

  let styles: [LayoutStyle]
  let boxes: [LayoutBuilder.Box]
  let measures: [LayoutMeasure]
  let keys: [LayoutKey?]
  /// Whether any box has a key.
  let hasKeys: Bool
  /// Names of boxes by index; empty if the builder did not collect names.
  let names: [Int: LayoutBuilder.BoxName]
  /// The tree in the engine's form, prepared for left to right.
  let prepared: PreparedTree

  /// Creates a tree from the boxes that `build` appends.
  public init(_ build: (inout LayoutBuilder) -> Void) {
    var builder = LayoutBuilder()
    build(&builder)
    self = builder.finish()
  }

  /// Creates a tree from the boxes of `element`.
  public init(_ element: any LayoutElement, userInfo: (any Sendable)? = nil) {
    var builder = LayoutBuilder(userInfo: userInfo)
    builder.append(element)
    self = builder.finish()
  }

  init(_ builder: consuming LayoutBuilder) {
    var styles = builder.styles
    var boxes = builder.boxes
    var keys = builder.keys
    var names = builder.names ?? [:]
    if let first = boxes.first, Int(first.end) < boxes.count {
      // Several top-level boxes: one container overlays them, so that every tree has one root.
      for i in boxes.indices {
        boxes[i].parent += 1
        boxes[i].end += 1
      }
      boxes.insert(LayoutBuilder.Box(parent: -1, end: Int32(boxes.count + 1), measure: -1), at: 0)
      styles.insert(LayoutStyle { $0.direction = .column }, at: 0)
      keys.insert(nil, at: 0)
      names = Dictionary(uniqueKeysWithValues: names.map { ($0.key + 1, $0.value) })
    }
    (self.styles, self.boxes, self.keys) = (styles, boxes, keys)
    hasKeys = keys.contains { $0 != nil }
    measures = builder.measures
    self.names = names
    prepared = PreparedTree(styles, boxes, direction: .ltr, maximumDepth: Self.maximumDepth)
  }

  /// Creates a tree from consistent arrays, with one measure function per box.
  init(
    styles: [LayoutStyle], boxes: [LayoutBuilder.Box], measures: [LayoutMeasure?], keys: [LayoutKey?],
    names: [Int: LayoutBuilder.BoxName] = [:]
  ) {
    (self.styles, self.keys) = (styles, keys)
    hasKeys = keys.contains { $0 != nil }
    self.names = names
    self.measures = measures.compactMap { $0 }
    var boxes = boxes
    var slot: Int32 = 0
    for i in boxes.indices {
      boxes[i].measure = measures[i] == nil ? -1 : slot
      if measures[i] != nil { slot += 1 }
    }
    self.boxes = boxes
    prepared = PreparedTree(styles, boxes, direction: .ltr, maximumDepth: Self.maximumDepth)
  }

  /// Number of boxes.
  public var count: Int { boxes.count }
  /// Returns the style of box `index`.
  public func style(at index: Int) -> LayoutStyle { styles[index] }
  /// Returns the key of box `index`.
  public func key(at index: Int) -> LayoutKey? { keys[index] }

  /// Lays the tree out in a space, as an absolutely positioned root.
  ///
  /// A root without a size is as large as its content, but not wider than the space (fit-content). `percent(100)` and `stretch` fill a definite
  /// space.
  /// - Parameters:
  ///   - available: available space on each axis.
  ///   - direction: direction of a root with `WritingDirection.inherit`.
  ///   - baselines: whether the result has the baselines of the root. This may need additional leaf measurements.
  /// - Complexity: linear in boxes for usual trees; measured sizes are cached per box and constraint.
  /// - Note: any thread. Trees of more than 64 levels run on a separate thread with a large enough stack.
  public func layout(available: AvailableSize, direction: LayoutDirection = .ltr, baselines: Bool = false) -> LayoutResult {
    LayoutEngine.run(self, root: .available(available), direction: direction, baselines: baselines)
  }

  /// Lays the tree out with the root's size in `range`: the maximum is the available space, and the result is clamped to the range.
  ///
  /// An exact range fixes the size of the root. Percentages of the root refer to a finite maximum.
  public func layout(in range: SizeRange, direction: LayoutDirection = .ltr, baselines: Bool = false) -> LayoutResult {
    LayoutEngine.run(self, root: .range(range), direction: direction, baselines: baselines)
  }
}
