internal import TesseraGeometry

/// Placement of a list with a ``SectionedLayout``. A value.
struct SectionedPlacement: ListPlacement {
  /// Section in coordinates relative to its start.
  struct Section: Sendable {
    /// Length of the header, nil if there is none, and whether it is measured or fixed.
    var header: Double?
    var footer: Double?
    var knowsHeader = false
    var knowsFooter = false
    /// Insets before and after the items along the axis.
    var before = 0.0
    var after = 0.0
    /// Start of the items across the axis, within the section.
    var near = 0.0
    /// Items, arranged in the breadth without insets.
    var items: SectionItems

    /// Start of the items.
    var start: Double { (header ?? 0) + before }
    /// Start of the footer.
    var end: Double { start + items.length + after }
    /// Length of the section.
    var length: Double { end + (footer ?? 0) }
  }

  let layout: SectionedLayout
  private(set) var space: ListSpace
  private(set) var sections: BlockArray<Section>
  /// Lengths of the sections, each with the gap after it.
  private(set) var extents: BlockSums
  /// Insets of all content: before and after along the axis, and on both sides across it.
  private let edges: (before: Double, after: Double, near: Double, far: Double)
  private let spacing: Double
  /// Breadth of sections across the axis.
  private let breadth: Double

  init(_ layout: SectionedLayout, _ metrics: ListMetrics) {
    self.layout = layout
    let space = ListSpace(layout.axis, metrics, contentBreadth: layout.contentBreadth)
    self.space = space
    let edges = space.flow(metrics.insets)
    self.edges = edges
    spacing = layout.sectionSpacing > 0 ? min(space.rounded(layout.sectionSpacing), ListMetrics.longest) : 0
    let breadth = max(0, space.breadth - edges.near - edges.far)
    self.breadth = breadth
    sections = BlockArray(metrics.sections.enumerated().map { Self.section(layout[$0], $1, breadth: breadth, space: space) })
    extents = BlockSums()
    let room = spacing
    extents = BlockSums(sections.map { $0.length + room })
  }

  private static func section(_ settings: ListSection, _ section: ListMetrics.Section, breadth: Double, space: ListSpace) -> Section {
    func ok(_ value: Double) -> Double { value > 0 ? min(space.rounded(value), ListMetrics.longest) : 0 }
    let insets = space.flow(section.count > 0 ? settings.insets : .zero)
    let items = max(0, breadth - ok(insets.near) - ok(insets.far))
    let header = settings.header.length.resolved(breadth: breadth, space)
    let footer = settings.footer.length.resolved(breadth: breadth, space)
    return Section(
      header: section.hasHeader ? header.value : nil, footer: section.hasFooter ? footer.value : nil,
      before: ok(insets.before), after: ok(insets.after), near: ok(insets.near),
      items: SectionItems(settings.items, count: section.count, breadth: items, space: space))
  }

  // MARK: Places

  var contentBounds: Rect {
    let length = edges.before + max(0, extents.total - (sections.isEmpty ? 0 : spacing)) + edges.after
    return space.rect(FlowRect(start: 0, length: max(space.extent, length), cross: 0, breadth: space.breadth))
  }

  /// Start of a section along the axis.
  private func start(of section: Int) -> Double { edges.before + extents.sum(before: section) }

  private func edge(_ start: Double, _ length: Double) -> FlowRect {
    FlowRect(start: start, length: length, cross: edges.near, breadth: breadth)
  }

  /// Returns the frame of an item in the coordinates of the list.
  private func moved(_ place: FlowRect, _ section: Section, start: Double) -> FlowRect {
    FlowRect(
      start: space.rounded(start + section.start + place.start), length: place.length, cross: edges.near + section.near + place.cross,
      breadth: place.breadth)
  }

  /// Returns the frame behind the items of a section.
  private func background(_ section: Section, start: Double) -> FlowRect {
    edge(space.rounded(start + (section.header ?? 0)), section.end - (section.header ?? 0))
  }

  private func badge(_ badge: ListSection.Badge, on item: FlowRect) -> FlowRect {
    let (length, breadth) = (badge.size[layout.axis], badge.size[layout.axis.cross])
    return FlowRect(
      start: space.rounded(item.start + item.length * badge.anchor[layout.axis] - length / 2), length: length,
      cross: space.rounded(item.cross + item.breadth * badge.anchor[layout.axis.cross] - breadth / 2), breadth: breadth)
  }

