/// Body delivered to clients that examine it.
struct Trial: Equatable {
  /// Effect of an acceptance on the cache.
  enum Outcome: Equatable {
    /// The body replaces the cache entry.
    case store([UInt8], CacheMetadata)
    /// The cache entry is removed, because the server forbids storing this response.
    case discard
    /// The cache entry is confirmed.
    case confirm(CacheMetadata)
    /// The cache entry stays as it is.
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

  /// Verdict of a client on a body.
  enum Verdict: Sendable {
    case accepted
    case rejected
    /// All clients have released the body.
    case withdrawn
  }

  var number: UInt64
  var outcome: Outcome
  /// Whether clients that do not examine the body have received it as well.
  var isServed: Bool
}

extension LoadQueue {
  /// Handles a verdict. A rejected response of the server changes nothing in the cache; a rejected cache entry is removed.
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
