import TesseraContainers
import TesseraGeometry
import TesseraTestSupport
import Testing

/// A list, its layout, and a way of telling it sizes, all out of one seed.
struct PlacementCase: CustomStringConvertible {
  var random: SeededGenerator
  var layout: SectionedLayout
  var metrics: ListMetrics

  init(seed: Int) {
    random = SeededGenerator(seed: UInt64(seed))
    layout = SectionedLayout(Bool.random(using: &random) ? .vertical : .horizontal)
    metrics = ListMetrics(viewport: .zero, sections: [])
    metrics = Self.metrics(&random)
    layout.section = Self.section(&random)
    if Int.random(in: 0..<3, using: &random) == 0 { layout.sections[1] = Self.section(&random) }
    if Bool.random(using: &random) { layout.sectionSpacing = Double.random(in: 0...20, using: &random) }
  }

  var description: String { "\(layout) \(metrics)" }

  static func metrics(_ random: inout SeededGenerator) -> ListMetrics {
    let sections = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
      ListMetrics.Section(
        [0, 1, 7, 40, 600].randomElement(using: &random)!, hasHeader: Bool.random(using: &random), hasFooter: Bool.random(using: &random))
    }
    return ListMetrics(
      viewport: Size(Double(Int.random(in: 50...400, using: &random)), Double(Int.random(in: 50...400, using: &random))),
      insets: Bool.random(using: &random) ? .zero : Insets(top: 4, right: 8, bottom: 12, left: 16),
      isRightToLeft: Bool.random(using: &random),
      scale: [1, 1.5, 2, 3].randomElement(using: &random)!, sections: sections)
  }

  private static func section(_ random: inout SeededGenerator) -> ListSection {
    func spacing() -> Double { [0, 4, 7.5].randomElement(using: &random)! }
    func length() -> ElementLength {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: .fixed(Double.random(in: 0...60, using: &random))
      case 1: .ratio(0.75)
      case 2: .viewport(0.5)
      default: .measured(estimate: [10, 33, 60].randomElement(using: &random)!)
      }
    }
    func columns() -> ColumnCount {
      Bool.random(using: &random)
        ? .fixed(Int.random(in: 1...5, using: &random)) : .minimumBreadth(Double.random(in: 20...90, using: &random))
    }
    let items: ItemArrangement
    switch Int.random(in: 0..<5, using: &random) {
    case 0: items = .rows(length: length(), spacing: spacing())
    case 1: items = .grid(GridArrangement(columns: columns(), length: length(), columnSpacing: spacing(), lineSpacing: spacing()))
    case 2:
      let spans: ColumnSpans = Bool.random(using: &random) ? .pattern([2, 1, 1, 3]) : .items([0: 2, 5: 3, 30: 9])
      items = .grid(GridArrangement(columns: columns(), length: length(), spans: spans, columnSpacing: spacing(), lineSpacing: spacing()))
    case 3:
      items = .flow(
        FlowArrangement(
          estimatedSize: Size(Double.random(in: 5...90, using: &random), Double.random(in: 5...90, using: &random)),
          isFixed: Int.random(in: 0..<4, using: &random) == 0, itemSpacing: spacing(), lineSpacing: spacing(),
          justify: FlowArrangement.Justify.allCases.randomElement(using: &random)!,
          align: FlowArrangement.Align.allCases.randomElement(using: &random)!))
    default:
      items = .waterfall(WaterfallArrangement(columns: columns(), length: length(), columnSpacing: spacing(), itemSpacing: spacing()))
    }
    var section = ListSection(items)
    if Bool.random(using: &random) { section.insets = Insets(top: 3, right: 5, bottom: 7, left: 9) }
    section.header = .init(length(), isSticky: Bool.random(using: &random))
    section.footer = .init(length(), isSticky: Bool.random(using: &random))
    if Bool.random(using: &random) { section.background = "behind" }
    if Int.random(in: 0..<3, using: &random) == 0 { section.badges = [.init("badge", size: Size(12, 10), anchor: Point(0.9, 0.1))] }
    return section
  }

  mutating func size() -> Size {
    Size(Double(Int.random(in: 0...300, using: &random)) / 4, Double(Int.random(in: 0...300, using: &random)) / 4)
  }

  /// Some elements that exist, and their sizes: a run of items, a few anywhere, and headers.
  mutating func sizes() -> [(element: ListElement, size: Size)] {
    guard !metrics.sections.isEmpty else { return [] }
    let number = Int.random(in: 0..<metrics.sections.count, using: &random)
    var result: [(element: ListElement, size: Size)] = []
    let count = metrics.sections[number].count
    if count > 0 {
      let first = Int.random(in: 0..<count, using: &random)
      for item in first..<min(count, first + Int.random(in: 0...40, using: &random)) {
        result.append((.item(ListIndex(number, item)), size()))
      }
      for _ in 0..<3 { result.append((.item(ListIndex(number, Int.random(in: 0..<count, using: &random))), size())) }
    }
    if metrics.sections[number].hasHeader { result.append((.header(number), size())) }
    if metrics.sections[number].hasFooter, Bool.random(using: &random) { result.append((.footer(number), size())) }
    return result
  }
}

