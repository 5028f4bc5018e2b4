public import Tessera

/// A screen reader: a cursor in the elements of a stage, and the words for it. A value; it returns the work to do.
///
/// ``update(_:isReachable:)`` follows the elements, ``perform(_:in:explored:)`` a command. Both cost O(depth of the cursor + live regions). The first
/// step after a change of elements builds the list of elements again, O(n).
public struct ScreenReader: Sendable {
  /// Settings that a person changes.
  public struct Settings: Sendable, Hashable {
    /// Language of elements that name none.
    public var language = "en"
    /// Punctuation that is read by name.
    public var punctuation = PunctuationLevel.some
    /// Text that typing reads.
    public var typing = TextEcho.Typing.both
    /// Whether hints are read.
    public var hasHints = true

    /// Creates the default settings.
    public init() {}
  }

  /// Settings; a change applies to the next words.
  public var settings = Settings()
  /// Element at the cursor; nil before the first element.
  public internal(set) var cursor: SemanticsID?
  /// Whether the screen is read on.
  public internal(set) var isReading = false
  /// Kind of element of the rotor.
  public internal(set) var unit = ReaderUnit.heading

  /// Number of lists of elements that were built.
  public private(set) var listsBuilt = 0
  private(set) var list = ReadingList()
  private var listGeneration: UInt64?
  private var listModal: SemanticsID?
  /// State of the elements at the last update.
  private var generation: UInt64?
  private var focus: SemanticsID?
  private var modal: SemanticsID?
  /// Index of the cursor in the list.
  var index = 0
  /// Containers around the cursor, the outermost first.
  private var path: [SemanticsID] = []
  /// Cursors of the elements below the open modal ones.
  private var cursorsBelow: [(modal: SemanticsID?, cursor: SemanticsID?)] = []
  /// Words of the live regions.
  private var regions: [SemanticsID: String] = [:]
  /// Value and states of the element at the cursor as they were read.
  private var told = (value: "", states: [String]())
  /// Custom action that `activate` performs: its index.
  var customAction: Int?
  /// Step that waits for a container that scrolls.
  var pending: PendingStep?

  /// Creates a reader without a cursor.
  ///
  /// - Parameter readsOn: whether it reads the whole screen, instead of the first element only.
  public init(readsOn: Bool = false) { isReading = readsOn }

  /// Words in the language of an element.
  func speech(for element: SemanticsElement?) -> ElementSpeech {
    ElementSpeech(language: element?.semantics.language ?? settings.language)
  }

  /// - Parameter isAnnounced: whether a braille display shows the words; it shows those of the element at the cursor anyway.
  func utterance(
    _ text: String, _ language: String, _ priority: Utterance.Priority = .command, region: UInt64? = nil, isAnnounced: Bool = false
  ) -> ReaderAction {
    let spoken = SpokenText(language: language).named(text, settings.punctuation)
    var utterance = Utterance(spoken, language: language, priority: priority, region: region)
    if isAnnounced { utterance.announcement = text }
    return .speak(utterance)
  }

  /// Returns an utterance of the reader's own words.
  func notice(_ key: String) -> ReaderAction {
    utterance(ElementSpeech(language: settings.language).word(key), settings.language, isAnnounced: true)
  }

  // MARK: Following the elements

  /// Follows the elements of a frame: announces a new focus, a new dialog, changes of live regions and of the element at the cursor.
  ///
  /// - Parameters:
  ///   - tree: elements.
  ///   - isReachable: whether an element exists and is not hidden.
  /// - Returns: the work to do.
  public mutating func update(_ tree: SemanticsTree, isReachable: (SemanticsID) -> Bool) -> [ReaderAction] {
    let isFirst = generation == nil
    let hasChanged = generation != tree.generation
    generation = tree.generation
    var actions: [ReaderAction] = []
    if hasChanged || modal != tree.modal {
      actions += announceRegions(tree, isFirst: isFirst)
      if isFirst { modal = tree.modal }
      actions += adoptModal(tree, isReachable)
      actions += updateCursor(tree, isReachable)
    }
    if focus != tree.focus {
      focus = tree.focus
      if let focus, tree[focus]?.isStop ?? false {
        refresh(tree)
        if let i = list.index(of: focus) {
          isReading = false
          actions += move(to: i, in: tree)
        }
      }
    }
    if hasChanged { actions += resumePending(tree) }
    return actions
  }

  private mutating func announceRegions(_ tree: SemanticsTree, isFirst: Bool) -> [ReaderAction] {
    guard !tree.liveRegions.isEmpty || !regions.isEmpty else { return [] }
    var actions: [ReaderAction] = []
    var now: [SemanticsID: String] = [:]
    for id in tree.liveRegions.sorted(by: { ($0.node, $0.part ?? -1) < ($1.node, $1.part ?? -1) }) {
      guard let element = tree[id], !element.isHidden else { continue }
      let speech = speech(for: element)
      let words = self.words(of: id, in: tree, speech)
      now[id] = words
      guard !isFirst, regions[id] != words, !words.isEmpty else { continue }
      let priority: Utterance.Priority = element.semantics.liveRegion == .assertive ? .assertive : .polite
      actions.append(utterance(words, speech.language, priority, region: id.node, isAnnounced: id != cursor))
    }
    regions = now
    return actions
  }

