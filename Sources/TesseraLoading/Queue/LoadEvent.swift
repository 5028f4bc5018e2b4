/// Source of loaded data.
public enum LoadSource: String, Sendable, Hashable, CaseIterable {
  /// In memory.
  case memory
  /// Cache on disk; fresh, or confirmed by the server.
  case disk
  /// Downloaded.
  case network
}

/// Result of a load.
public struct LoadedData: Sendable, Hashable {
  /// Requested URL.
  public let url: String
  /// Body.
  public let bytes: [UInt8]
  /// Source of the body.
  public let source: LoadSource
  /// Reason for using an expired cache entry; nil if the data is current.
  public let staleReason: DownloadFailure?
  /// Time until which the server need not be asked again, seconds since 1970; 0 if unknown.
  public let freshUntil: Double
  /// Receives the verdict of a client that examines the body; nil if no verdict is expected.
  public internal(set) var trial: LoadTrial?

  /// Creates the result.
  public init(url: String, bytes: [UInt8], source: LoadSource, staleReason: DownloadFailure? = nil, freshUntil: Double = 0) {
    self.freshUntil = freshUntil
    self.url = url
    self.bytes = bytes
    self.source = source
    self.staleReason = staleReason
  }
}

/// Verdict on a body that was loaded with `isExamined`. Any thread.
///
/// An accepted body is stored in the cache, or its entry is confirmed. A rejected body from the server is not stored, and the entry that it
/// would have replaced stays. A rejected body from the cache is removed. If the last reference is released without a verdict, the cache
/// stays as it is.
public final class LoadTrial: Sendable {
  private let judge: @Sendable (Trial.Verdict) -> Void

  init(_ judge: @escaping @Sendable (Trial.Verdict) -> Void) { self.judge = judge }

  deinit { judge(.withdrawn) }

  /// Accepts the body.
  public func accept() { judge(.accepted) }

  /// Rejects the body, for example because it is damaged, or a log-in page instead of a picture. Also possible after ``accept()``.
  public func reject() { judge(.rejected) }
}

extension LoadTrial: Hashable {
  /// Compares identities.
  public static func == (a: LoadTrial, b: LoadTrial) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Progress of a download.
public struct LoadProgress: Sendable, Hashable {
  /// Bytes received.
  public let received: Int
  /// Total bytes; nil if unknown.
  public let expected: Int?

  /// Creates a progress value.
  public init(received: Int, expected: Int?) {
    self.received = received
    self.expected = expected
  }

  /// Fraction from 0 to 1; 0 if the length is unknown.
  public var fraction: Double {
    guard let expected, expected > 0 else { return 0 }
    return min(1, Double(received) / Double(expected))
  }
}

/// Event of a load.
public enum LoadEvent: Sendable, Hashable {
  /// More of the body has been received.
  case progress(LoadProgress)
  /// There are unread bytes of the body. Sent to clients that read it while it arrives (`LoadTicket.readsBody(_:)`), once until they read.
  case received
  /// An attempt failed. The next one follows after `delay` seconds.
  case retrying(DownloadFailure, delay: Double)
  /// The load succeeded. No event follows.
  case loaded(LoadedData)
  /// The load failed. No event follows.
  case failed(LoadError)
}

/// Part of a body that is still arriving.
public struct LoadedPart: Sendable, Hashable {
  /// Number of the body. It changes if the server starts the body again.
  public let body: UInt64
  /// Offset of the bytes within the body.
  public let offset: Int
  /// All bytes received from ``offset`` on.
  public let bytes: [UInt8]
}
