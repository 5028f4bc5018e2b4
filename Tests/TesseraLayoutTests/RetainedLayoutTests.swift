import Foundation
import TesseraGeometry
import Testing

@testable import TesseraLayout

/// A sketch as arrays, so that single boxes can be changed beside a `RetainedLayout` that gets the same changes.
struct FlatSketch {
  struct Box {
    var style: LayoutStyle
    var text: Double?
    var end: Int
  }
  var boxes: [Box] = []

  init(_ sketch: Sketch) { add(sketch) }

  private mutating func add(_ s: Sketch) {
    let index = boxes.count
    boxes.append(Box(style: s.style, text: s.text, end: 0))
    if s.text == nil { for child in s.children { add(child) } }
    boxes[index].end = boxes.count
  }

  /// The tree of box `index` and what is below it.
  func tree(at index: Int = 0) -> LayoutTree {
    LayoutTree { b in
      var open: [Int] = []
      for i in index..<boxes[index].end {
        while let last = open.last, i >= boxes[last].end {
          b.endContainer()
          open.removeLast()
        }
        let box = boxes[i]
        let key = LayoutKey(UInt64(i))
        if let text = box.text {
          b.leaf(style: box.style, key: key, measure: Sketch.measure(text))
        } else if box.end == i + 1 {
          b.leaf(style: box.style, key: key)
        } else {
          b.beginContainer(style: box.style, key: key)
          open.append(i)
        }
      }
    }
  }

  mutating func replace(at index: Int, with other: FlatSketch) {
    replace(index..<boxes[index].end, below: parent(of: index), with: [other])
  }

  /// Puts others in the place of children of `parent` that stand side by side.
  mutating func replace(_ range: Range<Int>, below parent: Int, with others: [FlatSketch]) {
    let shift = others.reduce(0) { $0 + $1.boxes.count } - range.count
    for i in boxes.indices where i >= range.upperBound || (i <= parent && boxes[i].end > parent) { boxes[i].end += shift }
    var new: [Box] = []
    for other in others {
      let at = range.lowerBound + new.count
      new += other.boxes.map { Box(style: $0.style, text: $0.text, end: $0.end + at) }
    }
    boxes.replaceSubrange(range, with: new)
  }

  func parent(of index: Int) -> Int { (0..<index).last { boxes[$0].end > index } ?? -1 }

  /// Where children of box `index` begin, and where the last one ends.
  func places(below index: Int) -> [Int] {
    var places = [index + 1]
    while let last = places.last, last < boxes[index].end { places.append(boxes[last].end) }
    return places
  }
}

@Suite struct RetainedLayoutTests {
  /// `TESSERA_SEEDS` tries more.
  static let seeds: [UInt64] = (1...(ProcessInfo.processInfo.environment["TESSERA_SEEDS"].flatMap { UInt64($0) } ?? 30)).map { $0 }
  private static let spaces = [
    AvailableSize.unlimited, AvailableSize(Size(300, 200)), AvailableSize(Size(120, .infinity)), AvailableSize(Size(250, 150)),
  ]

  /// Lays out, and compares with a fresh layout and with the frames of the layout before (nil where a box is new).
  private func check(
    _ retained: RetainedLayout, _ sketch: FlatSketch, _ last: inout [Rect?], _ space: AvailableSize, _ direction: LayoutDirection,
    _ note: String
  ) {
    let update = retained.layout(available: space, direction: direction)
    let fresh = sketch.tree().layout(available: space, direction: direction)
    #expect(retained.count == fresh.frames.count)
    let wrong = (0..<retained.count).first { i in
      retained.frame(at: i) != fresh.frames[i] || retained.frameParent(at: i) != Int(fresh.frameParent[i])
        || retained.parent(at: i) != Int(fresh.parent[i]) || retained.end(at: i) != sketch.boxes[i].end
    }
    if let wrong { Issue.record("\(note): box \(wrong) is at \(retained.frame(at: wrong)), fresh \(fresh.frames[wrong])") }
    let changed = (0..<retained.count).filter { last[$0] != retained.frame(at: $0) }.map { Int32($0) }
    #expect(update.changed == changed, "\(note): what moved is listed")
    last = (0..<retained.count).map { retained.frame(at: $0) }
  }

