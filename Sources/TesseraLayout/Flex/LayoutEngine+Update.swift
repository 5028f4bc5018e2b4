import TesseraGeometry

// Laying out again after changes. What a box was asked before is asked once more, from the deepest changed box upwards; where all answers
// are those of before, nothing above can notice the change and its frames stay.
extension LayoutEngine {
  /// Notes a change of a box; `update` sees to it.
  mutating func mark(_ box: Int, _ dirt: Dirt) {
    if states[box].dirt == .none { push(Int32(truncatingIfNeeded: box)) }
    if states[box].dirt < dirt { states[box].dirt = dirt }
  }

  /// Notes another style of a box: its absolute children may stand elsewhere, though it is as large as before.
  mutating func markStyle(_ box: Int) {
    mark(box, .style)
    states[box].hasSettled = false
  }

  /// Sees to all changes; returns whether the root itself has to be laid out again.
  ///
  /// - Parameter root: the root has to be laid out in any case.
  mutating func update(root isRootWanted: Bool) -> Bool {
    var isRootWanted = isRootWanted
    // Many changes: asking anew what is asked anew on the way down costs more than it saves.
    let isVerifying = queue.count <= 16 + boxCount / 16
    while let next = popLast() {
      let box = Int(next)
      let dirt = states[box].dirt
      states[box].dirt = .none
      guard nodes[box].hasBox else { continue }
      let parent = Int(nodes[box].frameParent)
      if parent < 0 {
        if dirt == .places, states[box].isPlaced, isVerifying, !isRootWanted {
          _ = placeAgain(box)
        } else {
          if dirt > .places { forgetAnswers(of: box) }
          states[box].isPlaced = false
          isRootWanted = true
        }
        continue
      }
      if seeTo(box, dirt, isVerifying: isVerifying) { continue }
      states[box].isSettled = false
      // An absolute box counts for the place only: no size depends on it.
      mark(parent, nodes[box].position == .absolute || dirt == .places ? .places : .content)
    }
    return isRootWanted
  }

  /// Works out again what depends on a changed box inside it; returns whether nothing outside can notice.
  private mutating func seeTo(_ box: Int, _ dirt: Dirt, isVerifying: Bool) -> Bool {
    switch dirt {
    case .none: return true
    case .places:
      if isVerifying, states[box].isPlaced, !states[box].hasPending { return placeAgain(box) }
      states[box].isPlaced = false
      return false
    case .content:
      if isVerifying, !states[box].hasForgotten {
        if answersStay(box) {
          if nodes[box].measure >= 0 || nodes[box].isEmpty { return true }
          if states[box].isPlaced, !states[box].hasPending { return placeAgain(box) }
        }
        states[box].hasForgotten = false
      } else {
        forgetAnswers(of: box)
      }
      states[box].isPlaced = false
      return false
    case .style:
      forgetAnswers(of: box)
      states[box].isPlaced = false
      return false
    }
  }

  /// Lays the inside of a box out as it was laid out before; returns whether its size is the same.
  private mutating func placeAgain(_ box: Int) -> Bool {
    let entry = answers[states[box].placed]
    states[box].isPlaced = false
    let result = layout(box, entry.space, LayoutGoal(places: true, baselines: entry.withBaselines))
    // What waits for a containing block further out is placed from there.
    pending.removeAll(keepingCapacity: true)
    return result.isSame(as: entry.result) && !states[box].hasPending
  }

  /// Asks a box again what it has answered and its parent still builds on; returns whether the answers are the same.
  private mutating func answersStay(_ box: Int) -> Bool {
    // Older answers the parent has thrown away. Absolute boxes answer to their containing block, wherever it is.
    let oldest = nodes[box].position == .absolute ? 0 : states[Int(nodes[box].frameParent)].since
    states[box].since = generation
    let oldWidths = states[box].widths
    var chain = states[box].answers
    states[box].widths = -1
    states[box].answers = -1
    defer {
      answers.remove(chain: chain)
      if oldWidths >= 0 { widths.remove(oldWidths) }
    }
    if oldWidths >= 0 {
      let old = widths[oldWidths]
      guard widthStays(box, .max, old.largest, oldest), widthStays(box, .min, old.smallest, oldest) else { return false }
    }
    while chain >= 0 {
      let old = answers[chain]
      guard old.generation >= oldest else {
        answers.remove(chain)
        chain = old.next
        continue
      }
      let result = layout(box, old.space, LayoutGoal(baselines: old.withBaselines, intrinsic: true))
      if !result.isSame(as: old.result) { return false }
      answers.remove(chain)
      chain = old.next
    }
    return true
  }

  private mutating func widthStays(_ box: Int, _ extreme: Extreme, _ old: WidthEntry.Answer, _ oldest: UInt32) -> Bool {
    guard !old.inner.isNaN, old.generation >= oldest else { return true }
    let known = KnownHeight(inner: old.inner, breakAt: old.breakAt, isLater: old.isLater)
    let width = freshContentWidth(box, extreme, known)
    rememberWidth(of: box, extreme, known, width)
    return width == old.width
  }

