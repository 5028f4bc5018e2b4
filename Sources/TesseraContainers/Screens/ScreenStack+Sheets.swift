internal import Tessera
internal import TesseraGeometry

// Draggable sheets. Positions are visible fractions of the sheet's height.

extension ScreenStack {
  /// Sheet that the user can drag: the topmost screen, at rest or in a transition.
  var movableSheet: Int? {
    guard selected == nil, let top, entries[top].presentation == .sheet, entries[top].height > 0, entries[top].isLaidOut else { return nil }
    return canGoBack || entries[top].rests.count > 1 ? top : nil
  }

  /// Returns the visible upper edge of a sheet, in the container's box.
  func sheetTop(_ i: Int) -> Double { size.height - entries[i].presence.value * entries[i].height }

  /// Returns the range in which a drag moves the sheet without rubber-banding.
  private func pullRange(_ i: Int) -> ClosedRange<Double> {
    let rests = entries[i].rests
    return (canGoBack && i == top ? 0 : rests[0])...(rests.last ?? 1)
  }

  /// Starts dragging the topmost sheet at its current position.
  mutating func beginPull() {
    guard let i = movableSheet, pulledSheet == nil else { return }
    if entries[i].transition.seconds <= 0 || entries[i].transition.kind != .slide { entries[i].transition = .slide }
    entries[i].pulled = entries[i].presence.value
    entries[i].presence.hold(at: entries[i].presence.value)
  }

  /// Sheet that the user is dragging.
  var pulledSheet: Int? { entries.firstIndex { $0.pulled != nil && $0.presence.isHeld && !$0.isLeaving } }

  /// Moves the dragged sheet upwards by `distance`, logical units; it rubber-bands beyond its lowest and highest detents.
  /// - Parameter isBound: whether it stops at its lowest and highest detents. The remaining distance is then returned, otherwise 0.
  mutating func pull(by distance: Double, isBound: Bool = false) -> Double {
    guard let i = pulledSheet, let before = entries[i].pulled, distance.isFinite, entries[i].height > 0 else { return distance }
    let (height, range) = (entries[i].height, pullRange(i))
    var wanted = before + distance / height
    if isBound { wanted = min(max(range.upperBound, before), max(min(range.lowerBound, before), wanted)) }
    entries[i].pulled = wanted
    let bounds = range.lowerBound * height...range.upperBound * height
    // It also rubber-bands above its highest detent; its decoration extends it below.
    let most = 1 + size.height * SheetExtent.share / height
    entries[i].presence.hold(at: RubberBand(length: height).position(wanted * height, in: bounds) / height, upTo: most)
    return isBound ? distance - (wanted - before) * height : 0
  }

  /// Ends the drag. The sheet moves to the detent nearest to its projected position, or is dismissed.
  /// - Parameter velocity: upwards, logical units a second.
  /// - Returns: the screen and its detent; a nil detent means that it is dismissed.
  mutating func endPull(velocity: Double) -> (node: ScreenNode, detent: Int?)? {
    guard let i = pulledSheet else { return nil }
    entries[i].pulled = nil
    let entry = entries[i]
    let speed = velocity.isFinite ? velocity / max(1, entry.height) : 0
    // The position projected 0.2 seconds ahead decides.
    let aim = entry.presence.value + speed * 0.2
    let nearest = entry.rests.indices.min { abs(entry.rests[$0] - aim) < abs(entry.rests[$1] - aim) } ?? 0
    let seconds = entry.transition.seconds
    if canGoBack, i == top, aim < entry.rests[0] / 2 {
      entries[i].isLeaving = true
      entries[i].presence.send(to: 0, in: seconds, velocity: speed)
      return (entry.node, nil)
    }
    entries[i].detent = nearest
    entries[i].presence.send(to: entries[i].rest, in: seconds, velocity: speed)
    return (entry.node, nearest)
  }

  /// Returns the height of a sheet that is below the container at rest, logical units. On the way up it is 0, so that content is there when
  /// it becomes visible.
  func cut(_ i: Int) -> Double {
    let entry = entries[i]
    guard entry.presentation == .sheet, entry.rests.count > 1 else { return 0 }
    return entry.presence.isHeld ? 0 : (1 - entry.rest) * entry.height
  }
}