  @Test(arguments: seeds) func afterAnyChangesFramesMatchAFreshLayout(seed: UInt64) {
    var r = Seeded(seed)
    for round in 0..<12 {
      let wild = r.chance(0.7)
      var sketch = FlatSketch(Sketch.random(&r, depth: Int(r.number(1...5)), wild: wild))
      let retained = RetainedLayout(sketch.tree())
      var space = r.pick(Self.spaces)
      var direction = LayoutDirection.ltr
      var last = [Rect?](repeating: nil, count: retained.count)
      check(retained, sketch, &last, space, direction, "seed \(seed), round \(round), at first")
      for step in 0..<14 {
        var note = "seed \(seed), round \(round), step \(step)"
        for _ in 0..<(r.chance(0.7) ? 1 : Int(r.number(0...4))) {
          let i = Int(r.number(0...(sketch.boxes.count - 1)))
          switch r.number(0...12) {
          case 10...12:
            guard sketch.boxes[i].text == nil else { continue }
            // Children that stand side by side go, others come in their places, or only one of both.
            let places = sketch.places(below: i)
            let first = Int(r.number(0...(places.count - 1)))
            let end = r.chance(0.5) ? first : Int(r.number(first...(places.count - 1)))
            let others = (0..<Int(r.number(0...3))).map { _ in FlatSketch(Sketch.random(&r, depth: Int(r.number(0...2)), wild: wild)) }
            let range = places[first]..<places[end]
            sketch.replace(range, below: i, with: others)
            retained.replaceChildren(range, of: i, with: others.map { $0.tree() })
            last.replaceSubrange(range, with: repeatElement(nil, count: others.reduce(0) { $0 + $1.boxes.count }))
            note += ", \(range) below \(i) by \(others.count)"
          case 0...3:
            let other = Sketch.random(&r, depth: r.chance(0.5) ? 0 : 1, wild: wild)
            sketch.boxes[i].style = other.style
            retained.setStyle(other.style, at: i)
            note += ", style of \(i)"
          case 4:
            sketch.boxes[i].style.width = .points(r.number(0...120))
            retained.setStyle(sketch.boxes[i].style, at: i)
            note += ", width of \(i)"
          case 5, 6:
            guard sketch.boxes[i].end == i + 1 else { continue }
            sketch.boxes[i].text = r.chance(0.8) ? r.number(8...160) : nil
            retained.setMeasure(sketch.boxes[i].text.map { Sketch.measure($0) }, at: i)
            note += ", content of \(i)"
          case 7, 8:
            let other = FlatSketch(Sketch.random(&r, depth: Int(r.number(0...3)), wild: wild))
            let end = sketch.boxes[i].end
            sketch.replace(at: i, with: other)
            retained.replaceSubtree(at: i, with: other.tree())
            last.replaceSubrange(i..<end, with: repeatElement(nil, count: other.boxes.count))
            note += ", all of \(i)"
          default:
            if r.chance(0.7) { space = r.pick(Self.spaces) } else { direction = r.pick(LayoutDirection.allCases) }
            note += ", \(space) \(direction)"
          }
        }
        check(retained, sketch, &last, space, direction, note)
      }
    }
  }

  @Test func newBoxesAreListedAndKeysMoveWithThem() {
    let retained = RetainedLayout(
      LayoutTree { b in
        b.container(style: LayoutStyle(), key: LayoutKey(0)) { b in
          b.leaf(style: LayoutStyle { $0.width = 10 }, key: LayoutKey(1))
          b.leaf(style: LayoutStyle { $0.width = 20 }, key: LayoutKey(2))
        }
      })
    #expect(retained.layout(available: .unlimited, direction: .ltr).changed == [0, 1, 2])
    #expect(retained.layout(available: .unlimited, direction: .ltr).changed == [])
    retained.replaceSubtree(
      at: 1,
      with: LayoutTree { b in
        b.container(style: LayoutStyle { $0.width = 10 }, key: LayoutKey(3)) { $0.leaf(style: LayoutStyle(), key: LayoutKey(4)) }
      })
    #expect(retained.count == 4 && retained.key(at: 3) == LayoutKey(2) && retained.parent(at: 2) == 1 && retained.end(at: 0) == 4)
    #expect(retained.layout(available: .unlimited, direction: .ltr).changed == [1, 2])
    #expect(retained.frame(at: 3) == Rect(10, 0, 20, 0))
    retained.replaceSubtree(at: 1, with: LayoutTree { _ in })
    #expect(retained.count == 2)
    #expect(retained.layout(available: .unlimited, direction: .ltr).changed == [0, 1])
    #expect(retained.frame(at: 1) == Rect(0, 0, 20, 0))
  }
}
