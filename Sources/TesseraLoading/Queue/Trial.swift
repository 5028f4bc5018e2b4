/// A body that was delivered to clients that examine it.
struct Trial: Equatable {
  /// What follows from an acceptance.
  enum Outcome: Equatable {
    /// The body replaces the entry of the cache.
    case store([UInt8], CacheMetadata)
    /// The entry of the cache is removed: the server forbids to keep this answer.
    case discard
    /// The entry of the cache is confirmed.
    case confirm(CacheMetadata)
    /// Nothing: the entry of the cache stays as it is.
    case kept

    func actions(_ url: String) -> [LoadQueue.Action] {
      switch self {
      case .store(let bytes, let metadata): [.store(url: url, bytes: bytes, metadata)]
      case .discard: [.remove(url: url)]
      case .confirm(let metadata): [.confirm(url: url, metadata)]
      case .kept: []
      }
    }
  }

  /// Judgement of a body by a client.
  enum Verdict: Sendable {
    case accepted
    case rejected
    /// No client holds the body any longer.
    case withdrawn
  }

  var number: UInt64
  var outcome: Outcome
  /// Whether clients that do not examine it have it as well.
  var isServed: Bool
}

extension LoadQueue {
  /// A client judged a body. A rejected answer of the server changes nothing in the cache; a rejected entry of the cache is removed.
  mutating func judged(_ number: UInt64, of url: String, _ verdict: Trial.Verdict) -> [Action] {
    guard let trial = trials[url], trial.number == number else { return [] }
    switch verdict {
    case .accepted:
      trials[url]!.outcome = .kept  // it is there: looked up above
      return trial.outcome.actions(url)
    case .rejected:
      trials[url] = nil
      switch trial.outcome {
      case .store, .discard: return []
      case .confirm, .kept: return [.remove(url: url)]
      }
    case .withdrawn:
      trials[url] = nil
      return trial.isServed ? trial.outcome.actions(url) : []
    }
  }
}