  /// Words of an element and its descendants, at most 50 of them.
  private func words(of id: SemanticsID, in tree: SemanticsTree, _ speech: ElementSpeech) -> String {
    var (words, waiting, visits): ([String], [SemanticsID], Int) = ([], [id], 0)
    while let next = waiting.popLast(), visits < 50 {
      visits += 1
      guard let element = tree[next], !element.isHidden else { continue }
      words += [element.semantics.label ?? "", speech.value(of: element)]
      waiting.append(contentsOf: element.children.reversed())
    }
    return speech.join(words)
  }

  private mutating func adoptModal(_ tree: SemanticsTree, _ isReachable: (SemanticsID) -> Bool) -> [ReaderAction] {
    guard modal != tree.modal else { return [] }
    let former = modal
    modal = tree.modal
    isReading = false
    // A modal element that is open below the new one keeps its cursor; back there, the cursor is where it was.
    if let at = cursorsBelow.lastIndex(where: { $0.modal == tree.modal }) {
      let saved = cursorsBelow[at].cursor
      cursorsBelow.removeSubrange(at...)
      refresh(tree)
      if let saved, isReachable(saved), let i = list.index(of: saved) { return move(to: i, in: tree) }
      cursor = nil
    } else {
      cursorsBelow.append((former, cursor))
      if cursorsBelow.count > 32 { cursorsBelow.removeFirst() }
      refresh(tree)
    }
    if let cursor, list.index(of: cursor) != nil { return [] }
    path = []
    return list.count > 0 ? move(to: entry(tree), in: tree) : [.mark(nil)]
  }

  /// Index at which a new screen is read first: its focus, or its first element.
  private func entry(_ tree: SemanticsTree) -> Int { tree.focus.flatMap { list.index(of: $0) } ?? 0 }

  private mutating func updateCursor(_ tree: SemanticsTree, _ isReachable: (SemanticsID) -> Bool) -> [ReaderAction] {
    if let cursor, let element = tree[cursor], isReachable(cursor) { return announceChange(of: element) }
    let (old, wasAt) = (list, index)
    refresh(tree)
    guard list.count > 0 else {
      guard cursor != nil else { return [] }
      (cursor, path) = (nil, [])
      return [.mark(nil)]
    }
    guard cursor != nil else {
      let focused = tree.focus.flatMap { list.index(of: $0) }
      focus = tree.focus
      return move(to: isReading ? 0 : focused ?? 0, in: tree)
    }
    isReading = false
    let actions = move(to: Self.nearest(to: wasAt, in: old, list) ?? 0, in: tree, priority: .following)
    guard let cursor, tree.liveRegions.contains(cursor) else { return actions }
    // A live region is spoken with its change.
    return actions.filter { if case .speak = $0 { false } else { true } }
  }

  /// Index of the element that was nearest to a removed one: the one after it before the one in front of it. O(n).
  private static func nearest(to index: Int, in old: ReadingList, _ new: ReadingList) -> Int? {
    for distance in 1...max(1, old.count) {
      for at in [index + distance, index - distance] where old.stops.indices.contains(at) {
        if let found = new.index(of: old.stops[at].id) { return found }
      }
    }
    return nil
  }

  /// Announces a changed value or state of the element at the cursor. The letters of a field are read instead.
  private mutating func announceChange(of element: SemanticsElement) -> [ReaderAction] {
    let speech = speech(for: element)
    let now = (value: speech.value(of: element), states: speech.states(of: element))
    guard now != told else { return [] }
    let former = told
    told = now
    guard !element.isField, (element.semantics.liveRegion ?? .off) == .off else { return [] }
    switch element.role {
    case .progress, .meter, .timer, .video: return []
    default: break
    }
    let words = [now.value == former.value ? "" : now.value] + now.states.filter { !former.states.contains($0) }
    return [utterance(speech.join(words), speech.language, .polite, region: element.id.node)]
  }

  // MARK: The list

  /// Builds the list of elements again if they have changed.
  mutating func refresh(_ tree: SemanticsTree) {
    guard listGeneration != tree.generation || listModal != tree.modal else { return }
    (listGeneration, listModal) = (tree.generation, tree.modal)
    list = ReadingList(tree)
    listsBuilt += 1
    if let cursor, let i = list.index(of: cursor) { index = i }
  }

  /// Moves the cursor to a stop of the current list, and reads it with the containers that it enters.
  mutating func move(to i: Int, in tree: SemanticsTree, priority: Utterance.Priority = .command) -> [ReaderAction] {
    let stop = list.stops[i]
    guard let element = tree[stop.id] else { return [] }
    (cursor, index, customAction, pending) = (stop.id, i, nil, nil)
    let former = path
    path = list.path(of: i)
    let speech = speech(for: element)
    told = (speech.value(of: element), speech.states(of: element))
    let entered = path.filter { !former.contains($0) }.compactMap { id in
      // A container that only repeats the name of its element is not read.
      tree[id].flatMap { $0.semantics.label == element.semantics.label ? nil : self.speech(for: $0).entry(into: $0) }
    }
    let words = speech.join(entered + [speech.text(of: element, hasHints: settings.hasHints)])
    return [.mark(stop.id), utterance(words, speech.language, priority)]
  }
}
