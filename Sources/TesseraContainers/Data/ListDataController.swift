internal import Tessera

/// Tells a list what changed in a ``ListDataSource``: edits by place, alone or in batches, as those who come from Texture or UIKit know them.
///
/// Places of what is deleted, reloaded and moved are those before a batch, places of what is inserted and moved to those after it. A source whose
/// counts do not match what it was told is an error, told to ``onError`` with the section and the four numbers; the list then takes the source as it
/// is, as after ``reloadData(completion:)``, and goes on.
///
/// Any thread; a batch waits for one of another thread, and for the data source being asked: begin none with a lock held that the data source takes.
/// What is on the screen of reloaded items stays there until the new content is ready.
public final class ListDataController: Sendable {
  /// A state of the data for a list to take.
  public struct Change: Sendable {
    /// The new state.
    public let source: any ListSource
    /// Whether the list should show the way there.
    public let isAnimated: Bool
    /// To be called, in order, once the list shows it; false: the update was refused and the data reloaded.
    public let completions: [@Sendable (Bool) -> Void]
  }

  /// One version of the data, and how it came about.
  struct Version: Sendable {
    let number: Int
    let counts: [Int]
    let headers: [Bool]
    let footers: [Bool]
    /// From the version before.
    let diff: ListDiff
  }

  private struct State {
    weak var dataSource: (any ListDataSource)?
    /// Versions that a list may still show, the newest last; empty before the data was first asked for.
    var versions: [Version] = []
    var deliver: (@Sendable (Change) -> Void)?
    var report: (@Sendable (ListError) -> Void)?
    var updates = ListUpdates()
    var completions: [@Sendable (Bool) -> Void] = []
    /// Number of nested batches.
    var depth = 0
    /// Published states that no list took yet, in order.
    var outbox: [Change] = []
    /// Whether a thread delivers the outbox.
    var isDelivering = false
  }

  private let state: Locked<State>
  /// Held while the data source is read and while the program changes its model.
  private let gate = ReentrantGate()
  /// Versions kept for lists that are behind.
  static let memory = 64

  /// Makes a controller of `dataSource`, which it does not keep alive.
  public init(_ dataSource: any ListDataSource) { state = Locked(State(dataSource: dataSource)) }

  /// Is told of updates that cannot be. Called on the thread of the update. Any thread.
  public var onError: (@Sendable (ListError) -> Void)? {
    get { state.withLock { $0.report } }
    set { state.withLock { $0.report = newValue } }
  }

  /// Where new states go: the list that shows the data. Called with no lock held and in the order of the updates, one at a time: on the thread of the update,
  /// or, of updates on several threads at once, on one of theirs. Setting it asks for the data, and delivers the first state. Any thread.
  public var onChange: (@Sendable (Change) -> Void)? {
    get { state.withLock { $0.deliver } }
    set {
      state.withLock { $0.deliver = newValue }
      if newValue != nil { load() }
    }
  }

  /// The newest state; empty before the data was first asked for. Any thread.
  public var source: any ListSource {
    state.withLock { $0.versions.last.map { DataControllerSource(controller: self, version: $0) as any ListSource } ?? EmptyListSource() }
  }

  // MARK: Edits

  /// Runs `body`, which changes the model and says so here, as one update; the list takes it when the outermost batch ends.
  ///
  /// Edits before the list first asked for the data count for nothing: it finds the data as it is.
  ///
  /// - Parameters:
  ///   - isAnimated: whether the list shows the way to the new state.
  ///   - body: runs at once on this thread; nobody reads the data source meanwhile. nil is a batch of nothing.
  ///   - completion: is told on the loop once the list shows the update; false: it was refused, and the data reloaded. Where no list shows the data
  ///     it is told before the return. Of nested batches the inner ones are told first.
  public func performBatchUpdates(
    animated isAnimated: Bool = true, _ body: (() throws -> Void)?, completion: (@Sendable (Bool) -> Void)? = nil
  ) rethrows {
    open()
    // An error of the program's own ends its batch, not what it said before.
    defer { close(isAnimated, completion) }
    try body?()
  }

