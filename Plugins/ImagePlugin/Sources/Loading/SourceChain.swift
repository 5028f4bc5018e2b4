/// Sources of one picture, from the lowest to the highest quality, with their states. A value: decides which source is shown and which is
/// loaded next.
struct SourceChain {
  /// State of a source.
  enum Standing {
    /// Available.
    case there
    /// Available, but to be revalidated by the server.
    case unsure
    /// Not loaded yet.
    case missing
    /// Failed to load.
    case failed
  }

  /// States, from the lowest to the highest quality.
  var standings: [Standing]

  /// Best available source; nil if there is none.
  var shown: Int? { standings.lastIndex { $0 == .there || $0 == .unsure } }

  /// Source to load next; nil if there is none. Sources below the shown one are never loaded; better ones are loaded step by step.
  var next: Int? {
    let shown = shown
    if let missing = standings.indices.first(where: { $0 > shown ?? -1 && standings[$0] == .missing }) { return missing }
    return shown.flatMap { standings[$0] == .unsure ? $0 : nil }
  }

  /// Whether loading has failed, so that no picture better than the shown one will follow.
  var hasFailed: Bool { next == nil && standings.last == .failed }
}
