internal import CTesseraNetwork
internal import TesseraBase

/// Effects of ``LoadQueue``: passes it events from any thread and performs its actions on one thread, which sleeps while there is no work.
final class LoaderCore: Sendable {
  /// Work for the loader's thread, in order. Cache writes wait behind all other work.
  struct State {
    var queue: LoadQueue
    var jobs: [LoadQueue.Action] = []
    var stores: [LoadQueue.Action] = []
    var receivers: [LoadQueue.Client: DataLoader.Receiver] = [:]
    var tasks: [LoadQueue.Transfer: any DownloadTask] = [:]
    var statistics = LoadStatistics()
    var hasThread = false
    var isWorking = false
    /// Number of finished loads whose clients have not been notified yet.
    var untold = 0
    var isClosed = false
    /// URLs of blocking work, by numbers.
    var blocking: [UInt64: String] = [:]

    /// Whether nothing is being loaded, reported or stored.
    var isIdle: Bool { queue.isIdle && jobs.isEmpty && stores.isEmpty && !isWorking && blocking.isEmpty }

    mutating func add(_ actions: [LoadQueue.Action]) {
      for action in actions {
        if action.isEnd { untold += 1 }
        switch action {
        case .store, .confirm, .remove: stores.append(action)
        case .lookUp, .start, .cancel, .deliver, .offer: jobs.append(action)
        }
      }
    }
  }

  /// Placeholder of a transfer until the downloader has returned its task.
  private struct Beginning: DownloadTask { func cancel() {} }

  struct Parts: Sendable {
    var downloader: any Downloader
    var cache: (any DataCache)?
  }

  let state: Monitor<State>
  let parts: Locked<Parts>
  private let clock: any LoaderClock
  private let isManual: Bool

  init(options: LoadOptions, downloader: any Downloader, cache: (any DataCache)?, clock: any LoaderClock, isManual: Bool) {
    state = Monitor(State(queue: LoadQueue(options: options)))
    parts = Locked(Parts(downloader: downloader, cache: cache))
    self.clock = clock
    self.isManual = isManual
  }

  var now: LoadQueue.Moment { LoadQueue.Moment(steady: clock.steady, wall: clock.wall) }

  func request(
    _ url: String, priority: LoadPriority, isReload: Bool, isExamined: Bool, fallback: DownloadFailure? = nil,
    receive: @escaping DataLoader.Receiver
  ) -> LoadQueue.Client {
    feed { state in
      let client = state.queue.makeNumber()
      state.statistics.requests += 1
      state.receivers[client] = receive
      let actions = state.queue.requested(
        url, by: client, priority: priority, isReload: isReload, isExamined: isExamined, fallback: fallback)
      state.add(actions)
      return client
    }
  }

  func prioritize(_ client: LoadQueue.Client, _ priority: LoadPriority) {
    let actions = state.withLock { state in
      let actions = state.queue.prioritized(client, priority)
      state.add(actions)
      return actions
    }
    if !actions.isEmpty { state.broadcast() }
  }

  func cancel(_ client: LoadQueue.Client) {
    // Release the receiver outside the lock: its deinitialization may call back.
    let former = feed { state in
      state.add(state.queue.cancelled(client))
      return state.receivers.removeValue(forKey: client)
    }
    withExtendedLifetime(former) {}
  }

  func reads(_ client: LoadQueue.Client, _ reads: Bool) { feed { $0.add($0.queue.reads(client, reads)) } }

  func part(for client: LoadQueue.Client, of body: UInt64, from offset: Int) -> LoadedPart? {
    state.withLock { $0.queue.part(for: client, of: body, from: offset) }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    state.broadcast()
  }

  /// Changes the state and wakes the thread if work follows.
  @discardableResult
  private func feed<R>(_ fact: (inout State) -> R) -> R {
    let (result, startsThread) = state.withLock { state in
      let result = fact(&state)
      let starts = !state.hasThread && !isManual && !state.isClosed
      if starts { state.hasThread = true }
      return (result, starts)
    }
    if startsThread { startThread() } else { state.broadcast() }
    return result
  }

  // MARK: thread

  private func startThread() {
    let isStarted = DetachedThread.start(stackSize: 512 << 10) { [self] in
      tn_begin_thread("tessera-load")
      work()
    }
    // Without a thread nothing is loaded; a later request tries again.
    if !isStarted { state.withLock { $0.hasThread = false } }
  }

  private enum Step {
    case perform(LoadQueue.Action)
    /// The deadline has changed.
    case reevaluate
    case end
  }

  private func work() {
    while true {
      let deadline = state.withLock { $0.queue.nextDeadline }
      let step = state.wait(deadline: deadline ?? .infinity) { state -> Step? in
        if state.isClosed { return .end }
        if let job = dequeueJob(&state) { return .perform(job) }
        return state.queue.nextDeadline != deadline ? .reevaluate : nil
      }
      switch step {
      case .end: return
      case .perform(let action): perform(action)
      case .reevaluate: break
      case nil: passTime()
      }
    }
  }

