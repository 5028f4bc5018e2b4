internal import Tessera
internal import TesseraGeometry

/// Keys and encoders: a ring moves over the board, and wraps in its rows.
extension KeyboardState {
  /// Shows the ring on the key in the middle of the board, or on the first digit.
  mutating func showRing() {
    guard ring == nil, !board.keys.isEmpty else { return }
    let middle = board.rows[min(board.rows.count - 1, board.rows.count / 2)]
    let found = middle.first { board.keys[$0].isPressable && board.keys[$0].ground == .letter }
    setRing(found ?? board.keys.firstIndex(where: \.isPressable))
  }

  mutating func hideRing() {
    setRing(nil)
    if press?.touch == nil { endPress() }
  }

  /// Handles a key of the device while the ring is shown. Nil if the keyboard does not use it.
  mutating func key(_ event: KeyPress, at time: Double) -> Step? {
    guard let ring, board.keys.indices.contains(ring) else { return nil }
    switch event.key {
    case .left, .right, .up, .down, .next, .previous:
      guard event.isDown else { return Step() }
      if let held = press, held.variant != nil { moveVariant(held, event.key) } else { move(event.key, from: ring) }
      return Step()
    case .enter, .space:
      var step = Step()
      if event.isDown, !event.isRepeat {
        begin(ring, touch: nil, at: cells.indices.contains(ring) ? cells[ring].center : .zero, time, &step)
        step.due = press?.due ?? .infinity
      } else if !event.isDown, press != nil, press?.touch == nil {
        step = finish(at: time)
      }
      return step
    default: return nil
    }
  }

  private mutating func moveVariant(_ held: Press, _ key: KeyPress.Key) {
    let count = board.keys[held.key].variants.count
    let step = key == .left || key == .previous ? -1 : 1
    guard count > 0, key != .up, key != .down else { return }
    change { $0.variant = (($0.variant ?? 0) + step + count) % count }
  }

  private mutating func move(_ key: KeyPress.Key, from ring: Int) {
    endPress()
    guard let row = board.row(of: ring) else { return }
    switch key {
    case .left: setRing(neighbor(of: ring, step: -1, in: board.rows[row]))
    case .right: setRing(neighbor(of: ring, step: 1, in: board.rows[row]))
    // An encoder has one axis: it continues in the next row.
    case .previous: setRing(neighbor(of: ring, step: -1, in: 0..<board.keys.count))
    case .next: setRing(neighbor(of: ring, step: 1, in: 0..<board.keys.count))
    default:
      let next = row + (key == .up ? -1 : 1)
      let wrapped = (next + board.rows.count) % board.rows.count
      guard cells.count == board.keys.count else { return }
      let x = cells[ring].midX
      setRing(
        board.rows[wrapped].filter { board.keys[$0].isPressable }.min { abs(cells[$0].midX - x) < abs(cells[$1].midX - x) } ?? ring)
    }
  }

  /// Returns the next pressable key in a range, which wraps.
  private func neighbor(of key: Int, step: Int, in range: Range<Int>) -> Int {
    var at = key
    for _ in range {
      at += step
      if at < range.lowerBound { at = range.upperBound - 1 }
      if at >= range.upperBound { at = range.lowerBound }
      if board.keys[at].isPressable { return at }
    }
    return key
  }
}