  func elements(in rect: Rect) -> [ListPlace] {
    guard rect.isFinite else { return [] }
    let area = space.flow(rect)
    var result: [ListPlace] = []
    func add(_ element: ListElement, _ place: FlowRect, _ zIndex: Int = 0) {
      let frame = space.rect(place)
      if ItemFrames.touches(frame, rect) { result.append(ListPlace(element, frame, zIndex: zIndex)) }
    }
    let reach = badgeReach
    let first = extents.place(reaching: area.start - edges.before - reach)
    var (number, start) = (first.index, edges.before + first.before)
    while number < sections.count, start <= area.end + reach {
      let section = sections[number]
      let settings = layout[number]
      if let header = section.header { add(.header(number), edge(space.rounded(start), header), settings.header.isSticky ? 1 : 0) }
      if let kind = settings.background, section.items.count > 0 {
        add(.supplementary(kind, ListIndex(number, 0)), background(section, start: start), -1)
      }
      let base = start + section.start
      section.items.visit(area.start - base - 1 - reach, area.end - base + 1 + reach) { item, place in
        let place = moved(place, section, start: start)
        add(.item(ListIndex(number, item)), place)
        for badge in settings.badges {
          add(.supplementary(badge.kind, ListIndex(number, item)), self.badge(badge, on: place), badge.zIndex)
        }
      }
      if let footer = section.footer {
        add(.footer(number), edge(space.rounded(start + section.end), footer), settings.footer.isSticky ? 1 : 0)
      }
      start += extents[number]
      number += 1
    }
    return result
  }

  /// Maximum distance that badges extend beyond their items along the axis.
  private var badgeReach: Double {
    func reach(_ section: ListSection) -> Double { section.badges.map { $0.size[layout.axis] }.max() ?? 0 }
    return layout.sections.values.reduce(reach(layout.section)) { max($0, reach($1)) }
  }

  private func exists(_ index: ListIndex) -> Bool {
    sections.indices.contains(index.section) && index.item >= 0 && index.item < sections[index.section].items.count
  }

  func frame(of element: ListElement) -> Rect? {
    let number = element.section
    guard sections.indices.contains(number) else { return nil }
    let start = start(of: number)
    if case .item(let index) = element {
      guard exists(index) else { return nil }
      return space.rect(moved(sections[number].items.frame(of: index.item), sections[number], start: start))
    }
    let section = sections[number]
    switch element {
    case .item: return nil
    case .header: return section.header.map { space.rect(edge(space.rounded(start), $0)) }
    case .footer: return section.footer.map { space.rect(edge(space.rounded(start + section.end), $0)) }
    case .supplementary(let kind, let index):
      guard exists(index) else { return nil }
      if let badge = layout[number].badges.first(where: { $0.kind == kind }) {
        return space.rect(self.badge(badge, on: moved(section.items.frame(of: index.item), section, start: start)))
      }
      guard kind == layout[number].background, index.item == 0 else { return nil }
      return space.rect(background(section, start: start))
    }
  }

  func frames(of elements: [ListElement]) -> [Rect?] {
    var lines: [Int: LineItems.Frames] = [:]
    return elements.map { element in
      guard case .item(let index) = element, exists(index), case .lines(let items) = sections[index.section].items else {
        return frame(of: element)
      }
      let place = lines[index.section, default: LineItems.Frames(items)][index.item]
      return space.rect(moved(place, sections[index.section], start: start(of: index.section)))
    }
  }

  /// Constraint of each item of a section, if it is the same for all; else nil.
  func commonConstraint(ofSection section: Int) -> SizeRange? {
    guard sections.indices.contains(section) else { return nil }
    switch sections[section].items {
    case .rows(let items): return space.range(items.constraint(for: 0))
    case .waterfall(let items): return space.range(items.constraint(for: 0))
    case .grid, .lines: return nil
    }
  }

  func constraint(for element: ListElement) -> SizeRange {
    guard sections.indices.contains(element.section) else { return .unlimited }
    func range(_ edge: ListSection.Edge) -> SizeRange {
      let length = edge.length.resolved(breadth: breadth, space)
      return space.range(length.isFixed ? FlowRange(length: length.value...length.value, breadth: breadth...breadth) : .breadth(breadth))
    }
    switch element {
    case .item(let index):
      return exists(index) ? space.range(sections[index.section].items.constraint(for: index.item)) : .unlimited
    case .header: return range(layout[element.section].header)
    case .footer: return range(layout[element.section].footer)
    case .supplementary: return frame(of: element).map { SizeRange(exactly: $0.size) } ?? .unlimited
    }
  }