  private func dequeueJob(_ state: inout State) -> LoadQueue.Action? {
    let job = !state.jobs.isEmpty ? state.jobs.removeFirst() : !state.stores.isEmpty ? state.stores.removeFirst() : nil
    let wasWorking = state.isWorking
    state.isWorking = job != nil
    // Wake the threads that wait for the end of all work.
    if wasWorking, job == nil { self.state.broadcast() }
    return job
  }

  private func passTime() {
    let now = now
    feed { $0.add($0.queue.timePassed(to: now)) }
  }

  func performBlocking(_ url: String, _ work: @escaping @Sendable () -> Void) -> Bool {
    let number = state.withLock { state in
      let number = state.queue.makeNumber()
      state.blocking[number] = url
      return number
    }
    let run: @Sendable () -> Void = { [state] in
      work()
      state.withLock { $0.blocking[number] = nil }
      state.broadcast()
    }
    if isManual {
      run()
      return true
    }
    let isStarted = DetachedThread.start(stackSize: 8 << 20) {
      tn_begin_thread("tessera-read")
      run()
    }
    if !isStarted { state.withLock { $0.blocking[number] = nil } }
    return isStarted
  }

  func runPending() {
    passTime()
    while runNext() {}
  }

  /// Runs the next job on the calling thread. Returns whether there was one.
  func runNext() -> Bool {
    guard let action = state.withLock({ dequeueJob(&$0) }) else { return false }
    perform(action)
    return true
  }

  // MARK: actions

  private func perform(_ action: LoadQueue.Action) {
    switch action {
    case .lookUp(let url): lookUp(url)
    case .start(let transfer, let request): start(transfer, request)
    case .cancel(let transfer): state.withLock { $0.tasks.removeValue(forKey: transfer) }?.cancel()
    case .store(let url, let bytes, let metadata):
      state.withLock { $0.statistics.stores += 1 }
      parts.withLock { $0.cache }?.store(bytes, metadata: metadata, for: url)
    case .confirm(let url, let metadata): parts.withLock { $0.cache }?.confirm(metadata, for: url)
    case .remove(let url): parts.withLock { $0.cache }?.remove(url)
    case .deliver(let clients, let event): deliver(event, to: clients)
    case .offer(let clients, let data, let number): offer(data, to: clients, trial: number)
    }
    if action.isEnd { state.withLock { $0.untold -= 1 } }
  }

  private func lookUp(_ url: String) {
    // Pending writes and removals already apply to lookups.
    let pending = state.withLock { state -> CachedData?? in
      state.statistics.lookUps += 1
      for action in state.stores.reversed() {
        switch action {
        case .store(url, let bytes, let metadata): return CachedData(bytes: bytes, metadata: metadata)
        case .remove(url): return .some(nil)
        default: break
        }
      }
      return nil
    }
    let cached = if let pending { pending } else { parts.withLock { $0.cache }?.data(for: url) }
    let now = now
    feed { $0.add($0.queue.cacheAnswered(url, with: cached, at: now)) }
  }

  private func start(_ transfer: LoadQueue.Transfer, _ request: DownloadRequest) {
    let now = now
    state.withLock {
      $0.queue.began(transfer, at: now)
      $0.tasks[transfer] = Beginning()
      $0.statistics.transfers += 1
    }
    let task = parts.withLock { $0.downloader }.start(request) { [weak self] event in self?.handle(event, of: transfer) }
    // The transfer may have ended already.
    state.withLock { if $0.tasks[transfer] != nil { $0.tasks[transfer] = task } }
  }

  private func handle(_ event: DownloadEvent, of transfer: LoadQueue.Transfer) {
    let now = now
    let former: (any DownloadTask)? = feed { state in
      switch event {
      case .response(let response): state.add(state.queue.responded(transfer, response, at: now))
      case .data(let bytes): state.add(state.queue.received(transfer, bytes, at: now))
      case .end(let failure):
        state.add(state.queue.ended(transfer, failure, at: now))
        return state.tasks.removeValue(forKey: transfer)
      }
      return nil
    }
    withExtendedLifetime(former) {}
  }

  private func deliver(_ event: LoadEvent, to clients: [LoadQueue.Client]) {
    let isLast =
      switch event {
      case .loaded, .failed: true
      case .progress, .received, .retrying: false
      }
    let receivers = state.withLock { state in
      clients.compactMap { isLast ? state.receivers.removeValue(forKey: $0) : state.receivers[$0] }
    }
    for receive in receivers { receive(event) }
  }

  /// Delivers a body to clients that examine it. Without a client its trial ends.
  private func offer(_ data: LoadedData, to clients: [LoadQueue.Client], trial number: UInt64) {
    var data = data
    let url = data.url
    data.trial = LoadTrial { [weak self] verdict in self?.feed { $0.add($0.queue.judged(number, of: url, verdict)) } }
    deliver(.loaded(data), to: clients)
  }
}

extension LoadQueue.Action {
  /// Whether the event ends a load for its clients.
  fileprivate var isEnd: Bool {
    switch self {
    case .deliver(_, .loaded), .deliver(_, .failed), .offer: true
    case .deliver, .lookUp, .start, .cancel, .store, .confirm, .remove: false
    }
  }
}
