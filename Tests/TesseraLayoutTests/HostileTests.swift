import TesseraGeometry
import Testing

@testable import TesseraLayout

@Suite struct HostileTests {
  private static let bad: [Double] = [.nan, .infinity, -Double.infinity, -1, 0, 1e300, -1e300, 1e-300, .greatestFiniteMagnitude]

  @Test(arguments: bad) func anyNumberAnywhereGivesFiniteFrames(value: Double) {
    let edits: [@Sendable (inout LayoutStyle) -> Void] = [
      { $0.width = .points(value) }, { $0.height = .percent(value) }, { $0.minWidth = .points(value) }, { $0.maxHeight = .points(value) },
      { $0.flexBasis = .points(value) }, { $0.flexGrow = value }, { $0.flexShrink = value }, { $0.aspectRatio = value },
      { $0.margin = LayoutEdges(.points(value)) }, { $0.padding = LayoutEdges(.percent(value)) },
      { $0.border = LayoutEdges(.points(value)) },
      { $0.inset = LayoutEdges(.points(value)) }, { $0.gap = .points(value) },
      {
        $0.position = .absolute
        $0.inset = LayoutEdges(.points(value))
        $0.aspectRatio = value
      },
    ]
    for edit in edits {
      for direction in FlexDirection.allCases {
        for wrap in FlexWrap.allCases {
          let tree = LayoutTree { b in
            let style = LayoutStyle {
              $0.direction = direction
              $0.wrap = wrap
              edit(&$0)
            }
            b.container(style: style) { b in
              b.container(style: LayoutStyle(edit)) { b in
                b.leaf(style: LayoutStyle(edit)) { _ in MeasuredSize(Size(value, value), firstBaseline: value, lastBaseline: value) }
              }
              b.leaf(style: LayoutStyle { $0.width = 10 })
            }
          }
          for space in [AvailableSize.unlimited, AvailableSize(width: .definite(value), height: .definite(100))] {
            for frame in tree.layout(available: space).frames { #expect(frame.isFinite && frame.width >= 0 && frame.height >= 0) }
          }
          #expect(tree.layout(in: SizeRange(min: Size(value, 1), max: Size(value, value))).size.isFinite)
        }
      }
    }
  }

  @Test func aMinimumWinsOverAMaximumAndBothOverTheSize() {
    let style = LayoutStyle {
      $0.width = 50
      $0.maxWidth = 30
      $0.minWidth = 40
    }
    #expect(LayoutTree { $0.leaf(style: style) }.layout(available: .unlimited).size.width == 40)
  }

  @Test func invalidSizesCountAsUnset() {
    for value in [Double.nan, -5, -Double.infinity] {
      let tree = LayoutTree { b in
        b.container(style: LayoutStyle { $0.width = .points(value) }) { $0.leaf(style: LayoutStyle { $0.width = 7 }) }
      }
      #expect(tree.layout(available: .unlimited).size.width == 7)
    }
    #expect(LayoutTree { $0.leaf(style: LayoutStyle { $0.width = .points(.infinity) }) }.layout(available: .unlimited).size.width == 1e9)
  }

  @Test func percentagesThatGoInCirclesAreAutomatic() {
    let tree = LayoutTree { b in
      b.container(style: LayoutStyle()) { b in
        b.container(style: LayoutStyle { $0.height = .percent(50) }) { $0.leaf(style: LayoutStyle { $0.height = 40 }) }
      }
    }
    #expect(tree.layout(available: .unlimited).frames.map(\.height) == [40, 40, 40])
  }

  @Test func emptyTreesAndBoxesWithoutDisplayHaveEmptyFrames() {
    #expect(LayoutTree { _ in }.layout(available: .unlimited).frames.isEmpty)
    let tree = LayoutTree { b in
      b.container(style: LayoutStyle { $0.display = .none }) { $0.leaf(style: LayoutStyle { $0.width = 7 }) }
    }
    #expect(tree.layout(available: .unlimited).frames == [.zero, .zero])
  }

  @Test(arguments: [65, 500, 2000, 10_000]) func deepTreesAreLaidOutToTheBottom(levels: Int) {
    for column in [false, true] {
      var b = LayoutBuilder()
      let style = LayoutStyle {
        $0.direction = column ? .column : .row
        $0.padding.left = 1
      }
      for _ in 0..<levels { b.beginContainer(style: style) }
      b.leaf(
        style: LayoutStyle {
          $0.width = 10; $0.height = 5
        }, key: LayoutKey(1))
      for _ in 0..<levels { b.endContainer() }
      let result = b.finish().layout(available: .unlimited)
      #expect(result.size == Size(Double(levels) + 10, 5))
      #expect(result.absoluteFrames[levels] == Rect(Double(levels), 0, 10, 5))
    }
  }

  @Test func boxesNestedTooDeeplyGetNoSpace() {
    var b = LayoutBuilder()
    let levels = LayoutTree.maximumDepth + 50
    for _ in 0..<levels { b.beginContainer(style: LayoutStyle()) }
    b.leaf(
      style: LayoutStyle {
        $0.width = 10; $0.height = 5
      })
    for _ in 0..<levels { b.endContainer() }
    let result = b.finish().layout(available: .unlimited)
    #expect(result.frames.count == levels + 1)
    #expect(result.size == .zero)
  }

  @Test func extraClosesHaveNoEffect() {
    var b = LayoutBuilder()
    b.endContainer()
    b.leaf(style: LayoutStyle { $0.width = 3 })
    b.endContainer()
    #expect(b.finish().layout(available: .unlimited).size.width == 3)
  }
}

/// Counts questions to leaves.
private final class Counter: @unchecked Sendable {
  // Only one layout at a time runs in these tests, so nothing else touches it.
  var count = 0
}

@Suite struct MeasureCountTests {
  private func leaf(_ counter: Counter, _ width: Double = 60) -> LayoutLeaf {
    LayoutLeaf { c in
      counter.count += 1
      guard let w = c.knownWidth else { return MeasuredSize(Size(c.width == .minContent ? 10 : width, 12)) }
      return MeasuredSize(Size(w, (width / max(w, 1)).rounded(.up) * 12))
    }
  }

