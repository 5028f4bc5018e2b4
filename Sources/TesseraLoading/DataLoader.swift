internal import Synchronization
internal import TesseraBase

/// Loads data from URLs, from a cache or by a downloader. Requests for the same URL share one load. Any thread; nothing blocks the caller.
///
/// Nodes use ``shared``. Its downloader and cache can be replaced before and during use.
public final class DataLoader: Sendable {
  /// Loader that nodes use.
  public static let shared = DataLoader()

  /// Callback for load events. Called on the loader's thread.
  public typealias Receiver = @Sendable (LoadEvent) -> Void

  let core: LoaderCore

  /// Serial number of this loader, unique in the process for all time. State kept about a loader outlives it, and its address may be
  /// reused.
  package let serial = DataLoader.counter.add(1, ordering: .relaxed).newValue
  private static let counter = Atomic<UInt64>(0)

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - options: limits and timeouts.
  ///   - downloader: nil means ``CurlDownloader``, or one that reports why downloads are unavailable.
  ///   - cache: nil disables the disk cache. The default is ``DiskCache`` in its default directory, opened at its first use.
  ///   - clock: steady and wall clock.
  ///   - isManual: whether work waits for ``runPending()`` instead of running on a thread; for tests.
  public init(
    options: LoadOptions = LoadOptions(), downloader: (any Downloader)? = nil, cache: (any DataCache)?? = nil,
    clock: any LoaderClock = SystemLoaderClock(), isManual: Bool = false
  ) {
    core = LoaderCore(
      options: options, downloader: downloader ?? DefaultDownloader.make(), cache: cache ?? DiskCache.makeDefault(), clock: clock,
      isManual: isManual)
  }

  deinit { core.close() }

  /// Downloader. Transfers in progress stay with the previous one.
  public var downloader: any Downloader {
    get { core.parts.withLock { $0.downloader } }
    set { core.parts.withLock { $0.downloader = newValue } }
  }

  /// Cache; nil if nothing is stored.
  public var cache: (any DataCache)? {
    get { core.parts.withLock { $0.cache } }
    set { core.parts.withLock { $0.cache = newValue } }
  }

  /// Limits and timeouts.
  public var options: LoadOptions {
    get { core.state.withLock { $0.queue.options } }
    set { core.state.withLock { $0.queue.options = newValue } }
  }

  /// Loads `url` and reports the events to `receive`, on the loader's thread. Returns a ticket to cancel and prioritize the load.
  ///
  /// - Parameters:
  ///   - url: absolute http or https URL.
  ///   - priority: urgency.
  ///   - isReload: whether to ask the server even if the cache has a fresh entry.
  ///   - isExamined: whether the client examines the body. It is then delivered with a ``LoadedData/trial`` and changes the cache only
  ///     after ``LoadTrial/accept()``. If false, a complete body of a successful response is stored immediately.
  ///   - receive: called on the loader's thread, no lock held.
  public func load(
    _ url: String, priority: LoadPriority = .visible, isReload: Bool = false, isExamined: Bool = false, receive: @escaping Receiver
  ) -> LoadTicket {
    let client = core.request(url, priority: priority, isReload: isReload, isExamined: isExamined, receive: receive)
    return LoadTicket(core: core, client: client)
  }

  /// Loads the cache entry of `url`, fresh or expired, after the server's answer was rejected. Fails with `reason` if there is no entry, or
  /// if the entry must not be used without the server.
  ///
  /// - Parameters:
  ///   - url: absolute http or https URL.
  ///   - reason: `staleReason` of the data.
  ///   - receive: called on the loader's thread, no lock held. The data has a ``LoadedData/trial``.
  public func loadKept(_ url: String, because reason: DownloadFailure, receive: @escaping Receiver) -> LoadTicket {
    let client = core.request(url, priority: .visible, isReload: false, isExamined: true, fallback: reason, receive: receive)
    return LoadTicket(core: core, client: client)
  }

  /// Number of URLs in progress. A load counts until its end has been reported to its clients.
  public var pendingCount: Int { core.state.withLock { $0.queue.loads.count + $0.untold } }

  /// Whether nothing is being loaded, reported or stored.
  public var isIdle: Bool { core.state.withLock { $0.isIdle } }

  /// URLs in progress, unordered.
  public var pendingURLs: [String] { core.state.withLock { Array($0.queue.loads.keys) + $0.blocking.values } }

  /// Returns the failure of the last attempt to load a URL in progress; nil if none has failed.
  public func lastFailure(of url: String) -> DownloadFailure? { core.state.withLock { $0.queue.loads[url]?.lastFailure } }

  /// Runs work that waits for the network, such as that of a ``RangedReader``, on a separate thread, so that no worker is blocked. The loader
  /// counts as busy with `url` until the work returns. On a manual loader it runs on the calling thread. Returns whether it runs; if false, `work`
  /// is dropped.
  public func performBlocking(_ url: String, _ work: @escaping @Sendable () -> Void) -> Bool { core.performBlocking(url, work) }

  /// Waits until the loader is idle, or until `deadline`, in steady seconds of the system's clock. Returns whether it is idle. Do not call
  /// on the loop of a running program.
  public func waitUntilIdle(deadline: Double) -> Bool {
    core.state.wait(deadline: deadline) { $0.isIdle ? () : nil } != nil
  }

  /// Runs pending work and work that is due on the calling thread; for a manual loader.
  public func runPending() { core.runPending() }

  /// Counts of operations.
  public var statistics: LoadStatistics { core.state.withLock { $0.statistics } }
}

/// Operation counts of a loader.
public struct LoadStatistics: Sendable, Hashable {
  /// Loads requested.
  public var requests = 0
  /// Transfers started.
  public var transfers = 0
  /// Cache lookups.
  public var lookUps = 0
  /// Bodies stored in the cache.
  public var stores = 0
}

/// Handle of a requested load. Any thread. The load continues if the ticket is dropped.
public struct LoadTicket: Sendable {
  let core: LoaderCore
  let client: LoadQueue.Client

  /// Changes the urgency of the load.
  public func setPriority(_ priority: LoadPriority) { core.prioritize(client, priority) }

  /// Starts or stops reading the body while it arrives. The receiver then gets ``LoadEvent/received`` and calls ``part(of:from:)``. The
  /// event is not sent if the rest will arrive within 0.2 s.
  ///
  /// - Parameter reads: false stops these events.
  public func readsBody(_ reads: Bool) { core.reads(client, reads) }

  /// Returns the part of the body that has arrived after `offset`, or nil if there is nothing new.
  ///
  /// - Parameters:
  ///   - body: ``LoadedPart/body`` of the previous part; 0 before the first.
  ///   - offset: end of the previous part. If the body has changed since, the new body is returned from its beginning.
  public func part(of body: UInt64, from offset: Int) -> LoadedPart? { core.part(for: client, of: body, from: offset) }

  /// Stops the events of this client. A load without other clients ends; its partial body is kept and can be resumed.
  public func cancel() { core.cancel(client) }
}