  func stickyElements(in visible: Rect) -> [ListPlace] {
    guard visible.isFinite, layout.hasStickyElements else { return [] }
    let area = space.flow(visible)
    var result: [ListPlace] = []
    func add(_ element: ListElement, _ place: FlowRect) {
      let frame = space.rect(place)
      if ItemFrames.touches(frame, visible) { result.append(ListPlace(element, frame, zIndex: 1)) }
    }
    let first = extents.place(reaching: area.start - edges.before)
    var (number, start) = (first.index, edges.before + first.before)
    while number < sections.count, start <= area.end {
      let section = sections[number]
      let settings = layout[number]
      if let header = section.header, settings.header.isSticky {
        // It is pushed out by the last of the items.
        let at = max(start, min(area.start, start + section.end - header))
        let place = edge(space.rounded(at), header)
        add(.header(number), place)
      }
      if let footer = section.footer, settings.footer.isSticky {
        let at = min(start + section.end, max(area.end - footer, start + (section.header ?? 0)))
        let place = edge(space.rounded(at), footer)
        add(.footer(number), place)
      }
      start += extents[number]
      number += 1
    }
    return result
  }

  // MARK: Changes

  mutating func setSizes(_ sizes: [(element: ListElement, size: Size)]) {
    var items: [Int: [(item: Int, length: Double, breadth: Double)]] = [:]
    var touched: Set<Int> = []
    for (element, size) in sizes {
      guard let length = measured(size[layout.axis]), let breadth = measured(size[layout.axis.cross]) else { continue }
      let number = element.section
      guard sections.indices.contains(number) else { continue }
      switch element {
      case .item(let index): if exists(index) { items[number, default: []].append((index.item, length, breadth)) }
      case .header: setHeader(number, length)
      case .footer: setFooter(number, length)
      case .supplementary: continue
      }
      touched.insert(number)
    }
    for (number, sizes) in items { sections[number].items.set(sizes) }
    for number in touched { extents[number] = sections[number].length + spacing }
  }

  /// Returns a measured length in whole pixels; nil if it is invalid.
  private func measured(_ value: Double) -> Double? {
    value.isFinite && value >= 0 ? min(space.roundedUp(value), ListMetrics.longest) : nil
  }

  private mutating func setHeader(_ number: Int, _ length: Double) {
    guard sections[number].header != nil, case .measured = layout[number].header.length else { return }
    sections[number].header = length
    sections[number].knowsHeader = true
  }

  private mutating func setFooter(_ number: Int, _ length: Double) {
    guard sections[number].footer != nil, case .measured = layout[number].footer.length else { return }
    sections[number].footer = length
    sections[number].knowsFooter = true
  }

  /// Complexity: linear in the sections and in the known sizes.
  mutating func apply(_ changes: some ListChanges, _ metrics: ListMetrics) {
    let old = sections
    self = SectionedPlacement(layout, metrics)
    var items: [Int: [(item: Int, length: Double, breadth: Double)]] = [:]
    for (number, section) in old.enumerated() {
      if section.knowsHeader || section.knowsFooter, let now = changes.newSection(of: number), sections.indices.contains(now) {
        if section.knowsHeader, let header = section.header { setHeader(now, header) }
        if section.knowsFooter, let footer = section.footer { setFooter(now, footer) }
      }
      section.items.forEachKnown { item, length, breadth in
        guard let now = changes.newIndex(of: ListIndex(number, item)), exists(now) else { return }
        // An item that filled its line may be broader in a longer line.
        if let line = section.items.lineBreadth, breadth > line - 1e-6, let longer = sections[now.section].items.lineBreadth, longer > line
        {
          return
        }
        items[now.section, default: []].append((now.item, length, breadth))
      }
    }
    for (number, sizes) in items { sections[number].items.set(sizes) }
    let room = spacing
    extents = BlockSums(sections.map { $0.length + room })
  }
}

extension SectionedLayout {
  /// Whether any header or footer is sticky.
  var hasStickyElements: Bool {
    func sticks(_ section: ListSection) -> Bool { section.header.isSticky || section.footer.isSticky }
    return sticks(section) || sections.values.contains(where: sticks)
  }
}
