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

  @Test(arguments: seeds) func rememberedAnswersMatchAFreshLayout(seed: UInt64) {
    var r = Seeded(seed)
    for _ in 0..<25 {
      let tree = Sketch.random(&r).tree
      let space = AvailableSize(Size(250, 150))
      #expect(
        tree.layout(available: space).frames == LayoutEngine.run(tree, root: .available(space), direction: .ltr, usesCache: false).frames)
    }
  }

  @Test(arguments: seeds) func childrenStayInsideUnlessForcedOut(seed: UInt64) {
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

  @Test(arguments: seeds) func rightToLeftIsTheMirrorImageOfLeftToRight(seed: UInt64) {
    var r = Seeded(seed)
    for round in 0..<25 {
      var sketch = Sketch.random(&r)
      sketch.edit { s in
        s.style.vary(&r)
        // Across a column the baseline of a box is its left edge, in either direction.
        if !s.style.direction.isRow, s.style.alignItems == .baseline || s.style.alignItems == .lastBaseline { s.style.alignItems = .end }
      }
      // Where the root stands is up to the space, which has a left edge only.
      sketch.style.inset = .auto
      var mirrored = sketch
      mirrored.edit { $0.style.mirror() }
      let tree = sketch.tree
      for space in Self.spaces {
        let plain = tree.layout(available: space, direction: .ltr)
        let turned = mirrored.tree.layout(available: space, direction: .rtl)
        for (i, a) in plain.frames.enumerated() where i > 0 && tree.prepared.tree.nodes[i].hasBox {
          let b = turned.frames[i]
          let outer = plain.frames[Int(plain.frameParent[i])].width
          let expected = Rect(outer - a.minX - a.width, a.minY, a.width, a.height)
          // What measures itself has nothing inside.
          guard tree.prepared.tree.nodes[Int(plain.frameParent[i])].measure < 0, a != .zero || b != .zero else { continue }
          #expect(b.isClose(to: expected), "box \(i) of seed \(seed), round \(round), in \(space): \(a) is \(b) in a width of \(outer)")
        }
        #expect(plain.frames[0].size == turned.frames[0].size)
      }
    }
  }

  @Test(arguments: seeds) func siblingsOfOneLineKeepTheirSizesInAnyOrder(seed: UInt64) {
    var r = Seeded(seed)
    for round in 0..<25 {
      var parent = Sketch.random(&r, depth: 0)
      parent.text = nil
      parent.style.wrap = .noWrap
      parent.style.display = .flex
      parent.children = (0..<Int(r.number(2...5))).map { _ in Sketch.random(&r, depth: 2) }
      // A box without insets fills what its place leaves of the containing block, so that has to be near.
      for i in parent.children.indices {
        parent.children[i].edit { if $0.style.position == .static { $0.style.position = .relative } }
        parent.children[i].style.order = 0
      }
      let order = parent.children.indices.shuffled(using: &r)
      var shuffled = parent
      shuffled.children = order.map { parent.children[$0] }
      let space = r.pick(Self.spaces)
      let plain = parent.tree.layout(available: space)
      let other = shuffled.tree.layout(available: space)
      #expect(plain.frames[0].size.isClose(to: other.frames[0].size), "seed \(seed), round \(round)")
      func starts(_ children: [Sketch]) -> [Int] { children.reduce(into: [1]) { $0.append($0[$0.count - 1] + $1.boxCount) } }
      let (from, to) = (starts(parent.children), starts(shuffled.children))
      for (k, child) in order.enumerated() {
        for n in 0..<parent.children[child].boxCount {
          let (a, b) = (plain.frames[from[child] + n], other.frames[to[k] + n])
          #expect(a.size.isClose(to: b.size), "box \(n) of child \(child) of seed \(seed), round \(round): \(a), \(b)")
        }
      }
    }
  }

  @Test(arguments: seeds) func neighborsOnAnyGridNeitherGapNorOverlap(seed: UInt64) {
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

extension Rect {
  /// The same but for what sums of fractions leave, in trees of this size.
  fileprivate func isClose(to other: Rect) -> Bool {
    abs(minX - other.minX) < 1e-3 && abs(minY - other.minY) < 1e-3 && size.isClose(to: other.size)
  }
}

extension Size {
  fileprivate func isClose(to other: Size) -> Bool { abs(width - other.width) < 1e-3 && abs(height - other.height) < 1e-3 }
}
