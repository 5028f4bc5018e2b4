import Tessera
import TesseraGeometry
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraContainers

/// What happens to a list while other data are being prepared for it.
@Suite struct ListRaceTests {
  private static func height(_ key: Int) -> Double { Double(20 + key * 37 % 70) }

  /// What happens in the middle of `prepare`.
  enum Other: CaseIterable, Sendable {
    case arrangement, insets, size, scale, direction
  }

  /// - Parameter isHalf: the new data come while the other layout is worked out: that has nothing to do with them, and is given up.
  @Test(arguments: Other.allCases, [false, true])
  func updatesDuringAReorderAreInTheirPlaces(other: Other, isHalf: Bool) throws {
    let meanwhile = Meanwhile()
    let make: @Sendable (Int) -> AnyNode = { key in
      if key == 500 { meanwhile.now() }
      return row(key, height: Self.height(key))
    }
    let before = ListSnapshot(items: Array(0..<60))
    let after = ListSnapshot(items: [500] + Array(0..<60))
    let grid = SectionedLayout.grid(GridArrangement(columns: .fixed(3), length: .measured(estimate: 30)))
    let collection = CollectionNode(before, layout: grid, item: make)
    collection.showsIndicators = false
    let h = try HeadlessStage(width: 120, height: 200) { collection }
    func change(_ h: HeadlessStage, _ collection: CollectionNode) throws {
      switch other {
      case .arrangement: collection.listLayout = SectionedLayout.table(estimate: 30)
      case .insets: collection.insets = Insets(13)
      case .size: try h.stage.resize(to: Size(90, 200), scale: 1)
      case .scale: try h.stage.resize(to: Size(120, 200), scale: 2)
      case .direction: h.stage.direction = .rtl
      }
    }
    var failure: (any Error)?
    meanwhile.next {
      do {
        try change(h, collection)
        if isHalf {
          let environment = EnvironmentValues(scale: other == .scale ? 2 : 1, direction: other == .direction ? .rtl : .ltr)
          let arrangement = ListArrangement(layout: collection.listLayout, insets: collection.insets)
          let pass = ListPass(collection.storage.list, arrangement, LayoutContext(environment: environment))
          let size = other == .size ? Size(90, 200) : Size(120, 200)
          _ = pass.origins(in: size, pass.constraints(in: size).map(\.min))
        }
        for _ in 0..<(isHalf ? 0 : 4) {
          try h.stage.frame()
          while h.workers.runOne() {}
        }
      } catch { failure = error }
    }
    collection.apply(after, animated: false)
    try h.settle()
    try h.advance(by: 0.5)
    #expect(failure == nil && meanwhile.isDone)

    // The same one after the other.
    let other = CollectionNode(before, layout: grid, item: make)
    other.showsIndicators = false
    let plain = try HeadlessStage(width: 120, height: 200) { other }
    try change(plain, other)
    try plain.settle()
    other.apply(after, animated: false)
    try plain.settle()
    try plain.advance(by: 0.5)
    #expect(collection.visibleElements == other.visibleElements)
    #expect(collection.contentOffset == .zero && other.contentOffset == .zero)
    for element in other.visibleElements {
      #expect(collection.contentFrame(of: element) == other.contentFrame(of: element), "\(element)")
      #expect(collection.node(for: element)?.frame.size == other.node(for: element)?.frame.size, "\(element)")
    }
    try expectEqualPixels(h.framebuffer, plain.framebuffer)
  }

  @Test(arguments: [false, true]) func aNewScaleOrDirectionKeepsMeasuredSizes(turns: Bool) throws {
    let table = TableNode(ListSnapshot(items: Array(0..<200))) { row($0, height: Self.height($0)) }
    table.showsIndicators = false
    table.separator = nil
    let h = try HeadlessStage(width: 100, height: 200) { table }
    for _ in 0..<12 {
      table.contentOffset.y += 150
      try h.settle()
    }
    let (first, length) = (try #require(table.visibleElements.first), table.contentBounds?.height)
    let frames = (0..<30).map { table.contentFrame(of: .item(ListIndex(0, $0))) }
    let place = try #require(table.node(for: first).flatMap(h.seen))
    if turns { h.stage.direction = .rtl } else { try h.stage.resize(to: Size(100, 200), scale: 2) }
    try h.settle()
    #expect(table.contentBounds?.height == length)
    #expect((0..<30).map { table.contentFrame(of: .item(ListIndex(0, $0))) } == frames)
    #expect(table.visibleElements.first == first && table.node(for: first).flatMap(h.seen) == place)
    // Rows lie one below the other.
    var y: Double?
    for element in table.visibleElements {
      let frame = try #require(table.node(for: element).flatMap(h.seen))
      if let y { #expect(frame.minY == y) }
      y = frame.maxY
    }
  }

  @Test func scrollingToAnItemUsesTheAppliedData() throws {
    let table = TableNode(ListSnapshot(items: Array(1000..<1100))) { row($0, height: Self.height($0)) }
    table.showsIndicators = false
    table.separator = nil
    let h = try HeadlessStage(width: 100, height: 200) { table }
    table.contentOffset.y = 900
    try h.settle()
    // Of the data that were applied, not of those that are shown still: the place 300 is only there in these.
    table.apply(ListSnapshot(items: Array(0..<400)), animated: false)
    table.scroll(to: ListIndex(0, 300), at: .start, animated: false)
    try h.settle()
    try h.advance(by: 0.3)
    #expect(h.root.find("r300").flatMap { h.seen($0)?.minY } == 0)
    // The first of the new ones, not the first of the old ones.
    table.apply(ListSnapshot(items: Array(2000..<2050) + Array(0..<400)), animated: false)
    table.scroll(to: ListIndex(0, 10), at: .start, animated: false)
    try h.settle()
    try h.advance(by: 0.3)
    #expect(h.root.find("r2010").flatMap { h.seen($0)?.minY } == 0)
  }

  @Test func anIncompleteRowDoesNotFadeIn() throws {
    let meanwhile = Meanwhile()
    let cells = ListSnapshot<Int, Int>.Cells(item: { key, _ in
      let box = BoxNode()
      (box.style.height, box.style.direction) = (.points(50), .column)
      guard key == 20 else { return box }
      var (quick, slow) = (Slow(), Slow())
      quick.color = pureRed
      (slow.color, slow.meanwhile) = (pureBlue, meanwhile)
      for value in [quick, slow] {
        let part = Node(value)
        part.style.height = .points(25)
        box.addSubnode(part)
      }
      return box
    })
    let table = TableNode(ListSnapshot(items: [0, 1, 2]), cells: cells)
    table.showsIndicators = false
    table.separator = nil
    let h = try HeadlessStage(width: 100, height: 200) { table }
    var seen: Set<[UInt8]> = []
    func look() { h.framebuffer.withUnsafeBytes { bytes in _ = seen.insert((0..<4).map { bytes[60 * h.framebuffer.stride + 40 + $0] }) } }
    var failure: (any Error)?
    meanwhile.next {
      // One half of the row is drawn, the other not yet.
      do {
        try h.stage.frame()
        look()
        table.apply(ListSnapshot(items: [0, 2]))
        for _ in 0..<30 {
          while h.workers.runOne() {}
          try h.stage.frame()
          look()
          h.clock.advance(by: 1.0 / 60)
        }
      } catch { failure = error }
    }
    table.apply(ListSnapshot(items: [0, 20, 2]), animated: false)
    try h.settle()
    #expect(failure == nil && meanwhile.isDone && h.root.find("r20") == nil)
    #expect(seen == [[255, 255, 255, 255]], "\(seen)")
  }
}
