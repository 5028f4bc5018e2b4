import Foundation
import TesseraGeometry
import Testing

@testable import TesseraLayout

@Suite struct InvariantTests {
  /// `TESSERA_SEEDS` tries more.
  static let seeds: [UInt64] = (1...(ProcessInfo.processInfo.environment["TESSERA_SEEDS"].flatMap { UInt64($0) } ?? 40)).map { $0 }
  private static let spaces = [
    AvailableSize.unlimited, AvailableSize(Size(300, 200)), AvailableSize(Size(120, .infinity)), AvailableSize(Size(0, 0)),
  ]

  @Test(arguments: seeds) func everyFrameIsFiniteAndNoSizeNegative(seed: UInt64) {
    var r = Seeded(seed)
    for _ in 0..<25 {
      let tree = Sketch.random(&r).tree
      for space in Self.spaces {
        for direction in LayoutDirection.allCases {
          for frame in tree.layout(available: space, direction: direction).frames {
            #expect(frame.isFinite && frame.width >= 0 && frame.height >= 0)
          }
        }
      }
    }
  }

  @Test(arguments: seeds) func twiceTheLengthsGiveTwiceTheFrames(seed: UInt64) {
    var r = Seeded(seed)
    for _ in 0..<25 {
      let sketch = Sketch.random(&r)
      var large = sketch
      large.edit { s in
        s.style.scale(by: 2)
        s.text = s.text.map { $0 * 2 }
      }
      let small = sketch.tree.layout(available: AvailableSize(Size(300, 200))).frames
      let double = large.tree.layout(available: AvailableSize(Size(600, 400))).frames
      for (a, b) in zip(small, double) {
        // Relative to the size of the tree: sums of fractions are not exact.
        #expect(
          abs(a.minX * 2 - b.minX) < 1e-3 && abs(a.minY * 2 - b.minY) < 1e-3 && abs(a.width * 2 - b.width) < 1e-3
            && abs(a.height * 2 - b.height) < 1e-3)
      }
    }
  }

  @Test(arguments: seeds) func layingOutAgainGivesTheSame(seed: UInt64) {
    var r = Seeded(seed)
    for _ in 0..<25 {
      let tree = Sketch.random(&r).tree
      let first = tree.layout(available: AvailableSize(Size(250, 150)))
      let second = tree.layout(available: AvailableSize(Size(250, 150)))
      #expect(first.frames == second.frames && first.measureCount == second.measureCount)
    }
  }

  @Test(arguments: seeds) func rememberedAnswersAreThoseOfAFreshLayout(seed: UInt64) {
    var r = Seeded(seed)
    for _ in 0..<25 {
      let tree = Sketch.random(&r).tree
      let space = AvailableSize(Size(250, 150))
      #expect(
        tree.layout(available: space).frames == LayoutEngine.run(tree, root: .available(space), direction: .ltr, remembers: false).frames)
    }
  }

  @Test(arguments: seeds) func childrenStayInsideWhereNothingForcesThemOut(seed: UInt64) {
    var r = Seeded(seed)
    for _ in 0..<25 {
      // All sizes come from the content or the parent, and whatever is fixed may shrink.
      var sketch = Sketch.random(&r, wild: false)
      sketch.edit { s in
        s.style.width = .auto
        s.style.height = .auto
        s.style.flexBasis = .auto
        s.style.alignItems = .stretch
        s.style.wrap = .noWrap
        s.style.overflow = .visible
      }
      let result = sketch.tree.layout(available: .unlimited)
      for (i, p) in result.parent.enumerated() where p >= 0 {
        let inside = Rect(size: result.frames[Int(p)].size).inset(by: -1e-6)
        #expect(inside.contains(result.frames[i]), "box \(i) of seed \(seed)")
      }
    }
  }

  @Test(arguments: seeds) func equalSiblingsCanChangePlaces(seed: UInt64) {
    var r = Seeded(seed)
    for _ in 0..<25 {
      let child = Sketch.random(&r, depth: 2)
      var parent = Sketch.random(&r, depth: 0)
      parent.text = nil
      parent.children = [child, child, child]
      var swapped = parent
      swapped.children.reverse()
      #expect(parent.tree.layout(available: .unlimited).frames == swapped.tree.layout(available: .unlimited).frames)
    }
  }

  @Test(arguments: seeds) func rightToLeftIsTheMirrorImage(seed: UInt64) {
    var r = Seeded(seed)
    for _ in 0..<25 {
      let sketch = Sketch.random(&r)
      var mirrored = sketch
      mirrored.edit { $0.style.mirror() }
      let space = AvailableSize(Size(300, 200))
      let ltr = sketch.tree.layout(available: space)
      let rtl = mirrored.tree.layout(available: space, direction: .rtl)
      for (i, (a, b)) in zip(ltr.frames, rtl.frames).enumerated() where ltr.frameParent[i] >= 0 {
        let parent = Int(ltr.frameParent[i])
        let hasBox = sketch.styles[i].display != .contents && a != .zero
        let x = hasBox ? ltr.frames[parent].width - a.maxX : a.minX
        let slack = 1e-6 * max(1, abs(a.maxX))
        #expect(
          abs(x - b.minX) < slack && abs(a.width - b.width) < slack && abs(a.minY - b.minY) < slack && abs(a.height - b.height) < slack,
          "box \(i) of seed \(seed)")
      }
    }
  }

  @Test(arguments: seeds) func neighboursOnAnyGridNeitherGapNorOverlap(seed: UInt64) {
    var r = Seeded(seed)
    for direction in LayoutDirection.allCases {
      let count = Int(r.number(2...9))
      var rows = Sketch()
      rows.style.direction = .column
      rows.style.padding = LayoutEdges(.points(r.number(0...40) / 7))
      for _ in 0..<Int(r.number(1...6)) {
        var row = Sketch()
        row.style.flexGrow = r.number(1...9) / 3
        row.children = (0..<count).map { _ in
          var cell = Sketch()
          cell.style.flexGrow = r.number(1...9) / 7
          cell.style.flexBasis = .points(r.number(0...90) / 11)
          return cell
        }
        rows.children.append(row)
      }
      let result = rows.tree.layout(in: SizeRange(exactly: Size(r.number(100...900) / 3, r.number(100...900) / 7)), direction: direction)
      let snapped = result.snapped(scale: r.pick([0.75, 1, 1.25, 1.5, 2, 3]))
      var above: Int?
      for (i, parent) in result.parent.enumerated() where parent == 0 {
        if let above { #expect(snapped[above].maxY == snapped[i].y) }
        above = i
        for cell in i + 1..<i + count {
          #expect(direction == .ltr ? snapped[cell].maxX == snapped[cell + 1].x : snapped[cell].x == snapped[cell + 1].maxX)
        }
      }
    }
  }

  @Test(arguments: [1.0, 1.25, 1.5, 2, 3, 0.75]) func roundingLeavesNeitherGapNorOverlap(scale: Double) {
    for count in 1...23 {
      let tree = LayoutTree(
        Stack(.horizontal) { (0..<count).map { LayoutLeaf(key: LayoutKey(UInt64($0))).flexGrow(Double($0 % 3) + 1.37).flexBasis(0) } })
      let snapped = tree.layout(in: SizeRange(exactly: Size(101.3, 17.7))).snapped(scale: scale)
      #expect(snapped[1].x == snapped[0].x && snapped[count].maxX == snapped[0].maxX)
      for i in 1..<count { #expect(snapped[i].maxX == snapped[i + 1].x) }
      for i in 1...count { #expect(snapped[i].y == snapped[0].y && snapped[i].height == snapped[0].height) }
    }
  }

  @Test func relativeSnappedFramesAddUpToAbsoluteOnes() {
    var r = Seeded(7)
    let result = Sketch.random(&r).tree.layout(available: .unlimited)
    let absolute = result.snapped(scale: 1.5)
    let relative = result.snappedRelative(scale: 1.5)
    for i in absolute.indices {
      let p = Int(result.frameParent[i])
      #expect(relative[i].x + (p >= 0 ? absolute[p].x : 0) == absolute[i].x)
      #expect(relative[i].width == absolute[i].width)
    }
  }
}
