public import Tessera

extension ScreenReader {
  /// Step that waits until a container has scrolled.
  struct PendingStep: Sendable {
    let isForward: Bool
    let unit: ReaderUnit
    let from: SemanticsID
    /// Frames for which it still waits.
    var frames: Int
  }

  /// Frames after a scroll in which new elements are expected.
  private static let patience = 12

  /// Performs a command.
  ///
  /// - Parameters:
  ///   - command: command.
  ///   - tree: current elements.
  ///   - explored: element at the point of ``ReaderCommand/explore(_:)``.
  /// - Returns: the work to do.
  public mutating func perform(_ command: ReaderCommand, in tree: SemanticsTree, explored: SemanticsID? = nil) -> [ReaderAction] {
    let wasReading = isReading
    isReading = false
    pending = nil
    refresh(tree)
    switch command {
    case .stop: return [.silence]
    case .dismiss: return dismiss(in: tree)
    case .explore: return explore(explored, in: tree)
    default: break
    }
    guard list.count > 0 else { return [notice("no-elements")] }
    let element = cursor.flatMap { tree[$0] }
    switch command {
    case .next(let unit): return step(true, unit, in: tree)
    case .previous(let unit): return step(false, unit, in: tree)
    case .first: return move(to: 0, in: tree)
    case .last: return move(to: list.count - 1, in: tree)
    case .read, .readAll:
      isReading = true
      let at = command == .readAll || cursor == nil ? 0 : index
      return [.silence] + move(to: at, in: tree)
    case .rotor:
      let units = ReaderUnit.allCases.filter { $0 != .element }
      unit = units[((units.firstIndex(of: unit) ?? 0) + 1) % units.count]
      return [notice("unit-" + unit.rawValue)]
    default: break
    }
    guard let element else { return move(to: min(index, list.count - 1), in: tree) }
    let speech = speech(for: element)
    switch command {
    case .current: return [utterance(speech.text(of: element, hasHints: settings.hasHints), speech.language)]
    case .spell:
      let text = [element.semantics.label ?? "", speech.value(of: element)].first { !$0.isEmpty } ?? ""
      return [.speak(Utterance(SpokenText(language: speech.language).spelled(text), language: speech.language))]
    case .activate: return activate(element)
    case .increment, .decrement: return adjust(element, command == .increment ? .increment : .decrement)
    case .rotorNext, .rotorPrevious:
      if element.isAdjustable { return adjust(element, command == .rotorNext ? .increment : .decrement) }
      return step(command == .rotorNext, unit, in: tree)
    case .action: return chooseAction(of: element)
    case .scroll(let direction): return [.silence, .perform(.scroll(direction), element.id)]
    default:
      isReading = wasReading
      return []
    }
  }

  /// Moves on after an utterance if the screen is read on.
  public mutating func readOn(_ tree: SemanticsTree) -> [ReaderAction] {
    guard isReading else { return [] }
    refresh(tree)
    let actions = step(true, .element, in: tree, priority: .following)
    if actions.isEmpty, pending == nil { isReading = false }
    return actions
  }

  /// Moves the cursor to an element, such as one that switch scanning has reached, and reads it.
  public mutating func moveCursor(to id: SemanticsID, in tree: SemanticsTree) -> [ReaderAction] {
    refresh(tree)
    return list.index(of: id).map { move(to: $0, in: tree) } ?? []
  }

  // MARK: Steps

  private mutating func step(_ isForward: Bool, _ unit: ReaderUnit, in tree: SemanticsTree, priority: Utterance.Priority = .command)
    -> [ReaderAction]
  {
    guard cursor != nil else { return move(to: isForward ? 0 : list.count - 1, in: tree, priority: priority) }
    let target = next(isForward, unit, in: tree)
    if let id = scrolling(isForward, to: target, in: tree) {
      pending = PendingStep(isForward: isForward, unit: unit, from: cursor ?? id.0, frames: Self.patience)
      return [.perform(.scroll(id.1), id.0)]
    }
    return arrive(at: target, isForward, unit, in: tree, priority)
  }

  private mutating func arrive(
    at target: Int?, _ isForward: Bool, _ unit: ReaderUnit, in tree: SemanticsTree, _ priority: Utterance.Priority
  ) -> [ReaderAction] {
    if let target { return move(to: target, in: tree, priority: priority) }
    // The end of a screen that is read on is silent.
    guard priority == .command else { return [] }
    return [notice(unit == .element ? (isForward ? "last-element" : "first-element") : "no-unit-" + unit.rawValue)]
  }

