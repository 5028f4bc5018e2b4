/// Syllables of engines: letters become pre-edit and candidates, and candidates become text.
extension KeyboardState {
  /// Number of candidates on a page; the place after them shows the next page.
  private static let candidatePlaces = emojiPlaces - 1

  /// Whether the strip belongs to the candidates of an engine.
  var hasCandidates: Bool { composer.map { type(of: $0).hasCandidates } ?? false && kind.page == .letters && query == nil }

  /// Whether text is being composed.
  var isComposing: Bool { composer?.isComposing ?? false }

  /// Returns whether a place of the strip shows the next candidates.
  func isMore(_ number: Int) -> Bool {
    hasCandidates && number == Self.candidatePlaces && (composer?.candidates.count ?? 0) > Self.candidatePlaces
  }

  mutating func showCandidates() {
    let all = composer?.candidates ?? []
    if firstCandidate >= all.count { firstCandidate = 0 }
    setStrip(Array(all[firstCandidate...].prefix(Self.candidatePlaces)))
  }

  mutating func compose(_ text: String) -> KeyboardOutput? { composed { $0.insert(text) } }

  /// Gives text of a device to the engine.
  mutating func compose(key text: String) -> KeyboardOutput? {
    let choosing = choosesByDigit
    choosesByDigit = false
    let usesDigits = composer.map { type(of: $0).usesDigits } ?? false
    if isComposing, choosing || !usesDigits, let number = Int(text), (1...9).contains(number), suggestions.indices.contains(number - 1) {
      return chooseCandidate(number - 1)
    }
    return composed { $0.insert(key: text) }
  }

  /// Lets the next digit of a device choose a candidate. Returns whether digits are letters of the engine.
  mutating func chooseByDigit() -> Bool {
    guard isComposing, !suggestions.isEmpty, let composer, type(of: composer).usesDigits else { return false }
    choosesByDigit = true
    return true
  }

  /// Ends the composition with the likeliest text; nil if nothing is composed.
  mutating func convert() -> KeyboardOutput? {
    guard query == nil, isComposing else { return nil }
    return composed { $0.convert() ?? "" }
  }

  /// Ends the composition with the pre-edit as it is; nil if nothing is composed.
  mutating func finishComposition() -> KeyboardOutput? {
    guard isComposing else { return nil }
    return composed { $0.finish() }
  }

  mutating func deleteComposed() -> KeyboardOutput? {
    guard isComposing else { return nil }
    return composed { engine in
      _ = engine.deleteBackward()
      return ""
    }
  }

  mutating func chooseCandidate(_ number: Int) -> KeyboardOutput? {
    let at = firstCandidate + number
    return composed { $0.choose(at) }
  }

  mutating func nextCandidates() -> KeyboardOutput? {
    let count = composer?.candidates.count ?? 0
    firstCandidate = firstCandidate + Self.candidatePlaces < count ? firstCandidate + Self.candidatePlaces : 0
    showCandidates()
    return nil
  }

  /// Forgets the composed text, which is no longer in the field.
  mutating func cancelComposition() {
    guard isComposing else { return }
    composer = layout?.engine.flatMap(ComposingEngines.make)
    firstCandidate = 0
    if hasCandidates { showCandidates() }
  }

  private mutating func composed(_ change: (inout any ComposingEngine) -> String) -> KeyboardOutput? {
    guard var engine = composer else { return nil }
    let final = change(&engine)
    composer = engine
    firstCandidate = 0
    if hasCandidates { showCandidates() }
    return .composition(final: final, preedit: engine.preedit)
  }
}
