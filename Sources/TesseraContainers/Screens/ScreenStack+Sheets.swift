internal import Tessera
internal import TesseraGeometry

// Sheets that a finger moves. Places are shares of the sheet's height that are seen.

extension ScreenStack {
  /// The sheet that a finger may take hold of: the topmost screen, which is there or on its way.
  var movableSheet: Int? {
    guard selected == nil, let top, entries[top].presentation == .sheet, entries[top].height > 0, entries[top].isLaidOut else { return nil }
    return canGoBack || entries[top].rests.count > 1 ? top : nil
  }

  /// The upper edge of a sheet as it is shown, in the container's box.
  func sheetTop(_ i: Int) -> Double { size.height - entries[i].presence.value * entries[i].height }

  /// Between which places a finger moves the sheet without its giving way.
  private func pullRange(_ i: Int) -> ClosedRange<Double> {
    let rests = entries[i].rests
    return (canGoBack && i == top ? 0 : rests[0])...(rests.last ?? 1)
  }

  /// Takes hold of the sheet on top where it is.
  mutating func beginPull() {
    guard let i = movableSheet, pulledSheet == nil else { return }
    if entries[i].transition.seconds <= 0 || entries[i].transition.kind != .slide { entries[i].transition = .slide }
    entries[i].pulled = entries[i].presence.value
    entries[i].presence.hold(at: entries[i].presence.value)
  }

  /// The sheet that a finger holds.
  var pulledSheet: Int? { entries.firstIndex { $0.pulled != nil && $0.presence.isHeld && !$0.isLeaving } }

  /// Moves the sheet that is held by `distance` upwards, logical units; beyond its lowest and highest place it gives way.
  /// - Parameter isBound: whether it stops at its lowest and highest place. Returns what is left of the way then, else 0.
  mutating func pull(by distance: Double, isBound: Bool = false) -> Double {
    guard let i = pulledSheet, let before = entries[i].pulled, distance.isFinite, entries[i].height > 0 else { return distance }
    let (height, range) = (entries[i].height, pullRange(i))
    var wanted = before + distance / height
    if isBound { wanted = min(max(range.upperBound, before), max(min(range.lowerBound, before), wanted)) }
    entries[i].pulled = wanted
    let bounds = range.lowerBound * height...range.upperBound * height
    // Beyond its highest place it gives way, too, and is continued below by what its decoration has for that.
    let most = 1 + size.height * SheetExtent.share / height
    entries[i].presence.hold(at: RubberBand(length: height).position(wanted * height, in: bounds) / height, upTo: most)
    return isBound ? distance - (wanted - before) * height : 0
  }

  /// Lets go of the sheet that is held: it goes to the place to rest that is nearest to where it would come to by itself, or away.
  /// - Parameter velocity: upwards, logical units a second.
  /// - Returns: the screen and its place to rest; nil for the place: it goes away.
  mutating func endPull(velocity: Double) -> (node: ScreenNode, detent: Int?)? {
    guard let i = pulledSheet else { return nil }
    entries[i].pulled = nil
    let entry = entries[i]
    let speed = velocity.isFinite ? velocity / max(1, entry.height) : 0
    // Where it would be a fifth of a second later decides.
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

  /// How much of a sheet lies below the container at rest, logical units; on its way up nothing, so that what comes into view is there.
  func cut(_ i: Int) -> Double {
    let entry = entries[i]
    guard entry.presentation == .sheet, entry.rests.count > 1 else { return 0 }
    return entry.presence.isHeld ? 0 : (1 - entry.rest) * entry.height
  }
}
