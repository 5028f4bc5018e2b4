// Code of the type (`==`, setters, `invalidation`, `stateMotion`, attributes) runs without the lock. A value is stored with the lock held. Then its
// work is determined without the lock, and marked with the lock held. A layout or draw that begins between the two is repeated.

extension Node {
  /// Whether a member is stored without observers, so that reading or setting it runs no code of the type.
  static func isStored<Member>(_ path: WritableKeyPath<Value, Member>) -> Bool { MemoryLayout<Value>.offset(of: path) != nil }

  /// Stores another value if it differs. No lock held.
  func replaceValue(_ new: Value, allowing mask: Invalidation) {
    guard value != new else { return }
    var old = new
    lock.lock()
    let write = exchangeValue(&old)
    lock.unlock()
    finishWrite(write, from: old, to: new, allowing: mask)
  }

  /// Changes a copy of the value and stores it. Repeats if a value was stored in between; a change that stores one each time wins at last. No lock held.
  /// - Parameters:
  ///   - mask: work that may be marked.
  ///   - affects: returns the work that the change needs, if that is declared.
  ///   - change: returns false if the value is unchanged. May be called several times.
  func changeValue(
    allowing mask: Invalidation = .anyChange, affects: () -> Invalidation? = { nil }, _ change: (inout Value) throws -> Bool
  ) rethrows {
    for attempt in 1... {
      lock.lock()
      var new = content.value.value
      let generation = content.value.generation
      lock.unlock()
      guard try change(&new) else { return }
      var old = new
      lock.lock()
      guard content.value.generation == generation || attempt > 1000 else {
        lock.unlock()
        continue
      }
      let write = exchangeValue(&old)
      lock.unlock()
      return finishWrite(write, from: old, to: new, allowing: mask, affects: write.isWatched ? affects() : nil)
    }
  }

  /// Sets a member if it differs. No lock held.
  func setMember<Member: Equatable>(_ path: WritableKeyPath<Value, Member>, _ new: Member) {
    setMember(path, new) { table.effect(of: path) }
  }

  /// The same for a caller that knows the work that is declared for the member.
  func setMember<Member: Equatable>(_ path: WritableKeyPath<Value, Member>, _ new: Member, declared: () -> Invalidation?) {
    guard Self.isStored(path) else {
      return changeValue(affects: declared) { Self.replace(&$0[keyPath: path], new) }
    }
    lock.lock()
    let known = content.value.value[keyPath: path]
    let isKnownWatched = isWatched
    lock.unlock()
    guard known != new else { return }
    let affects = isKnownWatched ? declared() : nil
    // The former member is released after the lock.
    var member = new
    lock.lock()
    let isWatched = isWatched
    guard !isWatched || isEnough(affects) else {
      lock.unlock()
      return changeValue(affects: { affects ?? declared() }) { Self.replace(&$0[keyPath: path], new) }
    }
    _ = countWrite()
    swap(&content.value.value[keyPath: path], &member)
    var link: StageLink?
    if let affects, isWatched {
      link = mark(affects, allowing: .anyChange, isStyleSame: state.link != nil)
    } else {
      link = markUnread(.anyChange)
    }
    lock.unlock()
    if !isWatched || affects?.contains(.properties) ?? true { link = adjustProperties() ?? link }
    link?.nodeDidChange(self)
  }

  /// Sets a member. Returns whether it was different.
  private static func replace<Member: Equatable>(_ member: inout Member, _ new: Member) -> Bool {
    guard member != new else { return false }
    member = new
    return true
  }

  /// Whether anything has read the value.
  private var isWatched: Bool { state.link != nil || !content.value.measurements.isUnused }

  /// Whether a change can be animated.
  private var mayMove: Bool {
    state.link != nil
      && MotionTransaction.current?.motion.takesTime ?? (hooks.stateMotion != nil || !state.properties.value.motion.isEmpty)
  }

  /// Whether the declared work is all that a change needs, so that no values are compared.
  private func isEnough(_ affects: Invalidation?) -> Bool {
    guard let affects, !mayMove, hooks.stateMotion == nil else { return false }
    return !affects.contains(.layout) || hooks.styleAdjusting == nil
  }

  /// Stores a value, and returns the former one.
  func exchangeValue(_ value: inout Value) -> NodeWrite {
    swap(&content.value.value, &value)
    let write = countWrite()
    if write.motions != nil { hold(value, until: write) }
    return write
  }

  /// Lets draws show the former value until the motion of a write is found. Apart, since the type of an optional value is looked up in each call.
  @inline(never) private func hold(_ former: Value, until write: NodeWrite) {
    if content.value.presented == nil { content.value.presented = former } else if content.value.undecided == nil { return }
    content.value.undecided = write.generation
  }

  /// Counts a write.
  private func countWrite() -> NodeWrite {
    content.value.generation &+= 1
    state.inputs &+= 1
    return NodeWrite(generation: content.value.generation, isWatched: isWatched, motions: mayMove ? state.properties.value.motion : nil)
  }