@Suite struct PlacementTests {
  private static func touches(_ frame: Rect, _ area: Rect) -> Bool {
    func meets(_ low: Double, _ length: Double, _ from: Double, _ to: Double) -> Bool {
      length > 0 ? low < to && low + length > from : low >= from && low <= to
    }
    return meets(frame.minX, frame.width, area.minX, area.maxX) && meets(frame.minY, frame.height, area.minY, area.maxY)
  }

  private static func areClose(_ a: Rect, _ b: Rect) -> Bool {
    abs(a.minX - b.minX) < 1e-6 && abs(a.minY - b.minY) < 1e-6 && abs(a.width - b.width) < 1e-6 && abs(a.height - b.height) < 1e-6
  }

  /// Compares every frame with the naive one. Returns what differs first.
  private static func difference(_ placement: any ListPlacement, _ naive: NaivePlacement) -> String? {
    let all = naive.frames()
    let bounds = all.reduce(placement.contentBounds) { $0.union($1.1.inset(by: -1)) }
    let own = Dictionary(placement.elements(in: bounds.inset(by: -1)).map { ($0.element, $0.frame) }) { first, _ in first }
    if own.count != all.count { return "has \(own.count) elements, should have \(all.count)" }
    for (i, (element, frame)) in all.enumerated() {
      guard let found = own[element] else { return "\(element) is not there" }
      if !areClose(found, frame) { return "\(element) lies at \(found), should at \(frame)" }
      guard i % 29 == 0 || i < 20 else { continue }
      guard let told = placement.frame(of: element) else { return "\(element) has no frame" }
      if !areClose(told, frame) { return "\(element) is said to lie at \(told), lies at \(frame)" }
    }
    return nil
  }

  @Test(arguments: 0..<300) func framesMatchANaiveLayout(seed: Int) {
    var list = PlacementCase(seed: seed)
    var placement = list.layout.makePlacement(list.metrics)
    var naive = NaivePlacement(layout: list.layout, metrics: list.metrics)
    #expect(Self.difference(placement, naive) == nil, "\(list)")
    for step in 0..<4 {
      let sizes = list.sizes()
      placement.setSizes(sizes)
      for (element, size) in sizes { naive.known[element] = size }
      let difference = Self.difference(placement, naive)
      #expect(difference == nil, "step \(step): \(list)")
      if difference != nil { return }
    }
  }

  @Test(arguments: 0..<300) func elementsOfAnAreaMatchTheirFrames(seed: Int) {
    var list = PlacementCase(seed: seed)
    var placement = list.layout.makePlacement(list.metrics)
    for _ in 0..<3 {
      placement.setSizes(list.sizes())
      let bounds = placement.contentBounds
      let all = placement.elements(in: bounds.inset(by: -50)).map { ($0.element, $0.frame) }
      for _ in 0..<6 {
        var area = Rect(
          Double.random(in: bounds.minX - 40...bounds.maxX, using: &list.random),
          Double.random(in: bounds.minY - 40...bounds.maxY, using: &list.random), Double.random(in: 0...300, using: &list.random),
          Double.random(in: 0...300, using: &list.random))
        // Edges that meet edges of elements.
        if let (_, frame) = all.randomElement(using: &list.random), Bool.random(using: &list.random) { area.origin = frame.origin }
        let found = placement.elements(in: area)
        let expected = all.filter { Self.touches($0.1, area) }
        #expect(Set(found.map(\.element)) == Set(expected.map(\.0)), "\(area) of \(list)")
        #expect(found.count == expected.count)
        for place in found where placement.frame(of: place.element).map({ Self.areClose($0, place.frame) }) != true {
          Issue.record("\(place) is not where \(String(describing: placement.frame(of: place.element))): \(list)")
        }
      }
    }
  }

