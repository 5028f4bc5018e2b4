import TesseraGeometry
import Testing

@testable import TesseraLayout

/// A leaf that measures like text of `width` in lines of 10, which breaks down to a word of `word`.
private func text(_ key: UInt64, _ width: Double, word: Double = 20) -> LayoutLeaf {
  LayoutLeaf(key: LayoutKey(key)) { c in
    switch c.width {
    case .definite(let w), .atMost(let w): MeasuredSize(Size(min(w, width), w >= width ? 10 : (width / max(w, 1)).rounded(.up) * 10))
    case .minContent: MeasuredSize(Size(word, width / word * 10))
    case .maxContent: MeasuredSize(Size(width, 10))
    }
  }
}

private func box(_ key: UInt64, _ edit: (inout LayoutStyle) -> Void = { _ in }) -> LayoutLeaf {
  LayoutLeaf(key: LayoutKey(key), style: .spec(edit))
}

@Suite struct ExplainTests {
  /// One box with key 1 in each, in a root of exactly 320 x 200.
  static let cases: [(element: any LayoutElement, width: String, height: String)] = [
    (
      Stack(.horizontal) { box(1) { $0.width = 120 } },
      "given 120", "stretched"
    ),
    (
      Stack(.horizontal, alignItems: .start) { box(1) { ($0.width, $0.height) = (.percent(50), .percent(25)) } },
      "percent 50 of 320", "percent 25 of 200"
    ),
    (
      Stack(.horizontal) {
        box(1) { ($0.width, $0.flexGrow) = (100, 1) }; box(2) { ($0.width, $0.flexGrow) = (100, 2) }
      },
      "given 100, flexed: grew 40 of 120", "stretched"
    ),
    (
      Stack(.horizontal) { box(1) { ($0.flexBasis, $0.flexGrow, $0.maxWidth) = (0, 1, 200) } },
      "flex-basis 0, flexed: grew 200 of 320, clamped by max-width 200", "stretched"
    ),
    (
      Stack(.horizontal) {
        box(1) { $0.width = 200 }; box(2) { $0.width = 200 }
      },
      "given 200, flexed: shrank 40 of 80", "stretched"
    ),
    (
      Stack(.horizontal, alignItems: .start) {
        text(1, 300, word: 280); box(2) { $0.width = 100 }
      },
      "content, flexed: shrank 20 of 80, clamped by min-content 280", "content"
    ),
    (
      Stack(.horizontal) { box(1) { ($0.width, $0.minWidth) = (400, 400) } },
      "given 400, clamped by min-width 400", "stretched"
    ),
    (
      Stack(.vertical, alignItems: .start) { text(1, 500) },
      "content, cut to the space of 320", "content"
    ),
    (
      Stack(.vertical) { box(1) { $0.aspectRatio = 1.6 } },
      "stretched", "ratio 1.6"
    ),
    (
      Stack(.vertical) { box(1) { ($0.height, $0.maxHeight, $0.margin.left) = (90, 50, .auto) }.width(20) },
      "given 20, auto margin left 300", "given 90, clamped by max-height 50"
    ),
    (
      Stack(.vertical) { box(1).position(top: 10, right: 5, left: 3) },
      "absolute: left+right", "content"
    ),
    (
      Stack(.vertical) { LayoutLeaf(key: LayoutKey(1), style: LayoutStyle { ($0.width, $0.padding) = (100, 7) }) },
      "given 100, plus padding and border 14", "padding and border 14"
    ),
    (
      Stack(.vertical) { box(1) { ($0.width, $0.padding) = (10, 7) } },
      "given 10, clamped by padding and border 14", "padding and border 14"
    ),
    (
      Stack(.horizontal, alignItems: .start) { box(1) { ($0.padding, $0.border) = (7, 2) } },
      "padding and border 18", "padding and border 18"
    ),
    (
      Stack(.vertical, alignItems: .start) { box(1) { $0.padding.left = 30 } },
      "padding and border 30", "content"
    ),
    (
      Stack(.vertical, alignItems: .start) {
        Stack(.vertical) { box(1) { $0.padding = 20 } }.width(10)
      },
      "stretched, clamped by padding and border 40", "padding and border 40"
    ),
    (
      Stack(.vertical) { box(1) { $0.padding = 5 }.position(top: 10, left: 3) },
      "padding and border 10", "padding and border 10"
    ),
    (
      Stack(.horizontal) { box(1) { ($0.minWidth, $0.maxWidth, $0.minHeight, $0.maxHeight) = (100, 50, 20, 10) }.width(70) },
      "given 70, clamped by min-width 100", "stretched, clamped by min-height 20"
    ),
    (
      Stack(.horizontal) { box(1) { ($0.height, $0.aspectRatio, $0.flexShrink) = (20, 1e13, 0) } },
      "ratio \(LayoutText.number(1e13))", "given 20"
    ),
    (
      Stack(.vertical, alignItems: .start) { text(1, 100).padding(5) },
      "content", "content"
    ),
    (
      Stack(.vertical) { box(1) { $0.display = .none } },
      "display none", "display none"
    ),
    (box(1), "fixed by the caller", "fixed by the caller"),
  ]

