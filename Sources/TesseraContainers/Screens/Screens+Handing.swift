internal import Tessera
internal import TesseraLayout

// Sheets of a stack inside tabs are shown by the outermost container around the tabs, so that they cover the bar. The stack counts them as
// its own.

extension ScreenNode {
  /// Stack that shows the screen.
  fileprivate var holder: ScreensNode? { supernode as? ScreensNode }
}

extension Node where Value == Screens {
  /// Sheets of this stack that another container shows, the lowest first, without dismissed ones. Any thread.
  var handedSheets: [ScreenNode] { host.handed.filter { sheet in sheet.holder?.host.stack.screens.contains(sheet) ?? false } }

  /// Whether one of them is in transition. Any thread.
  var movesHandedSheets: Bool {
    host.handed.contains { sheet in
      guard let stack = sheet.holder?.host.stack, let i = stack.index(of: sheet) else { return false }
      return stack.entries[i].isUnderWay || stack.entries[i].isLeaving
    }
  }

  /// Returns the stack that shows `screen` instead of this one, for sheets of a stack inside tabs; nil means this one.
  func holder(for screen: ScreenNode) -> ScreensNode? {
    let host = self.host
    guard screen.presentation == .sheet, !screen.isScoped, !host.isCover, !host.stack.screens.isEmpty else { return nil }
    var (outermost, child): (AnyNode?, AnyNode) = (nil, self)
    while let node = child.supernode {
      if let tabs = node as? TabsNode, child is ScreenNode {
        guard tabs.selectedScreen === child else { return nil }
        outermost = tabs
      } else if let stack = node as? ScreensNode {
        let known = stack.host.stack
        if let i = known.index(of: child), !known.shows(i) { return nil }
        if outermost != nil { outermost = stack }
      }
      child = node
    }
    return outermost as? ScreensNode ?? (outermost as? TabsNode)?.makeCover()
  }

  /// Records that another stack shows `screen`, which counts as one of this stack's.
  func recordHanded(_ screen: ScreenNode) {
    let handed = handedSheets.filter { $0 !== screen } + [screen]
    updateHost { $0.handed = handed }
  }

  /// Moves sheets that were pushed before this stack was visible to the container that shows them. Loop.
  func handSheets() {
    let entries = host.stack.entries.filter { !$0.isLeaving }
    let sheets = entries.dropFirst().reversed().prefix { $0.presentation == .sheet && !$0.node.isScoped }.reversed()
    for entry in sheets {
      guard let holder = holder(for: entry.node) else { continue }
      recordHanded(entry.node)
      updateHost { host in
        host.stack.entries.removeAll { $0.node === entry.node }
        if host.focusOwner === entry.node { host.focusOwner = host.stack.top.map { host.stack.entries[$0].node } }
      }
      for node in entry.decoration.nodes { node.removeFromSupernode() }
      holder.push(entry.node, entry.transition, isImmediate: true)
      holder.updateHost { host in
        if let i = host.stack.index(of: entry.node) { host.stack.entries[i].appearance = entry.appearance }
      }
    }
  }

  /// Dismisses the sheets that another container shows because this stack was removed. Loop.
  func dismissHandedSheets() {
    if let lowest = handedSheets.first { lowest.holder?.dismiss(lowest, nil) }
  }

  /// Dismisses a screen and those above it. Returns them, the topmost last.
  @discardableResult
  private func dismiss(_ screen: ScreenNode, _ transition: ScreenTransition?) -> [ScreenNode] {
    let screens = host.stack.screens
    guard let i = screens.firstIndex(of: screen), i > 0 else { return [] }
    defer { requestTick(after: 0) }
    return updateHost { $0.stack.pop(to: screens[i - 1], transition) }
  }

  /// Implements ``pop(transition:)`` for a sheet that another container shows; nil if there is none.
  func popHanded(_ transition: ScreenTransition?) -> ScreenNode? {
    guard let sheet = handedSheets.last else { return nil }
    return sheet.holder?.dismiss(sheet, transition).first
  }

  /// Dismisses the sheets above `screen` that another container shows. Returns them, the topmost last.
  func popHanded(to screen: ScreenNode, _ transition: ScreenTransition?) -> [ScreenNode] {
    let sheets = handedSheets
    let from = sheets.firstIndex(of: screen).map { $0 + 1 } ?? 0
    guard sheets.indices.contains(from), from > 0 || host.stack.screens.contains(screen) else { return [] }
    return sheets[from].holder?.dismiss(sheets[from], transition) ?? []
  }

  /// Implements ``goBack()`` for a sheet that another container shows; nil if there is none.
  func goBackHanded() -> Bool? {
    guard let sheet = handedSheets.last, let holder = sheet.holder else { return nil }
    return holder.top === sheet && holder.goBack()
  }

  /// Implements ``replace(with:transition:)`` if another container shows the topmost screen. Returns whether it did.
  func replaceHanded(with screen: ScreenNode, _ transition: ScreenTransition?) -> Bool {
    guard let sheet = handedSheets.last, let holder = sheet.holder else { return false }
    if self.holder(for: screen) === holder, holder.top === sheet {
      recordHanded(screen)
      holder.replace(with: screen, transition: transition ?? value.transition)
    } else {
      holder.dismiss(sheet, transition)
      push(screen, transition: transition)
    }
    return true
  }
}

extension Node where Value == Tabs {
  /// Selected screen.
  var selectedScreen: ScreenNode? {
    let screens = subnodes.compactMap { $0 as? ScreenNode }
    return screens.isEmpty ? nil : screens[min(max(0, value.selected), screens.count - 1)]
  }

  /// Returns the stack that shows sheets above the screens and the bar; its lowest screen is empty. It is created with the first sheet. Any
  /// thread.
  func makeCover() -> ScreensNode {
    let made = ScreensNode(root: ScreenNode())
    let cover = storage.host.withLock { host in
      defer { host.cover = host.cover ?? made }
      return host.cover ?? made
    }
    if cover === made {
      cover.updateHost { host in
        host.isCover = true
        host.focusOwner = host.stack.screens.first
      }
    }
    if !cover.isCovering, subnodes.last !== cover { addSubnode(cover) }
    placeCover()
    return cover
  }

  /// Places the stack of sheets over the bar too.
  func placeCover() {
    guard let cover = host.cover else { return }
    let value = self.value
    var style = cover.style
    style.position = .absolute
    style.inset = LayoutEdges.zero
    if value.bar == .top { style.inset.top = .points(-value.barHeight) }
    if value.bar == .bottom { style.inset.bottom = .points(-value.barHeight) }
    if style != cover.style { cover.style = style }
  }

  /// Placements of the screens, the bar and the sheets above them. Content below a sheet receives no touches and no focus.
  var placements: [SubnodePlacement] {
    let host = self.host
    var placements = host.stack.placements
    guard let cover = host.cover else { return placements }
    guard cover.isCovering else { return placements + [SubnodePlacement(cover, isInert: true)] }
    for subnode in subnodes where subnode !== cover {
      if let i = placements.firstIndex(where: { $0.node === subnode }) {
        placements[i].isInert = true
      } else {
        placements.append(SubnodePlacement(subnode, isInert: true))
      }
    }
    return placements
  }
}

extension Node where Value == Screens {
  /// Whether there is a sheet above the tabs.
  fileprivate var isCovering: Bool { host.stack.screens.count > 1 }
}