  /// Ends a write of an equal value. No lock held.
  func cancelWrite(_ write: NodeWrite) {
    guard write.motions != nil else { return }
    let former = lock.withLock { settle(write, isMoving: false) }
    withExtendedLifetime(former) {}
  }

  /// Ends the decision about a write: shows its value unless its attributes are animated. Returns the value shown before, to be released
  /// after the lock.
  private func settle(_ write: NodeWrite, isMoving: Bool) -> Value? {
    if isMoving { content.value.undecided = nil }
    // A later write decides which value is shown.
    guard content.value.undecided == write.generation else { return nil }
    let former = content.value.presented
    content.value.undecided = nil
    content.value.presented = nil
    return former
  }

  /// Finds the work that a write of another value needs, and marks it. No lock held.
  /// - Parameter affects: work that the change needs, if that is declared.
  func finishWrite(_ write: NodeWrite, from old: Value, to new: Value, allowing mask: Invalidation, affects: Invalidation? = nil) {
    guard write.isWatched else {
      var link = lock.withLock { markUnread(mask) }
      link = adjustProperties() ?? link
      link?.nodeDidChange(self)
      return
    }
    let own = hooks.stateMotion?.stateMotion(from: old, to: new)
    // One after the other: the runtime would look a tuple of the two up each time.
    let what = affects ?? effects(from: old, to: new)
    let isStyleSame = !what.contains(.layout) || hasSameStyle(old, new)
    func mark() -> StageLink? { self.mark(what, allowing: mask, isStyleSame: isStyleSame && state.link != nil) }
    var link: StageLink?
    if let table = write.motions {
      link = markMoving(write, motions(from: old, to: new, table, own), from: old, mark)
    } else {
      link = lock.withLock { mark() }
    }
    // Only the first to mark work gets the stage.
    if what.contains(.properties) { link = adjustProperties(own) ?? link }
    link?.nodeDidChange(self)
  }

  /// Marks the work of a write, and begins its motions. Returns the stage to notify; nil if none needs it.
  @inline(never) private func markMoving(
    _ write: NodeWrite, _ motion: AttributeMotions?, from old: Value, _ mark: () -> StageLink?
  ) -> StageLink? {
    lock.lock()
    var isMoving = false
    if let motion, let link = state.link {
      for request in motion.requests { addMotion(request, link) }
      isMoving = motion.movesAttributes
    }
    let shown = settle(write, isMoving: isMoving)
    if isMoving, content.value.presented == nil { content.value.presented = old }
    let link = mark()
    lock.unlock()
    withExtendedLifetime(shown) {}
    return link
  }

  /// Marks the work that a change needs. Returns the stage to notify; nil if none needs it.
  private func mark(_ what: Invalidation, allowing mask: Invalidation, isStyleSame: Bool) -> StageLink? {
    if what.contains(.layout) {
      if !isStyleSame { state.styleGeneration &+= 1 }
      state.measureGeneration &+= 1
      content.value.measurements.removeAll()
    }
    return markPending(what.intersection(mask).union(state.link?.readsSemantics ?? false ? .semantics : []))
  }

  /// Marks a change of a value that nothing has read, as while members are set one after the other.
  private func markUnread(_ what: Invalidation) -> StageLink? {
    state.styleGeneration &+= 1
    content.value.measurements.removeAll()
    return markPending(what)
  }

  /// Whether the type adjusts the node's style in the same way to both values. No lock held.
  private func hasSameStyle(_ old: Value, _ new: Value) -> Bool {
    guard let type = hooks.styleAdjusting else { return true }
    return type.adjustedStyle(to: old, erased: self) == type.adjustedStyle(to: new, erased: self)
  }

  /// Returns the work that a change from `old` to `new`, which differ, needs.
  private func effects(from old: Value, to new: Value) -> Invalidation {
    let what = Value.invalidation(from: old, to: new)
    // The result of a type that checks its members itself need not include properties.
    guard what.contains(.byAttributes) else { return what.union(.properties) }
    return what.subtracting(.byAttributes).union(table.invalidation(from: old, to: new))
  }

  /// Draws the content with other attributes than those of the value. Returns the work that this needs. No lock held.
  func showing(_ attributes: [(name: String, value: AttributeValue)]) -> Invalidation {
    let table = attributes.isEmpty ? nil : table
    while true {
      lock.lock()
      let before = content.value.presented ?? content.value.value
      var shown = content.value.value
      let generation = content.value.generation
      lock.unlock()
      for (name, value) in attributes {
        guard let attribute = table?[name] else { continue }
        try? attribute.set(&shown, attribute.kind.clamped(value))
      }
      let what = shown == before ? [] : effects(from: before, to: shown).subtracting(.properties)
      var presented = attributes.isEmpty ? nil : shown
      lock.lock()
      let isCurrent = content.value.generation == generation
      if isCurrent {
        swap(&content.value.presented, &presented)
        content.value.undecided = nil
      }
      lock.unlock()
      if isCurrent { return what }
    }
  }
}
