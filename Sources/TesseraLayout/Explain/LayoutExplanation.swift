public import TesseraGeometry

/// A layout with the reasons for the size of every box, for people who wonder about one.
///
/// Made by `LayoutTree.explain`, which lays the tree out as `layout` does and gives the same frames.
public struct LayoutExplanation: Sendable {
  /// One extent of a box and how it came about.
  public struct Extent: Sendable, Hashable, CustomStringConvertible {
    /// Extent of the border box, unrounded.
    public let size: Double
    /// The steps, in order: where it started, what changed it.
    public let reasons: [LayoutReason]
    /// The steps in words.
    public var description: String { reasons.map(\.description).joined(separator: ", ") }
  }

  /// What a leaf was asked, and its answer: content box, logical units.
  public struct Answer: Sendable, Hashable {
    /// The question.
    public let question: MeasureConstraint
    /// The answer.
    public let answer: MeasuredSize
  }

  /// One box of the tree.
  public struct Box: Sendable {
    /// Place in document order.
    public let index: Int
    /// Index of the box that holds it; nil for the root.
    public let parent: Int?
    /// What people call it; empty for a box that only helps a spec along, nil where nobody has named it.
    public let name: String?
    /// Whether the name is that of a spec, which says how its children lie.
    public let isSpec: Bool
    /// The caller's key.
    public let key: LayoutKey?
    /// The style that it was laid out with.
    public let style: LayoutStyle
    /// Border box relative to that of the nearest ancestor with a box, unrounded.
    public let frame: Rect
    /// What it was given: `definite` where it has no choice, `atMost` the space of its container, `maxContent` where that has no limit.
    public let constraint: MeasureConstraint
    /// Why it is as wide as it is.
    public let width: Extent
    /// Why it is as high as it is.
    public let height: Extent
    /// What it was asked, if it measures itself, in order.
    public let answers: [Answer]
  }

  /// The layout.
  public let result: LayoutResult
  /// All boxes in document order, parents first.
  public let boxes: [Box]

  /// Returns the box with `key`.
  public func box(of key: LayoutKey) -> Box? { result.index(of: key).map { boxes[$0] } }
}

extension LayoutTree {
  /// Lays the tree out as `layout(available:direction:)` does, and says why each box has the size it has.
  ///
  /// - Complexity: a layout of the whole tree from scratch that writes every step down: for people, not for frames.
  public func explain(available: AvailableSize, direction: LayoutDirection = .ltr) -> LayoutExplanation {
    explain(.available(available), direction)
  }

  /// Lays the tree out as `layout(in:direction:)` does, and says why each box has the size it has.
  public func explain(in range: SizeRange, direction: LayoutDirection = .ltr) -> LayoutExplanation { explain(.range(range), direction) }

  private func explain(_ root: RootConstraint, _ direction: LayoutDirection) -> LayoutExplanation {
    let trace = LayoutTrace(count: count)
    let result = LayoutEngine.run(self, root: root, direction: direction, trace: trace)
    var gone: [LayoutReason?] = []
    gone.reserveCapacity(count)
    var depths: [Int] = []
    let made = (0..<count).map { i in
      let parent = Int(boxes[i].parent)
      depths.append(parent < 0 ? 1 : depths[parent] + 1)
      gone.append(
        styles[i].display == .none
          ? .displayNone : parent >= 0 && gone[parent] != nil ? gone[parent] : depths[i] > Self.maximumDepth ? .tooDeep : nil)
      let absent = gone[i] ?? (styles[i].display == .contents && parent >= 0 ? .displayContents : nil)
      let reasons = ReasonFinder(
        style: styles[i], note: trace.notes[i], node: prepared.tree.nodes[i], size: result.frames[i].size, absent: absent)
      return LayoutExplanation.Box(
        index: i, parent: parent < 0 ? nil : parent, name: names[i]?.text, isSpec: names[i]?.isSpec ?? false, key: keys[i],
        style: styles[i], frame: result.frames[i],
        constraint: reasons.constraint,
        width: LayoutExplanation.Extent(size: result.frames[i].width, reasons: reasons.find(.horizontal)),
        height: LayoutExplanation.Extent(size: result.frames[i].height, reasons: reasons.find(.vertical)),
        answers: trace.notes[i].answers.map { LayoutExplanation.Answer(question: $0.question, answer: $0.answer) })
    }
    return LayoutExplanation(result: result, boxes: made)
  }
}