  /// Items came, by their places after the update.
  public func insertItems(at places: [ListIndex]) { edit { $0.insertedItems.formUnion(places) } }

  /// Items are gone, by their places before the update.
  public func deleteItems(at places: [ListIndex]) { edit { $0.deletedItems.formUnion(places) } }

  /// Items show something else, by their places before the update. They stay the rows that they are.
  public func reloadItems(at places: [ListIndex]) { edit { $0.reloadedItems.formUnion(places) } }

  /// An item is elsewhere: from its place before the update to that after it. It stays the row that it is.
  public func moveItem(from old: ListIndex, to new: ListIndex) { edit { $0.movedItems.insert(.init(old: old, new: new)) } }

  /// Sections came, by their numbers after the update.
  public func insertSections(_ sections: [Int]) { edit { $0.insertedSections.formUnion(sections) } }

  /// Sections are gone with their items, by their numbers before the update.
  public func deleteSections(_ sections: [Int]) { edit { $0.deletedSections.formUnion(sections) } }

  /// Sections may show something else everywhere, and may have other counts, by their numbers before the update.
  public func reloadSections(_ sections: [Int]) { edit { $0.reloadedSections.formUnion(sections) } }

  /// A section is elsewhere with its items: from its number before the update to that after it.
  public func moveSection(from old: Int, to new: Int) { edit { $0.movedSections.insert(.init(old: old, new: new)) } }

  /// Everything may be another. What is on the screen stays there until the new content is ready.
  public func reloadData(completion: (@Sendable (Bool) -> Void)? = nil) {
    performBatchUpdates(animated: false, { self.state.withLock { $0.updates.reloadsAll = true } }, completion: completion)
  }

  private func edit(_ change: (inout ListUpdates) -> Void) {
    open()
    state.withLock { change(&$0.updates) }
    close(true, nil)
  }

  // MARK: States

  /// Begins a batch: waits until nobody else reads or changes the data.
  private func open() {
    gate.enter()
    state.withLock { $0.depth += 1 }
  }

  /// Ends a batch; with the outermost one the data takes its new state. What the program is told then it hears with no lock held.
  private func close(_ isAnimated: Bool, _ completion: (@Sendable (Bool) -> Void)?) {
    let calls = endBatch(isAnimated, completion)
    leave()
    for call in calls { call() }
  }

  /// Leaves the gate; what was published meanwhile is delivered once it is open.
  private func leave() {
    if gate.leave() { deliver() }
  }

  /// Delivers what was published, unless another thread, or this one further out, is at it: that one goes on until nothing is left.
  private func deliver() {
    var isFirst = true
    while true {
      let next: (deliver: (@Sendable (Change) -> Void)?, change: Change)? = state.withLock {
        if isFirst && $0.isDelivering { return nil }
        $0.isDelivering = !$0.outbox.isEmpty
        return $0.outbox.isEmpty ? nil : ($0.deliver, $0.outbox.removeFirst())
      }
      guard let next else { return }
      isFirst = false
      // The list is gone meanwhile: nothing shows the update.
      guard let deliver = next.deliver else {
        for call in Self.calls(next.change.completions, true) { call() }
        continue
      }
      deliver(next.change)
    }
  }

  /// Ends a batch; the outermost one publishes the new state. Returns what is to be called when the gate is open.
  private func endBatch(_ isAnimated: Bool, _ completion: (@Sendable (Bool) -> Void)?) -> [() -> Void] {
    let ended: (updates: ListUpdates, completions: [@Sendable (Bool) -> Void])? = state.withLock {
      if let completion { $0.completions.append(completion) }
      $0.depth -= 1
      guard $0.depth == 0 else { return nil }
      let ended = ($0.updates, $0.completions)
      ($0.updates, $0.completions) = (ListUpdates(), [])
      return ended
    }
    guard let ended else { return [] }
    let newest = state.withLock { $0.versions.last }
    guard let last = newest else { return Self.calls(ended.completions, true) }
    let (version, error) = next(after: last, ended.updates)
    let isTaken = error == nil
    var calls: [() -> Void] = []
    if let error, let report = onError { calls.append { report(error) } }
    let told: [@Sendable (Bool) -> Void] = ended.completions.map { completion in { @Sendable _ in completion(isTaken) } }
    if !publish(version, animated: isAnimated && isTaken, told) { calls += Self.calls(told, true) }
    return calls
  }

