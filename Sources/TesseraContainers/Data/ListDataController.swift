internal import Tessera

/// Reports changes of a ``ListDataSource`` to a list: index-based edits, single or in batches, as in Texture and UIKit.
///
/// Indices of deletions, reloads and the origins of moves are those before a batch. Indices of insertions and the targets of moves are
/// those after it. If the counts of the source do not match the edits, ``onError`` receives the section and the four numbers. The list then
/// uses the source as it is, as after ``reloadData(completion:)``.
///
/// Any thread. A batch waits for a batch of another thread and for calls of the data source. Do not begin one while you hold a lock that
/// the data source takes.
/// Reloaded items keep their visible content until the new content is ready.
public final class ListDataController: Sendable {
  /// Version of the data for a list to apply.
  public struct Change: Sendable {
    /// New data.
    public let source: any ListSource
    /// Whether the list animates to it.
    public let isAnimated: Bool
    /// Called in order once the list shows the data; false means that the update was rejected and the data reloaded.
    public let completions: [@Sendable (Bool) -> Void]
  }

  /// Version of the data, with its difference from the previous one.
  struct Version: Sendable {
    let number: Int
    let counts: [Int]
    let headers: [Bool]
    let footers: [Bool]
    /// Difference from the previous version.
    let diff: ListDiff
  }

  private struct State {
    weak var dataSource: (any ListDataSource)?
    /// Versions that a list may still show, the newest last; empty before the first load of the data.
    var versions: [Version] = []
    var deliver: (@Sendable (Change) -> Void)?
    var report: (@Sendable (ListError) -> Void)?
    var updates = ListUpdates()
    var completions: [@Sendable (Bool) -> Void] = []
    /// Number of nested batches.
    var depth = 0
    /// Published versions that no list has applied, in order.
    var outbox: [Change] = []
    /// Whether a thread is delivering the outbox.
    var isDelivering = false
  }

  private let state: Locked<State>
  /// Held while the data source is read and while the program changes its model.
  private let gate = ReentrantGate()
  /// Maximum number of versions kept for lists that are behind.
  static let memory = 64

  /// Creates a controller of `dataSource`, which it references weakly.
  public init(_ dataSource: any ListDataSource) { state = Locked(State(dataSource: dataSource)) }

  /// Handler for invalid updates. Called on the thread of the update. Any thread.
  public var onError: (@Sendable (ListError) -> Void)? {
    get { state.withLock { $0.report } }
    set { state.withLock { $0.report = newValue } }
  }

  /// Handler for new versions, set by the list that shows the data. Calls are serialized in the order of updates, with no lock held. They
  /// run on the thread of the update, or on one of the threads if several update concurrently. Setting it loads the data and delivers the
  /// first version. Any thread.
  public var onChange: (@Sendable (Change) -> Void)? {
    get { state.withLock { $0.deliver } }
    set {
      state.withLock { $0.deliver = newValue }
      if newValue != nil { load() }
    }
  }

  /// Newest version; empty before the first load of the data. Any thread.
  public var source: any ListSource {
    state.withLock { $0.versions.last.map { Source(controller: self, version: $0) as any ListSource } ?? EmptyListSource() }
  }

  // MARK: Edits

  /// Runs `body`, which changes the model and reports the changes here, as one update. The list applies it when the outermost batch ends.
  ///
  /// Edits before the list first loads the data are ignored, because the list reads the current data then.
  ///
  /// - Parameters:
  ///   - isAnimated: whether the list animates to the new state.
  ///   - body: runs synchronously on this thread; the data source is not read during the call. nil is an empty batch.
  ///   - completion: called on the loop once the list shows the update; false means that it was rejected and the data reloaded. If no list
  ///     shows the data, it is called before the function returns. Completions of inner batches are called first.
  public func performBatchUpdates(
    animated isAnimated: Bool = true, _ body: (() throws -> Void)?, completion: (@Sendable (Bool) -> Void)? = nil
  ) rethrows {
    open()
    // An error of the program ends its batch but keeps the edits reported before.
    defer { close(isAnimated, completion) }
    try body?()
  }

  /// Reports inserted items by their indices after the update.
  public func insertItems(at places: [ListIndex]) { edit { $0.insertedItems.formUnion(places) } }