  /// Forgets what a box answered, as its inside has changed, but not what its content as a leaf is.
  mutating func forgetAnswers(of box: Int) {
    answers.remove(chain: states[box].answers)
    states[box].answers = -1
    if states[box].widths >= 0 { widths.remove(states[box].widths) }
    states[box].widths = -1
    states[box].hasForgotten = false
    states[box].since = generation
  }

  /// Forgets what the content of a leaf answered.
  mutating func forgetContent(of box: Int) {
    leafAnswers.remove(chain: states[box].leafAnswers)
    states[box].leafAnswers = -1
  }

  /// Forgets all that is remembered of a box that is no longer there.
  mutating func forgetAll(of box: Int) {
    forgetAnswers(of: box)
    forgetContent(of: box)
    if states[box].placed >= 0 { answers.remove(states[box].placed) }
    states[box].placed = -1
    states[box].isPlaced = false
    states[box].isSettled = false
    states[box].hasSettled = false
  }

  // MARK: The queue: changed boxes, the last in the document first, so that children come before their parents

  private mutating func push(_ box: Int32) {
    queue.append(box)
    var i = queue.count - 1
    while i > 0 {
      let up = (i - 1) / 2
      if queue[up] >= queue[i] { break }
      queue.swapAt(up, i)
      i = up
    }
  }

  private mutating func popLast() -> Int32? {
    guard let top = queue.first, let last = queue.popLast() else { return nil }
    guard !queue.isEmpty else { return top }
    queue[0] = last
    var i = 0
    while true {
      var largest = i
      let left = 2 * i + 1
      if left < queue.count, queue[left] > queue[largest] { largest = left }
      if left + 1 < queue.count, queue[left + 1] > queue[largest] { largest = left + 1 }
      if largest == i { break }
      queue.swapAt(i, largest)
      i = largest
    }
    return top
  }
}

// What changed, for who asked.
extension LayoutEngine {
  /// One layout of a tree that is laid out again and again.
  mutating func run(isRootWanted: Bool, space: AvailableSize) {
    generation &+= 1
    measureCount = 0
    visitCount = 0
    settleOverhangs()
    if update(root: isRootWanted) { _ = layoutRoot(.available(space), baselines: false) }
  }

  /// Bytes of memory that the engine holds.
  var byteCount: Int {
    let perBox =
      MemoryLayout<FlexNode>.stride + MemoryLayout<ItemBrief>.stride + MemoryLayout<Int32>.stride + MemoryLayout<BoxState>.stride
      + MemoryLayout<Rect>.stride
    let pools = answers.byteCount + leafAnswers.byteCount + widths.byteCount
    let stacks = itemCapacity * MemoryLayout<FlexItem>.stride + lineCapacity * MemoryLayout<FlexLine>.stride
    return boxCount * perBox + pools + stacks + log.capacity * MemoryLayout<(Int32, Rect)>.stride
  }

  /// Notes a box without an earlier frame.
  mutating func logNew(_ box: Int) {
    states[box].isLogged = true
    // No frame equals this one.
    log.append((Int32(truncatingIfNeeded: box), Rect(.nan, .nan, .nan, .nan)))
  }

  /// Says what the layout changed, and forgets it.
  mutating func takeUpdate() -> LayoutUpdate {
    var changed: [Int32] = []
    changed.reserveCapacity(log.count)
    if log.count < 64 || log.count < boxCount / 16 {
      // Few, and nearly in order, as boxes were placed from the top to the bottom: each goes up to its place.
      for k in 0..<log.count {
        let (box, frame) = log[k]
        states[Int(box)].isLogged = false
        if frames[Int(box)] == frame { continue }
        changed.append(box)
        var i = changed.count - 1
        while i > 0, changed[i - 1] > box {
          changed[i] = changed[i - 1]
          i -= 1
        }
        changed[i] = box
      }
    } else {
      for k in 0..<log.count where frames[Int(log[k].box)] == log[k].frame { states[Int(log[k].box)].isLogged = false }
      for box in 0..<boxCount where states[box].isLogged {
        states[box].isLogged = false
        changed.append(Int32(truncatingIfNeeded: box))
      }
    }
    log.removeAll(keepingCapacity: true)
    return LayoutUpdate(changed: changed, measureCount: measureCount, visitCount: visitCount)
  }

  /// Renumbers what is noted down, as the boxes in `range` go and those after it move by `shift`.
  mutating func moveNotes(from range: Range<Int>, by shift: Int32) {
    let first = Int32(truncatingIfNeeded: range.lowerBound)
    let end = Int32(truncatingIfNeeded: range.upperBound)
    log.removeAll { $0.box >= first && $0.box < end }
    queue.removeAll { $0 >= first && $0 < end }
    // Order is kept, and a sorted list is a heap.
    queue.sort(by: >)
    for i in queue.indices where queue[i] >= end { queue[i] += shift }
    for i in log.indices where log[i].box >= end { log[i].box += shift }
  }
}