  @Test(arguments: 0..<200) func itemsNeitherOverlapNorLeaveTheContent(seed: Int) {
    var list = PlacementCase(seed: seed)
    var placement = list.layout.makePlacement(list.metrics)
    for _ in 0..<4 { placement.setSizes(list.sizes()) }
    let bounds = placement.contentBounds.inset(by: -1e-6)
    let places = placement.elements(in: bounds).filter { $0.element.index != nil || $0.element.isEdge }
    for (i, place) in places.enumerated() where i % 5 == 0 || i < 20 {
      let near = placement.elements(in: place.frame.inset(by: 1e-3))
      for other in near where other.element != place.element && (other.element.index != nil || other.element.isEdge) {
        #expect(other.frame.intersection(place.frame).inset(by: 1e-4).isEmpty, "\(place) and \(other) of \(list)")
      }
      let along = list.layout.axis
      #expect(place.frame.origin[along] >= bounds.origin[along], "\(place) \(i)")
      #expect(place.frame.origin[along] + place.frame.size[along] <= bounds.origin[along] + bounds.size[along], "\(place) \(i) of \(list)")
    }
  }

  @Test(arguments: 0..<200) func theOrderOfReportedSizesDoesNotChangeTheResult(seed: Int) {
    var list = PlacementCase(seed: seed)
    var sizes: [ListElement: Size] = [:]
    for _ in 0..<4 { for (element, size) in list.sizes() { sizes[element] = size } }
    var all = list.layout.makePlacement(list.metrics)
    all.setSizes(sizes.map { ($0.key, $0.value) })
    var single = list.layout.makePlacement(list.metrics)
    for (element, size) in sizes.shuffled(using: &list.random) {
      single.setSize(list.size(), of: element)
      single.setSize(size, of: element)
    }
    for (i, place) in all.elements(in: all.contentBounds).enumerated() where i % 7 == 0 || i < 20 {
      #expect(single.frame(of: place.element).map { Self.areClose($0, place.frame) } == true, "\(place) of \(list)")
    }
    #expect(Self.areClose(all.contentBounds, single.contentBounds))
  }

  /// A list whose sections and items went elsewhere.
  private struct Shuffle: ListChanges {
    var items: [ListIndex: ListIndex] = [:]
    var sections: [Int: Int] = [:]
    func newIndex(of old: ListIndex) -> ListIndex? { items[old] }
    func newSection(of old: Int) -> Int? { sections[old] }
  }

  @Test(arguments: 0..<200) func keptItemsOfAChangedListKeepTheirSizes(seed: Int) {
    var list = PlacementCase(seed: seed)
    var placement = list.layout.makePlacement(list.metrics)
    var naive = NaivePlacement(layout: list.layout, metrics: list.metrics)
    for _ in 0..<3 {
      let sizes = list.sizes()
      placement.setSizes(sizes)
      for (element, size) in sizes { naive.known[element] = size }
    }
    let old = list.metrics
    var new = PlacementCase.metrics(&list.random)
    (new.viewport, new.scale) = (old.viewport, old.scale)
    var free = new.sections.enumerated().flatMap { section in (0..<section.element.count).map { ListIndex(section.offset, $0) } }
      .shuffled(using: &list.random)
    var changes = Shuffle()
    for (section, count) in old.sections.map(\.count).enumerated() {
      for item in 0..<count where Int.random(in: 0..<5, using: &list.random) > 0 {
        if let to = free.popLast() { changes.items[ListIndex(section, item)] = to }
      }
    }
    for (from, to) in zip(old.sections.indices.shuffled(using: &list.random), new.sections.indices) { changes.sections[from] = to }
    placement.apply(changes, new)
    var after = NaivePlacement(layout: list.layout, metrics: new)
    for (element, size) in naive.known {
      let kept: ListElement? =
        switch element {
        case .item(let index): changes.items[index].map { .item($0) }
        case .header(let section): changes.sections[section].map { .header($0) }
        case .footer(let section): changes.sections[section].map { .footer($0) }
        case .supplementary: nil
        }
      // What was not measured where it was, and is where it went, is measured anew.
      if let kept, Self.isMeasured(element, list.layout), Self.isFlow(element, list.layout) || !Self.isFlow(kept, list.layout) {
        after.known[kept] = size
      }
    }
    #expect(Self.difference(placement, after) == nil, "\(list)")
  }

