internal import Tessera
internal import TesseraGeometry

// Keys; loop.

extension Node where Value == Table {
  func key(_ press: KeyPress) -> EventResponse {
    guard press.isDown, press.modifiers.isDisjoint(with: [.control, .alt, .meta]) else { return .ignored }
    // Arrow keys leave a focused node inside a row as they leave any other node.
    if let focused = focusedNode, focused !== self, focused.isInside(self), press.key != .escape { return .ignored }
    switch press.key {
    case .escape where swipe != nil: closeSwipe()
    case .escape where isCarrying: drop(at: nil)
    case .next, .previous:
      if !takesTaps { return .ignored }
      return moveCursor(press.key == .next ? .down : .up)
    case .up, .down, .pageUp, .pageDown, .home, .end:
      if !takesTaps { return scrollByKey(press.key) }
      return moveCursor(press.key)
    case .enter, .space:
      guard let cursor = cursorRow else { return .ignored }
      choose(cursor)
    case .delete, .backspace:
      guard self.isEditing, environmentValues.isEnabled, let cursor = cursorRow, let delete = handlers.delete,
        handlers.canDelete?(cursor) ?? true
      else {
        return .ignored
      }
      delete(cursor)
    default: return .ignored
    }
    return .handled
  }

  /// If no row can be selected, keys scroll the content.
  private func scrollByKey(_ key: KeyPress.Key) -> EventResponse {
    let physics = self.physics
    guard self.isScrollEnabled, let range = physics.range(.vertical) else { return .ignored }
    var target = physics.destination
    let page = max(self.estimatedRowHeight, frame.height - self.estimatedRowHeight)
    switch key {
    case .up: target.y -= self.estimatedRowHeight
    case .down: target.y += self.estimatedRowHeight
    case .pageUp: target.y -= page
    case .pageDown: target.y += page
    case .home: target.y = range.lowerBound
    default: target.y = range.upperBound
    }
    target = physics.clamped(target)
    guard target != physics.destination else { return .ignored }
    scroll(to: target - physics.state.origin)
    return .handled
  }

  private func moveCursor(_ key: KeyPress.Key) -> EventResponse {
    let counts = storage.list.source.itemCounts
    guard let first = counts.firstIndex(where: { $0 > 0 }), let last = counts.lastIndex(where: { $0 > 0 }) else { return .ignored }
    let (start, end) = (ListIndex(first, 0), ListIndex(last, counts[last] - 1))
    var target: ListIndex
    let cursor = cursorRow ?? (self.selection == .single ? selectedRows.first : nil)
    if let cursor {
      switch key {
      case .up: target = counts.index(before: cursor) ?? start
      case .down: target = counts.index(after: cursor) ?? end
      case .home: target = start
      case .end: target = end
      default:
        let way = (frame.height - self.estimatedRowHeight) * (key == .pageDown ? 1 : -1)
        target = page(from: cursor, by: way) ?? (key == .pageDown ? end : start)
      }
    } else {
      // Nothing was selected yet: begin with the first visible row.
      target = key == .end ? end : key == .home ? start : visibleElements.lazy.compactMap(\.index).first ?? start
    }
    guard target != cursor else { return .ignored }
    setCursor(target)
    if self.selection == .single { selectByKey(target) }
    scroll(to: target, at: .nearest)
    return .handled
  }

  /// Returns the row at distance `way` from another.
  private func page(from index: ListIndex, by way: Double) -> ListIndex? {
    guard let frame = contentFrame(of: .item(index)), let bounds = self.contentBounds else { return nil }
    let y = frame.midY + way
    guard y >= bounds.minY, y < bounds.maxY else { return nil }
    // A header at that position is replaced by the rows next to it.
    let near = storage.list.elements(inContent: Rect(0, y - self.estimatedRowHeight, self.frame.width, self.estimatedRowHeight * 2))
      .compactMap(\.index)
    let found = way > 0 ? near.last { ($0 > index) } : near.first { $0 < index }
    return found ?? near.first
  }
}

extension [Int] {
  /// Returns the item after another; the array contains the item counts of sections.
  func index(after index: ListIndex) -> ListIndex? {
    guard indices.contains(index.section) else { return nil }
    if index.item + 1 < self[index.section] { return ListIndex(index.section, index.item + 1) }
    return self.indices.dropFirst(index.section + 1).first { self[$0] > 0 }.map { ListIndex($0, 0) }
  }

  /// Returns the item before another.
  func index(before index: ListIndex) -> ListIndex? {
    guard indices.contains(index.section) else { return nil }
    if index.item > 0 { return ListIndex(index.section, Swift.min(index.item, self[index.section]) - 1) }
    return self.indices.prefix(index.section).last { self[$0] > 0 }.map { ListIndex($0, self[$0] - 1) }
  }
}