  /// Reports deleted items by their indices before the update.
  public func deleteItems(at places: [ListIndex]) { edit { $0.deletedItems.formUnion(places) } }

  /// Reports changed content of items by their indices before the update. The items keep their identity.
  public func reloadItems(at places: [ListIndex]) { edit { $0.reloadedItems.formUnion(places) } }

  /// Reports a moved item, from its index before the update to that after it. The item keeps its identity.
  public func moveItem(from old: ListIndex, to new: ListIndex) { edit { $0.movedItems.insert(.init(old: old, new: new)) } }

  /// Reports inserted sections by their indices after the update.
  public func insertSections(_ sections: [Int]) { edit { $0.insertedSections.formUnion(sections) } }

  /// Reports deleted sections and their items by the sections' indices before the update.
  public func deleteSections(_ sections: [Int]) { edit { $0.deletedSections.formUnion(sections) } }

  /// Reports sections with arbitrary changes of content and counts by their indices before the update.
  public func reloadSections(_ sections: [Int]) { edit { $0.reloadedSections.formUnion(sections) } }

  /// Reports a moved section with its items, from its index before the update to that after it.
  public func moveSection(from old: Int, to new: Int) { edit { $0.movedSections.insert(.init(old: old, new: new)) } }

  /// Reports that everything may have changed. Visible content is kept until the new content is ready.
  public func reloadData(completion: (@Sendable (Bool) -> Void)? = nil) {
    performBatchUpdates(animated: false, { self.state.withLock { $0.updates.reloadsAll = true } }, completion: completion)
  }

  private func edit(_ change: (inout ListUpdates) -> Void) {
    open()
    state.withLock { change(&$0.updates) }
    close(true, nil)
  }

  // MARK: States

  /// Begins a batch. Waits until no other thread reads or changes the data.
  private func open() {
    gate.enter()
    state.withLock { $0.depth += 1 }
  }

  /// Ends a batch; ending the outermost one publishes the new version. Handlers of the program are called with no lock held.
  private func close(_ isAnimated: Bool, _ completion: (@Sendable (Bool) -> Void)?) {
    let calls = endBatch(isAnimated, completion)
    leave()
    for call in calls { call() }
  }

  /// Leaves the gate and then delivers versions published since.
  private func leave() {
    if gate.leave() { deliver() }
  }

  /// Delivers the outbox unless another thread, or an outer call on this one, is doing so. That call continues until the outbox is empty.
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
      // The list was removed since; no list shows the update.
      guard let deliver = next.deliver else {
        for call in Self.calls(next.change.completions, true) { call() }
        continue
      }
      deliver(next.change)
    }
  }

  /// Ends a batch; ending the outermost one publishes the new version. Returns the calls to make when the gate is open.
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

  /// Returns the version after an update, and the reason if the update was rejected.
  private func next(after last: Version, _ updates: ListUpdates) -> (Version, ListError?) {
    do throws(ListError) {
      let counts = try readCounts()
      return (version(last.number + 1, counts, try updates.diff(from: last.counts, to: counts)), nil)
    } catch {
      // If the counts are invalid, the previous counts are kept. Otherwise the source is used as it is.
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

  /// Loads the first version from the data source.
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

  /// Adds a version to the outbox; the gate is held. Returns whether a list receives it.
  private func publish(_ version: Version, animated isAnimated: Bool, _ completions: [@Sendable (Bool) -> Void]) -> Bool {
    let change = Change(source: Source(controller: self, version: version), isAnimated: isAnimated, completions: completions)
    return state.withLock {
      if $0.versions.last?.number != version.number { $0.versions.append(version) }
      if $0.versions.count > Self.memory { $0.versions.removeFirst($0.versions.count - Self.memory) }
      guard $0.deliver != nil else { return false }
      $0.outbox.append(change)
      return true
    }
  }

  /// Precondition: the gate is held.
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

  /// Returns the changes from version `old` to `new`; nil if a step is no longer kept.
  func changes(from old: Int, to new: Int) -> ListDiff? {
    let steps = state.withLock { $0.versions.filter { $0.number > old && $0.number <= new } }
    guard old < new, steps.count == new - old else { return nil }
    return steps.dropFirst().reduce(steps[0].diff) { $0.followed(by: $1.diff) }
  }

  /// Runs `body` with the data source and the element's place in the newest version. Returns nil if the element or the source no longer
  /// exists.
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