  private static func isFlow(_ element: ListElement, _ layout: SectionedLayout) -> Bool {
    if case .flow = (layout.sections[element.section] ?? layout.section).items, element.index != nil { true } else { false }
  }

  private static func isMeasured(_ element: ListElement, _ layout: SectionedLayout) -> Bool {
    let section = layout.sections[element.section] ?? layout.section
    func isMeasured(_ length: ElementLength) -> Bool { if case .measured = length { true } else { false } }
    switch element {
    case .header: return isMeasured(section.header.length)
    case .footer: return isMeasured(section.footer.length)
    case .supplementary: return false
    case .item:
      switch section.items {
      case .rows(let length, _): return isMeasured(length)
      case .grid(let grid): return isMeasured(grid.length)
      case .waterfall(let waterfall): return isMeasured(waterfall.length)
      case .flow(let flow): return !flow.isFixed
      }
    }
  }

  @Test(arguments: 0..<100) func nodesAreMeasuredWithTheSizesOfTheirFrames(seed: Int) {
    var list = PlacementCase(seed: seed)
    var placement = list.layout.makePlacement(list.metrics)
    placement.setSizes(list.sizes())
    for (i, place) in placement.elements(in: placement.contentBounds).enumerated() where i % 17 == 0 || i < 20 {
      let range = placement.constraint(for: place.element)
      let cross = list.layout.axis.cross
      #expect(place.frame.size[cross] <= range.max[cross] + 1e-6, "\(place) \(range) of \(list)")
      #expect(place.frame.size[cross] >= range.min[cross] - 1e-6, "\(place) \(range) of \(list)")
      #expect(place.frame.size[list.layout.axis] <= range.max[list.layout.axis] + 1e-6, "\(place) \(range)")
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -1]) func invalidSizesChangeNothing(bad: Double) {
    let metrics = ListMetrics(viewport: Size(100, 100), sections: [.init(50, hasHeader: true)])
    for layout in Self.layouts {
      var placement = layout.makePlacement(metrics)
      let before = placement.contentBounds
      placement.setSizes([
        (.item(ListIndex(0, 3)), Size(bad, bad)), (.header(0), Size(bad, bad)), (.item(ListIndex(0, 50)), Size(10, 10)),
        (.item(ListIndex(0, -1)), Size(10, 10)), (.item(ListIndex(1, 0)), Size(10, 10)), (.header(7), Size(1, 1)), (.footer(0), Size(1, 1)),
        (.supplementary("none", ListIndex(0, 0)), Size(1, 1)),
      ])
      #expect(placement.contentBounds == before)
      #expect(placement.frame(of: .item(ListIndex(0, 50))) == nil)
      #expect(placement.frame(of: .header(-1)) == nil)
      #expect(placement.frame(of: .footer(0)) == nil)
      #expect(placement.frame(of: .supplementary("none", ListIndex(0, 0))) == nil)
      #expect(placement.elements(in: Rect(0, 0, bad, 10)).isEmpty || bad == -1)
    }
  }

  private static let layouts: [SectionedLayout] = [
    .table(), .shelf(), .pages(), .grid(GridArrangement(columns: .fixed(3))),
    .grid(GridArrangement(columns: .minimumBreadth(30), length: .measured(estimate: 20), spans: .pattern([2, 1]))),
    .flow(FlowArrangement(estimatedSize: Size(30, 20))), .waterfall(WaterfallArrangement(columns: .fixed(3))),
  ]

