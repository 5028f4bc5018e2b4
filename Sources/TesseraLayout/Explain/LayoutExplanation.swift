public import TesseraGeometry

/// A layout with the reasons for the size of every box, for debugging.
///
/// Created by `LayoutTree.explain`, which gives the same frames as `layout`.
public struct LayoutExplanation: Sendable {
  /// One extent of a box and its reasons.
  public struct Extent: Sendable, Hashable, CustomStringConvertible {
    /// Extent of the border box, unrounded.
    public let size: Double
    /// Steps in order: the start value and its changes.
    public let reasons: [LayoutReason]
    /// The steps in words.
    public var description: String { reasons.map(\.description).joined(separator: ", ") }
  }

  /// One measurement of a leaf: content box, logical units.
  public struct Answer: Sendable, Hashable {
    /// Constraint of the measurement.
    public let question: MeasureConstraint
    /// Result of the measurement.
    public let answer: MeasuredSize
  }

  /// One box of the tree.
  public struct Box: Sendable {
    /// Index in document order.
    public let index: Int
    /// Index of the parent; nil for the root.
    public let parent: Int?
    /// Name of the box; empty for a helper box of a spec, nil if unnamed.
    public let name: String?
    /// Whether the name is that of a spec, which implies how its children are arranged.
    public let isSpec: Bool
    /// The caller's key.
    public let key: LayoutKey?
    /// The style used by the layout.
    public let style: LayoutStyle
    /// Border box relative to that of the nearest ancestor with a box, unrounded.
    public let frame: Rect
    /// Constraint of the box: `definite` if its size is imposed, `atMost` the space of its container, `maxContent` if that is unlimited.
    public let constraint: MeasureConstraint
    /// Width with its reasons.
    public let width: Extent
    /// Height with its reasons.
    public let height: Extent
    /// Measurements of a leaf, in order.
    public let answers: [Answer]
  }

  /// Result of the layout.
  public let result: LayoutResult
  /// All boxes in document order, parents first.
  public let boxes: [Box]

  /// Returns the box with `key`.
  public func box(of key: LayoutKey) -> Box? { result.index(of: key).map { boxes[$0] } }
}

extension LayoutTree {
  /// Lays the tree out as `layout(available:direction:)` does, and returns the reasons for the size of each box.
  ///
  /// - Complexity: a full layout that records every step: for debugging, not for frames.
  public func explain(available: AvailableSize, direction: LayoutDirection = .ltr) -> LayoutExplanation {
    explain(.available(available), direction)
  }

  /// Lays the tree out as `layout(in:direction:)` does, and returns the reasons for the size of each box.
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
