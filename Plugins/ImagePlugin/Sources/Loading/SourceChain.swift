/// The sources of one picture, from the worst to the best, and what is known of each. A value: decides which is shown and which is loaded next.
struct SourceChain {
  /// What is known of a source.
  enum Standing {
    /// It can be drawn.
    case there
    /// It can be drawn, and the server is to be asked whether it still holds.
    case unsure
    /// It has to be loaded.
    case missing
    /// It could not be loaded.
    case failed
  }

  /// From the worst source to the best.
  var standings: [Standing]

  /// The best source that can be drawn; nil: none.
  var shown: Int? { standings.lastIndex { $0 == .there || $0 == .unsure } }

  /// The source to load now; nil: none. What is worse than the one that is shown is never loaded; what is better comes step by step.
  var next: Int? {
    let shown = shown
    if let missing = standings.indices.first(where: { $0 > shown ?? -1 && standings[$0] == .missing }) { return missing }
    return shown.flatMap { standings[$0] == .unsure ? $0 : nil }
  }

  /// Whether no better picture will come than the one that is shown, because loading failed.
  var hasFailed: Bool { next == nil && standings.last == .failed }
}