  @Test(arguments: cases.indices) func everySizeHasItsReason(index: Int) throws {
    let (element, width, height) = Self.cases[index]
    let explained = LayoutTree(element).explain(in: SizeRange(exactly: Size(320, 200)))
    let found = try #require(explained.box(of: LayoutKey(1)))
    #expect(found.width.description == width)
    #expect(found.height.description == height)
  }

  @Test func theConstraintIsThatOfTheParent() throws {
    let tree = LayoutTree(
      Stack(.vertical) {
        Stack(.horizontal) {
          box(1); box(2).alignSelf(.start)
        }.padding(5)
        box(3).position(left: 10)
      })
    let explained = tree.explain(available: AvailableSize(width: .definite(320), height: .unlimited))
    func constraint(_ key: UInt64) throws -> MeasureConstraint { try #require(explained.box(of: LayoutKey(key))).constraint }
    #expect(explained.boxes[0].constraint == MeasureConstraint(width: .atMost(320), height: .maxContent))
    #expect(try constraint(1) == MeasureConstraint(width: .atMost(0), height: .definite(0)))
    #expect(try constraint(2) == MeasureConstraint(width: .atMost(0), height: .maxContent))
    #expect(explained.boxes[1].constraint == MeasureConstraint(width: .definite(10), height: .maxContent))
    #expect(try constraint(3) == MeasureConstraint(width: .atMost(0), height: .atMost(10)))
  }

  @Test func theRangeOfARootIsALimitToo() {
    for element in [
      box(1) { ($0.width, $0.height) = (500, 10) } as any LayoutElement, Stack(.vertical) { text(1, 500) }.width(.maxContent),
    ] {
      let explained = LayoutTree(element).explain(in: SizeRange(min: Size(0, 30), max: Size(320, 200)))
      #expect(explained.boxes[0].width.reasons.last == .clamped(.range, to: 320))
      #expect(explained.boxes[0].width.size == 320)
      #expect(explained.boxes[0].height.reasons.last == .clamped(.range, to: 30))
    }
  }

  @Test func deepTreesArePrintedInShortLines() {
    let deep = LayoutTree { b in
      for _ in 0..<3000 { b.beginContainer(style: LayoutStyle()) }
    }
    let lines = deep.explain(available: .unlimited).description.split(separator: "\n")
    #expect(lines.count == 6000)
    #expect(lines.allSatisfy { $0.count < 240 })
    #expect(lines[5998].contains("[2999] box"))
  }

  @Test func aShareOfSomethingUnknownIsCalledSo() {
    let tree = LayoutTree(Stack(.vertical) { Stack(.vertical) { box(1) { $0.height = .percent(50) } } })
    let explained = tree.explain(available: .unlimited)
    #expect(explained.boxes[2].height.description == "percent 50 of unknown: content")
  }

  @Test func aLeafExplainsItsConstraint() throws {
    let row = Stack(.horizontal, alignItems: .start) {
      text(1, 300); box(2) { ($0.width, $0.flexShrink) = (220, 0) }
    }
    let explained = LayoutTree(row).explain(in: SizeRange(exactly: Size(320, 200)))
    let answers = try #require(explained.box(of: LayoutKey(1))).answers
    #expect(answers.map(\.question.width) == [.maxContent, .minContent, .definite(100)])
    #expect(answers.last?.answer.size == Size(100, 30))
  }

  @Test(arguments: InvariantTests.seeds) func reasonsAddUpToTheSize(seed: UInt64) {
    var r = Seeded(seed)
    for _ in 0..<10 {
      let tree = Sketch.random(&r).tree
      for range in [SizeRange.unlimited, SizeRange(max: Size(300, 200)), SizeRange(min: Size(100, 80), max: Size(120, 300))] {
        let explained = tree.explain(in: range)
        #expect(explained.result.frames == tree.layout(in: range).frames)
        for box in explained.boxes {
          for extent in [box.width, box.height] {
            #expect(!extent.reasons.isEmpty)
            guard let sum = Self.sum(extent.reasons) else { continue }
            #expect(abs(sum - extent.size) < 1e-3 * max(1, extent.size), "\(extent.size) by \(extent): box \(box.index)\n\(explained)")
          }
        }
      }
    }
  }

  /// What the steps come to; nil where they begin with something that has no number.
  private static func sum(_ reasons: [LayoutReason]) -> Double? {
    var sum: Double?
    for reason in reasons {
      switch reason {
      case .given(let v), .basis(let v): sum = v
      case .percent(let p, let whole), .basisPercent(let p, let whole): sum = p * whole / 100
      case .plusPadding(let v): sum = sum.map { $0 + v }
      case .grew(let v, _): sum = sum.map { $0 + v }
      case .shrank(let v, _): sum = sum.map { $0 - v }
      case .clamped(_, let v): sum = v
      case .displayNone, .displayContents, .tooDeep: sum = 0
      default: break
      }
    }
    return sum
  }

  @Test func theTreeIsPrintedWithNamesFramesAndReasons() {
    var builder = LayoutBuilder()
    builder.collectsNames = true
    builder.append(
      Stack(.horizontal, spacing: 8) {
        box(1).size(32, 32)
        Inset(4) { box(2) }.flexGrow(1)
        Corner(box(3).size(10, 10), corner: box(4).size(4, 4))
      })
    let explained = builder.finish().explain(in: SizeRange(exactly: Size(100, 40)))
    #expect(
      explained.description == """
        Stack  0,0 100x40  row  in definite 100 x definite 40
            width fixed by the caller; height fixed by the caller
          leaf  0,0 32x32  in at most 100 x at most 40
              width given 32; height given 32
          Inset 4  40,0 42x40  in at most 100 x definite 40
              width padding and border 8, flexed: grew 34 of 34; height stretched
            leaf  4,4 34x32  in definite 34 x at most 32
                width stretched; height content, flexed: grew 32 of 32
          Corner topEnd  90,0 10x40  in at most 100 x definite 40
              width content; height stretched
            leaf  0,0 10x10  in at most 10 x at most 40
                width given 10; height given 10
            leaf  8,-2 4x4  in at most 0 x at most 0
                width given 4; height given 4

        """)
    #expect(
      explained.text(LayoutExplanation.TextOptions(depth: 1, showsReasons: false)) == """
        Stack  0,0 100x40  row  in definite 100 x definite 40
          ... 6 more inside

        """)
    #expect(
      explained.text(LayoutExplanation.TextOptions(root: 2, showsReasons: false)) == """
        Inset 4  40,0 42x40  in at most 100 x definite 40
          leaf  4,4 34x32  in definite 34 x at most 32

        """)
    let colored = explained.text(LayoutExplanation.TextOptions(root: 2, usesColor: true))
    #expect(colored.contains("\u{1B}[32mflexed: grew 34 of 34\u{1B}[0m"))
  }
}
