/// Where loaded data came from.
public enum LoadSource: String, Sendable, Hashable, CaseIterable {
  /// It was in memory.
  case memory
  /// From the cache on disk, fresh, or confirmed by the server.
  case disk
  /// Downloaded.
  case network
}

/// What was loaded.
public struct LoadedData: Sendable, Hashable {
  /// URL that was asked for.
  public let url: String
  /// The body.
  public let bytes: [UInt8]
  /// Where it came from.
  public let source: LoadSource
  /// Why an expired cache entry is all there is; nil: it is up to date.
  public let staleReason: DownloadFailure?
  /// Until when the server need not be asked again, seconds since 1970; 0: not known.
  public let freshUntil: Double
  /// Takes the verdict of a client that examines the body; nil: nothing waits for one.
  public internal(set) var trial: LoadTrial?

  /// Makes it.
  public init(url: String, bytes: [UInt8], source: LoadSource, staleReason: DownloadFailure? = nil, freshUntil: Double = 0) {
    self.freshUntil = freshUntil
    self.url = url
    self.bytes = bytes
    self.source = source
    self.staleReason = staleReason
  }
}

/// The verdict on a body that was loaded with `isExamined`. Any thread.
///
/// An accepted body is kept in the cache, or confirmed there. A rejected one is not, and the entry that it would have replaced stays; a rejected body that is from
/// the cache is removed from it. If the last reference goes without a verdict, the cache stays as it is.
public final class LoadTrial: Sendable {
  private let judge: @Sendable (Trial.Verdict) -> Void

  init(_ judge: @escaping @Sendable (Trial.Verdict) -> Void) { self.judge = judge }

  deinit { judge(.withdrawn) }

  /// The body is what it should be.
  public func accept() { judge(.accepted) }

  /// The body is of no use: a log-in page instead of a picture, or damaged. An accepted body can still be rejected.
  public func reject() { judge(.rejected) }
}

extension LoadTrial: Hashable {
  /// Each is equal to itself alone.
  public static func == (a: LoadTrial, b: LoadTrial) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// How much of a body has come.
public struct LoadProgress: Sendable, Hashable {
  /// Bytes received.
  public let received: Int
  /// Bytes in all; nil: not known.
  public let expected: Int?

  /// Makes a progress.
  public init(received: Int, expected: Int?) {
    self.received = received
    self.expected = expected
  }

  /// Share from 0 to 1; 0 where the length is not known.
  public var fraction: Double {
    guard let expected, expected > 0 else { return 0 }
    return min(1, Double(received) / Double(expected))
  }
}

/// What a load tells those who asked for it.
public enum LoadEvent: Sendable, Hashable {
  /// More of the body has come.
  case progress(LoadProgress)
  /// More of the body has come than was read; told to those who read it as it comes (`LoadTicket.readsBody(_:)`), once until they do.
  case received
  /// An attempt failed and another follows in so many seconds.
  case retrying(DownloadFailure, delay: Double)
  /// All of it is there. Nothing follows.
  case loaded(LoadedData)
  /// It failed. Nothing follows.
  case failed(LoadError)
}

/// Bytes of a body of which the rest is still coming.
public struct LoadedPart: Sendable, Hashable {
  /// Which body it is: another number where the server began anew.
  public let body: UInt64
  /// Where the bytes lie in the body.
  public let offset: Int
  /// What has come from there on.
  public let bytes: [UInt8]
}