  private static func calls(_ completions: [@Sendable (Bool) -> Void], _ isTaken: Bool) -> [() -> Void] {
    completions.map { completion in { completion(isTaken) } }
  }

  /// The state after an update, and why that was refused, where it was.
  private func next(after last: Version, _ updates: ListUpdates) -> (Version, ListError?) {
    do throws(ListError) {
      let counts = try readCounts()
      return (version(last.number + 1, counts, try updates.diff(from: last.counts, to: counts)), nil)
    } catch {
      // What the source says cannot be shown: what was there stays. Else the source is taken as it is.
      let counts = (try? readCounts()) ?? last.counts
      return (version(last.number + 1, counts, ListDiff(reloading: last.counts, with: counts)), error)
    }
  }

  private func version(_ number: Int, _ counts: [Int], _ diff: ListDiff) -> Version {
    let sections = counts.indices
    let dataSource = state.withLock { $0.dataSource }
    return Version(
      number: number, counts: counts, headers: sections.map { dataSource?.hasHeader($0) ?? false },
      footers: sections.map { dataSource?.hasFooter($0) ?? false }, diff: diff)
  }

  /// Asks the data source for the first state.
  private func load() {
    gate.enter()
    var failure: ListError?
    defer {
      leave()
      if let failure { onError?(failure) }
    }
    if let last = state.withLock({ $0.versions.last }) {
      _ = publish(last, animated: false, [])
      return
    }
    var counts: [Int] = []
    do throws(ListError) { counts = try readCounts() } catch { failure = error }
    _ = publish(version(0, counts, ListDiff(replacing: [], with: counts)), animated: false, [])
  }

  /// Puts a state into the outbox; the gate is held. Returns whether there is a list that takes it.
  private func publish(_ version: Version, animated isAnimated: Bool, _ completions: [@Sendable (Bool) -> Void]) -> Bool {
    let change = Change(source: DataControllerSource(controller: self, version: version), isAnimated: isAnimated, completions: completions)
    return state.withLock {
      if $0.versions.last?.number != version.number { $0.versions.append(version) }
      if $0.versions.count > Self.memory { $0.versions.removeFirst($0.versions.count - Self.memory) }
      guard $0.deliver != nil else { return false }
      $0.outbox.append(change)
      return true
    }
  }

  /// The gate is held.
  private func readCounts() throws(ListError) -> [Int] {
    guard let dataSource = state.withLock({ $0.dataSource }) else { return [] }
    let sections = dataSource.sectionCount
    guard sections >= 0, sections <= ListError.mostItems else { throw .badCount(section: nil, sections) }
    var counts: [Int] = []
    var sum = 0
    for section in 0..<sections {
      let count = dataSource.itemCount(inSection: section)
      guard count >= 0, count <= ListError.mostItems - sum else { throw .badCount(section: section, count) }
      sum += count
      counts.append(count)
    }
    return counts
  }

  // MARK: For sources

  /// What changed from the version `old` to `new`; nil where it is not remembered any more.
  func changes(from old: Int, to new: Int) -> ListDiff? {
    let steps = state.withLock { $0.versions.filter { $0.number > old && $0.number <= new } }
    guard old < new, steps.count == new - old else { return nil }
    return steps.dropFirst().reduce(steps[0].diff) { $0.followed(by: $1.diff) }
  }

  /// Runs `body` with the data source and with the element's place in its newest state; nil where it is gone, or the source is.
  func read<R>(_ element: ListElement, of number: Int, _ body: (any ListDataSource, ListElement) -> R?) -> R? {
    gate.enter()
    defer { leave() }
    let (newest, source) = state.withLock { ($0.versions.last, $0.dataSource) }
    guard let newest, let source else { return nil }
    if newest.number == number { return body(source, element) }
    guard let diff = changes(from: number, to: newest.number), let now = diff.newElement(of: element) else { return nil }
    return body(source, now)
  }
}
