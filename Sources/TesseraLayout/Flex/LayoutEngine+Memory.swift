import TesseraGeometry

// What boxes have answered, and what they were last laid out with.
extension LayoutEngine {
  /// Answers of older layouts that a box keeps, at most; those of the layout that runs are all kept.
  private static let keptAnswers = 8

  /// What is remembered of a box: where the tree is kept, every box has its place, else only those with something inside.
  @inline(__always) mutating func state(_ box: Int) -> UnsafeMutablePointer<BoxState> {
    states + (retains ? box : Int(nodes[box].slot))
  }

  // MARK: Sizes

  @inline(__always)
  mutating func rememberedAnswer(of box: Int, to entry: MeasureEntry, baselines: Bool) -> Measured? {
    var index = state(box).pointee.answers
    while index >= 0 {
      let e = answers.at(index)
      if e.pointee.asksTheSame(as: entry), e.pointee.withBaselines || !baselines {
        e.pointee.generation = generation
        return e.pointee.result
      }
      index = e.pointee.next
    }
    return nil
  }

  mutating func remember(_ box: Int, _ entry: MeasureEntry) {
    if retains { forgetOldAnswers(of: box) }
    var entry = entry
    entry.next = state(box).pointee.answers
    entry.generation = generation
    state(box).pointee.answers = answers.add(entry)
  }

  private mutating func forgetOldAnswers(of box: Int) {
    var length = 0
    var index = state(box).pointee.answers
    while index >= 0 {
      length += 1
      index = answers[index].next
    }
    guard length >= Self.keptAnswers else { return }
    var kept: Int32 = -1
    index = state(box).pointee.answers
    while index >= 0 {
      let next = answers[index].next
      if answers[index].generation == generation {
        answers.at(index).pointee.next = kept
        kept = index
      } else {
        answers.remove(index)
        state(box).pointee.hasForgotten = true
      }
      index = next
    }
    state(box).pointee.answers = kept
  }

  // MARK: Intrinsic widths

  mutating func rememberedWidth(of box: Int, _ extreme: Extreme, _ known: KnownHeight) -> Double? {
    let index = state(box).pointee.widths
    guard index >= 0, remembers else { return nil }
    let entry = widths.at(index)
    let answer = extreme == .min ? entry.pointee.smallest : entry.pointee.largest
    guard answer.inner == known.inner, answer.breakAt == known.breakAt, answer.isLater == known.isLater else { return nil }
    if extreme == .min { entry.pointee.smallest.generation = generation } else { entry.pointee.largest.generation = generation }
    return answer.width
  }

  mutating func rememberWidth(of box: Int, _ extreme: Extreme, _ known: KnownHeight, _ width: Double) {
    if state(box).pointee.widths < 0 { state(box).pointee.widths = widths.add(WidthEntry()) }
    let entry = widths.at(state(box).pointee.widths)
    let answer = WidthEntry.Answer(
      width: width, inner: known.inner, breakAt: known.breakAt, generation: generation, isLater: known.isLater)
    if extreme == .min {
      if !entry.pointee.smallest.inner.isNaN { state(box).pointee.hasForgotten = true }
      entry.pointee.smallest = answer
    } else {
      if !entry.pointee.largest.inner.isNaN { state(box).pointee.hasForgotten = true }
      entry.pointee.largest = answer
    }
  }

  // MARK: Leaves

  mutating func rememberedAnswer(ofLeaf box: Int, width: MeasureConstraint.Extent, height: MeasureConstraint.Extent) -> MeasuredSize? {
    var index = state(box).pointee.leafAnswers
    while index >= 0 {
      let answer = leafAnswers.at(index)
      if answer.pointee.width == width, answer.pointee.height == height {
        answer.pointee.generation = generation
        return answer.pointee.size
      }
      index = answer.pointee.next
    }
    return nil
  }

  mutating func remember(_ box: Int, _ answer: LeafAnswer) {
    var answer = answer
    answer.generation = generation
    answer.next = state(box).pointee.leafAnswers
    if retains {
      // The older half goes when there are many: asking again is all it costs.
      var length = 1
      var last = answer.next
      while last >= 0 {
        let next = leafAnswers[last].next
        length += 1
        if length > Self.keptAnswers, next >= 0, leafAnswers[next].generation != generation {
          leafAnswers.at(last).pointee.next = -1
          leafAnswers.remove(chain: next)
          break
        }
        last = next
      }
    }
    state(box).pointee.leafAnswers = leafAnswers.add(answer)
  }

  // MARK: Places

  /// The size of a container whose insides are already placed for this question.
  @inline(__always)
  mutating func placedAnswer(of box: Int, to entry: MeasureEntry, baselines: Bool) -> Measured? {
    let state = state(box)
    guard state.pointee.isPlaced, !state.pointee.hasPending else { return nil }
    let e = answers.at(state.pointee.placed)
    return e.pointee.asksTheSame(as: entry) && (e.pointee.withBaselines || !baselines) ? e.pointee.result : nil
  }

  mutating func rememberPlaced(_ box: Int, _ entry: MeasureEntry, hasPending: Bool) {
    if state(box).pointee.placed < 0 {
      state(box).pointee.placed = answers.add(entry)
    } else {
      answers[state(box).pointee.placed] = entry
    }
    state(box).pointee.isPlaced = true
    state(box).pointee.hasPending = hasPending
  }

  // MARK: Frames

  /// Writes a frame, and notes it down where it is another than before.
  @inline(__always) mutating func setFrame(_ box: Int, _ frame: Rect) {
    if retains, frames[box] != frame { logFrame(box) }
    frames[box] = frame
  }

  @inline(never) private mutating func logFrame(_ box: Int) {
    guard !states[box].isLogged else { return }
    states[box].isLogged = true
    log.append((Int32(truncatingIfNeeded: box), frames[box]))
  }
}
