internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout

extension ScreenStack {
  /// Distance that a covered page moves, as a fraction of the width.
  private static let parallax = 1.0 / 3

  /// Placements of the screens at this moment.
  var placements: [SubnodePlacement] {
    var result: [SubnodePlacement] = []
    // In tabs, the screen that slides.
    let slider = selected == nil ? nil : entries.firstIndex { $0.presence.isUnderWay && $0.transition.kind == .slide }
    for (i, entry) in entries.enumerated() {
      let presence = entry.presence.value
      var placement = SubnodePlacement(entry.node, isInert: i != top)
      if isSeen(i), presence > 0 {
        if selected != nil {
          if let slider {
            let share = entries[slider].presence.value
            placement.offset.x = (i < slider ? -share : 1 - share) * size.width
          } else {
            placement.opacity = presence
          }
        }
        switch (selected == nil ? entry.transition.kind : .none, entry.presentation) {
        case (.none, .sheet): placement.offset.y = (1 - presence) * entry.height
        case (.none, _): break
        case (.fade, .sheet):
          placement.opacity = min(1, presence / entry.rest)
          placement.offset.y = (1 - max(presence, entry.rest)) * entry.height
        case (.fade, _): placement.opacity = presence
        case (.slide, .page): placement.offset.x = (1 - presence) * size.width
        case (.slide, .cover): placement.offset.y = (1 - presence) * size.height
        case (.slide, .sheet): placement.offset.y = (1 - presence) * entry.height
        }
        if selected == nil, let cover = entries[(i + 1)...].first(where: \.covers), cover.presentation == .page,
          cover.transition.kind == .slide
        {
          placement.offset.x -= Self.parallax * cover.presence.value * size.width
        }
      } else {
        placement.opacity = 0
      }
      if placement != SubnodePlacement(entry.node) { result.append(placement) }
      result += decorations(i)
    }
    return result
  }

  /// Returns the placements of a screen's decoration.
  private func decorations(_ i: Int) -> [SubnodePlacement] {
    let entry = entries[i]
    let (decoration, presence, isSeen) = (entry.decoration, entry.presence.value, isSeen(i))
    var result: [SubnodePlacement] = []
    if let dim = decoration.dim {
      let share = min(1, presence / max(1e-6, entry.rests.first ?? 1))
      result.append(SubnodePlacement(dim, opacity: isSeen ? share : 0, isInert: i != top))
    }
    if let shade = decoration.shade {
      // It ends at the page's edge; a page at rest covers it.
      let isShown = isSeen && entry.isUnderWay && entry.transition.kind == .slide
      result.append(
        SubnodePlacement(shade, offset: Point(-presence * size.width, 0), opacity: isShown ? min(1, presence) : 0, isInert: true))
    }
    if let extent = decoration.extent {
      // It is below the sheet's lower edge if that edge is above the container's.
      let excess = max(0, presence - 1) * entry.height
      result.append(
        SubnodePlacement(
          extent, offset: Point(0, size.height * SheetExtent.share - excess), opacity: isSeen && excess > 0 ? 1 : 0, isInert: true))
    }
    if let grabber = decoration.grabber {
      let isShown = isSeen && entry.hasGrabber && (entry.isDismissible || entry.rests.count > 1)
      result.append(SubnodePlacement(grabber, offset: Point(0, sheetTop(i)), opacity: isShown ? 1 : 0, isInert: true))
    }
    return result
  }

  /// Returns the interface state of a subnode of the container.
  /// - Parameters:
  ///   - node: subnode of the container.
  ///   - state: interface state of the container.
  ///   - depth: number of actions until the container is visible.
  func state(of node: AnyNode, within state: InterfaceState, depth: Int) -> InterfaceState {
    if let i = index(of: node) {
      if shows(i) || isSeen(i) { return state }
      return min(state, depth + self.depth(i) < 3 ? .display : .preload)
    }
    if let i = entries.firstIndex(where: { $0.decoration.nodes.contains { $0 === node } }) {
      return isSeen(i) ? state : min(state, .measured)
    }
    return state
  }
}

/// Sets the interface states of a container's screens.
struct ScreenRanging: SubnodeRanging {
  /// Stack of the container, which determines the states.
  let stack: @Sendable (AnyNode) -> ScreenStack?
  private var subnodes: [AnyNode] = []
  private var states: [InterfaceState] = []

  init(_ stack: @escaping @Sendable (AnyNode) -> ScreenStack?) { self.stack = stack }

  mutating func place(_ frames: [Rect], former: [Int?]?) {
    guard let former else { return }
    let before = states
    states = former.map { old in old.flatMap { before.indices.contains($0) ? before[$0] : nil } ?? .measured }
  }

  mutating func arrange(_ node: AnyNode, subnodes: [AnyNode], direction: LayoutDirection) {
    self.subnodes = subnodes
    (node as? any ScreenContainer)?.didLayOut(subnodes, direction)
  }

  mutating func update(_ node: AnyNode, size: Size, state: InterfaceState) -> [RangeAction] {
    // Pending changes of the container are applied before states are computed.
    (node as? any ScreenContainer)?.applyChanges(state)
    guard let stack = stack(node), states.count == subnodes.count else { return [] }
    let depth = node.visibilityDepth
    var (down, up): ([RangeAction], [RangeAction]) = ([], [])
    for (i, subnode) in subnodes.enumerated() {
      let wanted = max(.measured, stack.state(of: subnode, within: state, depth: depth))
      while states[i] > wanted, let next = InterfaceState(rawValue: states[i].rawValue - 1) {
        down.append(RangeAction(.exit, states[i], i..<i + 1))
        states[i] = next
      }
      while states[i] < wanted, let next = InterfaceState(rawValue: states[i].rawValue + 1) {
        states[i] = next
        up.append(RangeAction(.enter, next, i..<i + 1))
      }
    }
    return down + up
  }
}