  @Test func invalidSettingsDoNotTrap() {
    let bad: [Double] = [.nan, .infinity, -.infinity, -5, 0, 1e300]
    for value in bad {
      let lengths: [ElementLength] = [.fixed(value), .ratio(value), .measured(estimate: value), .viewport(value)]
      for length in lengths {
        let arrangements: [ItemArrangement] = [
          .rows(length: length, spacing: value),
          .grid(GridArrangement(columns: .minimumBreadth(value), length: length, columnSpacing: value, lineSpacing: value)),
          .grid(GridArrangement(columns: .fixed(-3), length: length, spans: .pattern([0, -4, .max]), columnSpacing: value)),
          .flow(FlowArrangement(estimatedSize: Size(value, value), itemSpacing: value, lineSpacing: value)),
          .waterfall(WaterfallArrangement(columns: .fixed(.max), length: length, columnSpacing: value, itemSpacing: value)),
        ]
        for arrangement in arrangements {
          var section = ListSection(arrangement, insets: Insets(value))
          section.header = .init(length, isSticky: true)
          section.badges = [.init("badge", size: Size(value, value), anchor: Point(value, value))]
          let layout = SectionedLayout(.vertical, section: section, sectionSpacing: value)
          let metrics = ListMetrics(
            viewport: Size(100, value), insets: Insets(value), scale: value, sections: [.init(300, hasHeader: true)])
          var placement = layout.makePlacement(metrics)
          placement.setSize(Size(1e300, 1e300), of: .item(ListIndex(0, 1)))
          #expect(placement.contentBounds.isFinite)
          #expect(placement.frame(of: .item(ListIndex(0, 299))) != nil)
          _ = placement.stickyElements(in: Rect(0, 0, 100, 100))
        }
      }
    }
  }

  @Test(arguments: 0..<7) func aMillionItemsAreFoundAndMeasured(kind: Int) {
    let layout = Self.layouts[kind]
    var placement = layout.makePlacement(ListMetrics(viewport: Size(300, 300), sections: [.init(1_000_000, hasHeader: true)]))
    let last = placement.frame(of: .item(ListIndex(0, 999_999)))
    #expect(last?.isFinite == true)
    for item in stride(from: 0, to: 1_000_000, by: 50_000) { placement.setSize(Size(40, 70), of: .item(ListIndex(0, item))) }
    for item in stride(from: 0, to: 1_000_000, by: 100_000) {
      guard let frame = placement.frame(of: .item(ListIndex(0, item))) else {
        Issue.record("item \(item) has no frame")
        continue
      }
      let found = placement.elements(in: frame)
      #expect(found.contains { $0.element == .item(ListIndex(0, item)) })
      #expect(found.count < 500)
    }
  }

  @Test(arguments: [false, true]) func aHeaderSticksUntilItsSectionLeavesTheViewport(isHorizontal: Bool) {
    var layout = SectionedLayout.table(estimate: 10, hasStickyHeaders: true)
    layout.section.header.length = .fixed(20)
    layout.section.footer = .init(.fixed(8), isSticky: true)
    if isHorizontal { layout.axis = .horizontal }
    let placement = layout.makePlacement(
      ListMetrics(viewport: Size(50, 50), sections: Array(repeating: .init(10, hasHeader: true, hasFooter: true), count: 3)))
    // Each section takes 20, 100 and 8.
    func starts(_ offset: Double) -> [ListElement: Double] {
      var area = Rect(0, 0, 50, 50)
      area.origin[layout.axis] = offset
      return Dictionary(uniqueKeysWithValues: placement.stickyElements(in: area).map { ($0.element, $0.frame.origin[layout.axis]) })
    }
    #expect(starts(0) == [.header(0): 0, .footer(0): 42])
    #expect(starts(60) == [.header(0): 60, .footer(0): 102])
    #expect(starts(75) == [.header(0): 75, .footer(0): 117])
    #expect(starts(90) == [.header(0): 90, .footer(0): 120, .header(1): 128])
    #expect(starts(110) == [.header(0): 100, .footer(0): 120, .header(1): 128, .footer(1): 152])
    #expect(starts(121) == [.footer(0): 120, .header(1): 128, .footer(1): 163])
    #expect(starts(130) == [.header(1): 130, .footer(1): 172])
    // Without a shift it lies where it was laid out.
    #expect(placement.frame(of: .header(1))?.origin[layout.axis] == 128)
  }
}

extension ListElement {
  fileprivate var isEdge: Bool {
    switch self {
    case .header, .footer: true
    case .item, .supplementary: false
    }
  }
}