  @Test func aTextThatFitsItsRowIsMeasuredOnce() {
    let counter = Counter()
    let tree = LayoutTree(Stack(.horizontal, alignItems: .center) { (0..<3).map { _ in leaf(counter) } })
    let result = tree.layout(in: SizeRange(exactly: Size(400, 50)))
    #expect(counter.count == 3 && result.measureCount == 3)
  }

  @Test func aTextInAColumnIsMeasuredOnce() {
    let counter = Counter()
    _ = LayoutTree(Stack(.vertical) { (0..<3).map { _ in leaf(counter) } }).layout(in: SizeRange(exactly: Size(400, 500)))
    #expect(counter.count == 3)
  }

  @Test func aBoxOfFixedSizeIsNeverMeasured() {
    let counter = Counter()
    _ = LayoutTree(Stack(.horizontal) { leaf(counter).size(20, 20) }).layout(in: SizeRange(exactly: Size(400, 50)))
    #expect(counter.count == 0)
  }

  @Test(arguments: [4, 8, 16, 32, 200]) func nestingDoesNotMultiplyMeasuring(levels: Int) {
    for wild in [false, true] {
      let counter = Counter()
      var element: any LayoutElement = leaf(counter, 100)
      for level in 0..<levels {
        let inner = element
        element = Stack(level % 2 == 0 ? .horizontal : .vertical, alignItems: wild && level % 3 == 0 ? .center : .normal) {
          LayoutLeaf().size(5, 5)
          StyledElement(base: inner) { $0.flexGrow = wild ? 1 : 0 }
        }
      }
      _ = LayoutTree(element).layout(available: AvailableSize(Size(3000, 3000)))
      #expect(counter.count <= 4, "\(levels) levels, wild \(wild)")
    }
  }

  @Test(arguments: [0, 8, 20]) func aLargeScreenNeedsFewAnswersPerBox(chain: Int) {
    let tree = PerfTrees.screen(chain: chain)
    #expect((9_900...10_200).contains(tree.count))
    let answers = LayoutEngine.cachedSizeCount(tree, .available(.unlimited))
    #expect(answers < tree.count * 2, "\(answers) answers for \(tree.count) boxes")
  }
}

extension LayoutEngine {
  /// Returns how many sizes are cached after a layout of a tree that is not empty.
  fileprivate static func cachedSizeCount(_ tree: LayoutTree, _ root: RootConstraint) -> Int {
    withEngine(tree, direction: .ltr, maximumDepth: LayoutTree.maximumDepth) { engine, _ in
      var frames = [Rect](repeating: .zero, count: tree.count)
      return frames.withUnsafeMutableBufferPointer {
        engine.frames = $0.baseAddress!
        _ = engine.layoutRoot(root, baselines: false)
        return engine.sizeCache.count
      }
    }
  }
}
