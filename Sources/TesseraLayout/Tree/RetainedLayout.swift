public import TesseraGeometry

/// A laid-out tree that remembers: after a change only the boxes that depend on it are worked out again.
///
/// After any sequence of changes `layout` gives the frames that a fresh `LayoutTree` with the same content gives, bit for bit.
///
/// Used by one thread at a time; whoever holds it hands it from one layout to the next. It does not lock.
public final class RetainedLayout {
  private var styles: [LayoutStyle]
  private var boxes: [LayoutBuilder.Box]
  private var keys: [LayoutKey?]
  private var measures: [LayoutMeasure?]
  private var frames: [Rect]
  private var frameParents: [Int32]
  /// Boxes that have no frame of an earlier layout.
  private var isNew: [Bool]

  /// Takes a tree over; nothing is laid out yet.
  public init(_ tree: consuming LayoutTree) {
    styles = tree.styles
    boxes = tree.boxes
    keys = tree.keys
    let all = tree.measures
    measures = tree.boxes.map { $0.measure < 0 ? nil : all[Int($0.measure)] }
    frames = Array(repeating: .zero, count: boxes.count)
    frameParents = boxes.map(\.parent)
    isNew = Array(repeating: true, count: boxes.count)
  }

  /// Number of boxes.
  public var count: Int { boxes.count }

  /// Gives box `index` another style; an equal one changes nothing.
  public func setStyle(_ style: LayoutStyle, at index: Int) { styles[index] = style }

  /// Gives a leaf other content: what it answered before is forgotten.
  public func setMeasure(_ measure: LayoutMeasure?, at index: Int) { measures[index] = measure }

  /// Puts `tree` in the place of box `index` and all below it; the boxes after it move by the difference of the counts.
  ///
  /// An empty tree removes the box.
  public func replaceSubtree(at index: Int, with tree: LayoutTree) {
    let end = Int(boxes[index].end)
    let parent = boxes[index].parent
    let shift = Int32(tree.count - (end - index))
    var ancestor = parent
    while ancestor >= 0 {
      boxes[Int(ancestor)].end += shift
      ancestor = boxes[Int(ancestor)].parent
    }
    for i in end..<count {
      boxes[i].end += shift
      if Int(boxes[i].parent) >= end { boxes[i].parent += shift }
    }
    let base = Int32(index)
    let inserted = tree.boxes.map { box in
      LayoutBuilder.Box(parent: box.parent < 0 ? parent : box.parent + base, end: box.end + base, measure: box.measure)
    }
    boxes.replaceSubrange(index..<end, with: inserted)
    styles.replaceSubrange(index..<end, with: tree.styles)
    keys.replaceSubrange(index..<end, with: tree.keys)
    measures.replaceSubrange(index..<end, with: tree.boxes.map { $0.measure < 0 ? nil : tree.measures[Int($0.measure)] })
    frames.replaceSubrange(index..<end, with: repeatElement(.zero, count: tree.count))
    isNew.replaceSubrange(index..<end, with: repeatElement(true, count: tree.count))
    frameParents = boxes.map(\.parent)
  }

  /// Lays out what has to be, in a space as `LayoutTree.layout(available:direction:)` has it.
  public func layout(available: AvailableSize, direction: LayoutDirection) -> LayoutUpdate {
    let result = LayoutTree(styles: styles, boxes: boxes, measures: measures, keys: keys).layout(available: available, direction: direction)
    let changed = frames.indices.filter { isNew[$0] || frames[$0] != result.frames[$0] }.map { Int32($0) }
    frames = result.frames
    frameParents = result.frameParent
    isNew = Array(repeating: false, count: count)
    return LayoutUpdate(changed: changed, measureCount: result.measureCount)
  }

  /// Border box of box `index` after the last layout, relative to that of `frameParent(at:)`, unrounded.
  public func frame(at index: Int) -> Rect { frames[index] }
  /// Index of the box that the frame is relative to: the nearest ancestor with a box; -1 for the root.
  public func frameParent(at index: Int) -> Int { Int(frameParents[index]) }
  /// The key of box `index`.
  public func key(at index: Int) -> LayoutKey? { keys[index] }
  /// Index one past the last box below box `index`.
  public func end(at index: Int) -> Int { Int(boxes[index].end) }
  /// Index of the parent; -1 for the root.
  public func parent(at index: Int) -> Int { Int(boxes[index].parent) }
}
