internal import Synchronization
internal import TesseraBase

/// Loads data from URLs: from a cache, or by a downloader, once for any number of clients. Any thread; nothing here blocks the caller.
///
/// ``shared`` is what nodes use. Its downloader and cache can be replaced before or while it is used.
public final class DataLoader: Sendable {
  /// What nodes load with.
  public static let shared = DataLoader()

  /// Takes what a load tells. Called on the loader's thread.
  public typealias Receiver = @Sendable (LoadEvent) -> Void

  let core: LoaderCore

  /// Which loader of the process it is: a number that no other has, nor had. What is kept of a loader outlives it, and an address may be taken by another.
  package let serial = DataLoader.counter.add(1, ordering: .relaxed).newValue
  private static let counter = Atomic<UInt64>(0)

  /// Makes a loader.
  ///
  /// - Parameters:
  ///   - options: limits and waits.
  ///   - downloader: nil: ``CurlDownloader``, or what says why there is none.
  ///   - cache: nil: nothing is kept on disk. Left out: ``DiskCache`` at its default place, opened when it is first asked.
  ///   - clock: the clocks.
  ///   - isManual: whether work waits for ``runPending()`` instead of a thread: for tests.
  public init(
    options: LoadOptions = LoadOptions(), downloader: (any Downloader)? = nil, cache: (any DataCache)?? = nil,
    clock: any LoaderClock = SystemLoaderClock(), isManual: Bool = false
  ) {
    core = LoaderCore(
      options: options, downloader: downloader ?? DefaultDownloader.make(), cache: cache ?? DiskCache.makeDefault(), clock: clock,
      isManual: isManual)
  }

  deinit { core.close() }

  /// What fetches. Transfers under way stay with the one before.
  public var downloader: any Downloader {
    get { core.parts.withLock { $0.downloader } }
    set { core.parts.withLock { $0.downloader = newValue } }
  }

  /// What keeps; nil: nothing is kept.
  public var cache: (any DataCache)? {
    get { core.parts.withLock { $0.cache } }
    set { core.parts.withLock { $0.cache = newValue } }
  }

  /// Limits and waits.
  public var options: LoadOptions {
    get { core.state.withLock { $0.queue.options } }
    set { core.state.withLock { $0.queue.options = newValue } }
  }

  /// Loads `url`, and tells `receive` what happens, on the loader's thread. Returns what stops and prioritizes it.
  ///
  /// - Parameters:
  ///   - url: absolute http or https URL.
  ///   - priority: how urgent it is.
  ///   - isReload: whether the server is asked although the cache has a fresh answer.
  ///   - isExamined: whether the client examines the body: it is delivered with a ``LoadedData/trial``, and changes the cache only after
  ///     ``LoadTrial/accept()``. false: a complete body of a successful response is kept immediately.
  ///   - receive: called on the loader's thread, no lock held.
  public func load(
    _ url: String, priority: LoadPriority = .visible, isReload: Bool = false, isExamined: Bool = false, receive: @escaping Receiver
  ) -> LoadTicket {
    let client = core.request(url, priority: priority, isReload: isReload, isExamined: isExamined, receive: receive)
    return LoadTicket(core: core, client: client)
  }

  /// Loads the entry that the cache has of `url`, fresh or expired, after the server's answer was rejected. Fails with `reason` if there is no entry, or if
  /// the entry must not be used without the server.
  ///
  /// - Parameters:
  ///   - url: absolute http or https URL.
  ///   - reason: becomes the `staleReason` of the data.
  ///   - receive: called on the loader's thread, no lock held. The data has a ``LoadedData/trial``.
  public func loadKept(_ url: String, because reason: DownloadFailure, receive: @escaping Receiver) -> LoadTicket {
    let client = core.request(url, priority: .visible, isReload: false, isExamined: true, fallback: reason, receive: receive)
    return LoadTicket(core: core, client: client)
  }

  /// Number of URLs that are being loaded; a load counts until its clients have been told its end.
  public var pendingCount: Int { core.state.withLock { $0.queue.loads.count + $0.untold } }

  /// Whether nothing is loaded, told or stored at the moment.
  public var isIdle: Bool { core.state.withLock { $0.isIdle } }

  /// URLs that are being loaded, in no order.
  public var pendingURLs: [String] { core.state.withLock { Array($0.queue.loads.keys) } }

  /// Waits until nothing is being loaded, or until `deadline`, steady seconds of the system's clock. Returns whether nothing is. Not on the loop of a running
  /// program.
  public func waitUntilIdle(deadline: Double) -> Bool {
    core.state.wait(deadline: deadline) { $0.isIdle ? () : nil } != nil
  }

  /// Does on the calling thread what waits, and what the clock says is due: for a manual loader.
  public func runPending() { core.runPending() }

  /// What the loader has done.
  public var statistics: LoadStatistics { core.state.withLock { $0.statistics } }
}

/// What a loader has done. Counts.
public struct LoadStatistics: Sendable, Hashable {
  /// Loads that were asked for.
  public var requests = 0
  /// Transfers started.
  public var transfers = 0
  /// Looks into the cache.
  public var lookUps = 0
  /// Bodies stored in the cache.
  public var stores = 0
}

/// A load that somebody asked for. Any thread. It goes on when this is dropped.
public struct LoadTicket: Sendable {
  let core: LoaderCore
  let client: LoadQueue.Client

  /// How urgent the load is now.
  public func setPriority(_ priority: LoadPriority) { core.prioritize(client, priority) }

  /// Whether the body is read while it comes: the receiver is then told ``LoadEvent/received``, and calls ``part(of:from:)``. Not told where the rest will
  /// be there within 0.2 s.
  ///
  /// - Parameter reads: false: it is told no more.
  public func readsBody(_ reads: Bool) { core.reads(client, reads) }

  /// Returns what has come of the body; nil: nothing that was not read.
  ///
  /// - Parameters:
  ///   - body: that of the part read before; 0: none.
  ///   - offset: where that part ended. Of another body the beginning is returned.
  public func part(of body: UInt64, from offset: Int) -> LoadedPart? { core.part(for: client, of: body, from: offset) }

  /// Stops telling; without other clients the load ends, and what came of it is kept to be resumed.
  public func cancel() { core.cancel(client) }
}
