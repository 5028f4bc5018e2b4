import TesseraGeometry

// What boxes have answered, and what they were last laid out with.
extension LayoutEngine {
  /// Answers of older layouts that a box keeps, at most; those of the layout that runs are all kept.
  private static let keptAnswers = 8

  // MARK: Sizes

  @inline(__always)
  mutating func rememberedAnswer(of box: Int, to entry: MeasureEntry, baselines: Bool) -> Measured? {
    var index = states[box].answers
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
    entry.next = states[box].answers
    entry.generation = generation
    states[box].answers = answers.add(entry)
  }

  private mutating func forgetOldAnswers(of box: Int) {
    var length = 0
    var index = states[box].answers
    while index >= 0 {
      length += 1
      index = answers[index].next
    }
    guard length >= Self.keptAnswers else { return }
    var kept: Int32 = -1
    index = states[box].answers
    while index >= 0 {
      let next = answers[index].next
      if answers[index].generation == generation {
        answers.at(index).pointee.next = kept
        kept = index
      } else {
        answers.remove(index)
        states[box].hasForgotten = true
      }
      index = next
    }
    states[box].answers = kept
  }

  // MARK: Intrinsic widths

  func rememberedWidth(of box: Int, _ extreme: Extreme, _ known: KnownHeight) -> Double? {
    let index = states[box].widths
    guard index >= 0, remembers else { return nil }
    let entry = widths.at(index)
    let answer = extreme == .min ? entry.pointee.smallest : entry.pointee.largest
    guard answer.inner == known.inner, answer.breakAt == known.breakAt, answer.isLater == known.isLater else { return nil }
    if extreme == .min { entry.pointee.smallest.generation = generation } else { entry.pointee.largest.generation = generation }
    return answer.width
  }

  mutating func rememberWidth(of box: Int, _ extreme: Extreme, _ known: KnownHeight, _ width: Double) {
    if states[box].widths < 0 { states[box].widths = widths.add(WidthEntry()) }
    let entry = widths.at(states[box].widths)
    let answer = WidthEntry.Answer(
      width: width, inner: known.inner, breakAt: known.breakAt, generation: generation, isLater: known.isLater)
    if extreme == .min {
      if !entry.pointee.smallest.inner.isNaN { states[box].hasForgotten = true }
      entry.pointee.smallest = answer
    } else {
      if !entry.pointee.largest.inner.isNaN { states[box].hasForgotten = true }
      entry.pointee.largest = answer
    }
  }

  // MARK: Leaves

  mutating func rememberedAnswer(ofLeaf box: Int, width: MeasureConstraint.Extent, height: MeasureConstraint.Extent) -> MeasuredSize? {
    var index = states[box].leafAnswers
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
    answer.next = states[box].leafAnswers
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
    states[box].leafAnswers = leafAnswers.add(answer)
  }

  // MARK: Places

  /// The size of a container whose insides are already placed for this question.
  @inline(__always)
  func placedAnswer(of box: Int, to entry: MeasureEntry, baselines: Bool) -> Measured? {
    let state = states + box
    guard state.pointee.isPlaced, !state.pointee.hasPending else { return nil }
    let e = answers.at(state.pointee.placed)
    return e.pointee.asksTheSame(as: entry) && (e.pointee.withBaselines || !baselines) ? e.pointee.result : nil
  }

  mutating func rememberPlaced(_ box: Int, _ entry: MeasureEntry, hasPending: Bool) {
    if states[box].placed < 0 {
      states[box].placed = answers.add(entry)
    } else {
      answers[states[box].placed] = entry
    }
    states[box].isPlaced = true
    states[box].hasPending = hasPending
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
