import TesseraGeometry
import Testing

@testable import TesseraLayout

/// Absolute boxes of a tree that is laid out again: those that did not change are passed by, and stand where they should all the same.
@Suite struct SettledBoxesTests {
  private static let space = AvailableSize(Size(400, 300))

  /// A padded box with `count` absolute ones: some at insets, some at their static position, each with something inside.
  private static func sketch(_ count: Int, _ change: (inout LayoutStyle) -> Void = { _ in }) -> FlatSketch {
    var root = Sketch()
    root.style.width = .points(300)
    root.style.height = .points(200)
    root.style.boxSizing = .borderBox
    root.style.padding = LayoutEdges(8)
    root.style.border = LayoutEdges(2)
    change(&root.style)
    for k in 0..<count {
      var child = Sketch()
      child.style.position = .absolute
      if k % 3 != 0 {
        child.style.inset.left = .points(Double(k % 50))
        child.style.inset.top = .points(Double(k * 5))
      }
      if k % 4 == 1 { child.style.width = .percent(20) }
      var text = Sketch()
      text.text = Double(20 + k % 40)
      child.children = [text]
      root.children.append(child)
    }
    var outer = Sketch()
    outer.children = [root]
    return FlatSketch(outer)
  }

  private static func frames(_ retained: RetainedLayout) -> [Rect] { (0..<retained.count).map { retained.frame(at: $0) } }

  private static func fresh(_ sketch: FlatSketch, _ space: AvailableSize, _ direction: LayoutDirection) -> [Rect] {
    sketch.tree().layout(available: space, direction: direction).frames
  }

  @Test(arguments: [10, 100, 1000]) func onlyAChangedBoxIsInspected(count: Int) {
    var sketch = Self.sketch(count)
    let retained = RetainedLayout(sketch.tree())
    #expect(retained.layout(available: Self.space, direction: .ltr).visitCount >= count)
    let changed = 2 + (count / 2) * 2
    sketch.boxes[changed].style.inset.left = .points(77)
    retained.setStyle(sketch.boxes[changed].style, at: changed)
    let update = retained.layout(available: Self.space, direction: .ltr)
    #expect(update.visitCount < 8)
    #expect(update.changed == [Int32(changed)])
    #expect(Self.frames(retained) == Self.fresh(sketch, Self.space, .ltr))
  }

  @Test func addedAndRemovedBoxesKeepTheOthers() {
    var sketch = Self.sketch(60)
    let retained = RetainedLayout(sketch.tree())
    _ = retained.layout(available: Self.space, direction: .ltr)
    for step in 0..<20 {
      // As in a list that is scrolled: two leave in front, two come behind.
      let gone = 2..<6
      let come = [Self.sketch(2)].map { FlatSketch.part(of: $0, from: 2) }[0]
      sketch.replace(gone, below: 1, with: [])
      retained.replaceChildren(gone, of: 1, with: [])
      let end = sketch.boxes[1].end
      sketch.replace(end..<end, below: 1, with: come)
      retained.replaceChildren(end..<end, of: 1, with: come.map { $0.tree() })
      let update = retained.layout(available: Self.space, direction: .ltr)
      #expect(update.visitCount < 16, "step \(step)")
      #expect(Self.frames(retained) == Self.fresh(sketch, Self.space, .ltr), "step \(step)")
    }
  }

  /// What a container gives its absolute children without being larger or smaller.
  private static let changes: [@Sendable (inout LayoutStyle) -> Void] = [
    { $0.padding = LayoutEdges(20) }, { $0.border = LayoutEdges(9) }, { $0.alignItems = .center }, { $0.justifyContent = .flexEnd },
    { $0.direction = .columnReverse }, { $0.wrap = .wrapReverse }, { $0.writingDirection = .rightToLeft }, { $0.position = .static },
    { $0.overflow = .scroll }, { $0.padding.left = .percent(10) },
  ]

  @Test(arguments: changes.indices) func aContainerOfTheSameSizeMovesThem(change: Int) {
    var sketch = Self.sketch(12)
    let retained = RetainedLayout(sketch.tree())
    _ = retained.layout(available: Self.space, direction: .ltr)
    let before = sketch.boxes[1].style
    var after = before
    Self.changes[change](&after)
    for style in [after, before, after] {
      sketch.boxes[1].style = style
      retained.setStyle(style, at: 1)
      _ = retained.layout(available: Self.space, direction: .ltr)
      #expect(Self.frames(retained) == Self.fresh(sketch, Self.space, .ltr))
    }
  }

  @Test func anotherSpaceAndAnotherDirectionMoveThem() {
    let sketch = Self.sketch(12) { $0.width = .percent(50) }
    let retained = RetainedLayout(sketch.tree())
    let steps: [(Size, LayoutDirection)] = [(Size(400, 300), .ltr), (Size(200, 300), .ltr), (Size(200, 300), .rtl), (Size(400, 300), .ltr)]
    for (size, direction) in steps {
      let space = AvailableSize(size)
      _ = retained.layout(available: space, direction: direction)
      #expect(Self.frames(retained) == Self.fresh(sketch, space, direction))
    }
  }
}

extension FlatSketch {
  /// The parts of a sketch that begin at `index` and stand side by side to its end, each on its own.
  fileprivate static func part(of sketch: FlatSketch, from index: Int) -> [FlatSketch] {
    var parts: [FlatSketch] = []
    var at = index
    while at < sketch.boxes.count {
      var part = sketch
      part.boxes = sketch.boxes[at..<sketch.boxes[at].end].map { Box(style: $0.style, text: $0.text, end: $0.end - at) }
      parts.append(part)
      at = sketch.boxes[at].end
    }
    return parts
  }
}