  private func next(_ isForward: Bool, _ unit: ReaderUnit, in tree: SemanticsTree) -> Int? {
    var at = index + (isForward ? 1 : -1)
    while list.stops.indices.contains(at) {
      if unit == .element || tree[list.stops[at].id].map(unit.contains) ?? false { return at }
      at += isForward ? 1 : -1
    }
    return nil
  }

  /// Innermost container that a step would leave although it can scroll further in that direction, and the action that scrolls it.
  private func scrolling(_ isForward: Bool, to target: Int?, in tree: SemanticsTree) -> (SemanticsID, SemanticsAction.Direction)? {
    let stays = Set(target.map { list.path(of: $0) } ?? [])
    let directions: [SemanticsAction.Direction] = isForward ? [.down, .right] : [.up, .left]
    for id in list.path(of: index).reversed() where !stays.contains(id) {
      let actions = tree[id]?.semantics.actions ?? []
      if let direction = directions.first(where: { actions.contains(.scroll($0)) }) { return (id, direction) }
    }
    return nil
  }

  /// Resumes a waiting step after elements have changed.
  mutating func resumePending(_ tree: SemanticsTree) -> [ReaderAction] {
    guard let step = pending, step.from == cursor else { return [] }
    refresh(tree)
    guard let target = next(step.isForward, step.unit, in: tree), scrolling(step.isForward, to: target, in: tree) == nil else { return [] }
    pending = nil
    return move(to: target, in: tree, priority: isReading ? .following : .command)
  }

  /// Counts a frame for a waiting step; after the last it leaves the container.
  public mutating func endFrame(_ tree: SemanticsTree) -> [ReaderAction] {
    guard var step = pending else { return [] }
    step.frames -= 1
    guard step.frames <= 0 else {
      pending = step
      return []
    }
    pending = nil
    refresh(tree)
    let isReading = isReading
    let actions = arrive(
      at: next(step.isForward, step.unit, in: tree), step.isForward, step.unit, in: tree, isReading ? .following : .command)
    if actions.isEmpty { self.isReading = false }
    return actions
  }

  /// Whether a step waits for frames.
  public var isWaiting: Bool { pending != nil }

  // MARK: Actions

  private func activate(_ element: SemanticsElement) -> [ReaderAction] {
    guard element.semantics.isDisabled != true else { return [notice("dimmed")] }
    let custom = (element.semantics.actions ?? []).filter(\.isCustom)
    if let customAction, custom.indices.contains(customAction) { return [.silence, .perform(custom[customAction], element.id)] }
    if !element.isControl, element.isFocusable { return [.silence, .perform(.focus, element.id)] }
    return [.silence, .perform(.activate, element.id)]
  }

  private func adjust(_ element: SemanticsElement, _ action: SemanticsAction) -> [ReaderAction] {
    guard element.semantics.isDisabled != true else { return [notice("dimmed")] }
    guard (element.semantics.actions ?? []).contains(action) else { return [notice("not-adjustable")] }
    return [.silence, .perform(action, element.id)]
  }

  private mutating func chooseAction(of element: SemanticsElement) -> [ReaderAction] {
    let names = (element.semantics.actions ?? []).compactMap { if case .custom(let name) = $0 { name } else { nil } }
    guard !names.isEmpty else { return [notice("no-actions")] }
    let chosen = customAction.map { ($0 + 1) % names.count } ?? 0
    customAction = chosen
    return [utterance(names[chosen], speech(for: element).language, isAnnounced: true)]
  }

  /// Dismisses the innermost element around the cursor that can be dismissed, else the element at the cursor.
  private func dismiss(in tree: SemanticsTree) -> [ReaderAction] {
    let path = cursor != nil && index < list.count ? list.path(of: index) : []
    let around = (path + [tree.modal].compactMap { $0 }).last { tree[$0]?.semantics.actions?.contains(.dismiss) ?? false }
    guard let id = around ?? tree.modal ?? cursor else { return [notice("no-elements")] }
    return [.silence, .perform(.dismiss, id)]
  }

  private mutating func explore(_ id: SemanticsID?, in tree: SemanticsTree) -> [ReaderAction] {
    guard let id, id != cursor, let i = list.index(of: id) else { return [] }
    return move(to: i, in: tree)
  }
}
