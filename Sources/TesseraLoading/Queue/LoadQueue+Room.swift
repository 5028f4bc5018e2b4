// Which transfers run at a time, and for how long.
extension LoadQueue {
  /// Time went by: loads whose wait is over begin, and transfers that are too slow end.
  mutating func timePassed(to now: Moment) -> [Action] {
    var actions: [Action] = []
    for (url, load) in loads.sorted(by: { $0.value.order < $1.value.order }) {
      switch load.phase {
      case .transferring(let transfer):
        let end = load.endTime(options)
        if now.steady >= end.time {
          actions.append(.cancel(transfer))
          actions += failed(url, transfer, end.reason, at: now)
        } else if now.steady >= load.slowTime(options) {
          loads[url]?.isSlow = true
          loads[url]?.wasSlow = true
        }
      case .waiting(let until) where now.steady >= until: loads[url]?.phase = .queued
      default: break
      }
    }
    return actions + startTransfers(at: now)
  }

  /// When ``timePassed(to:)`` is to be called next, steady seconds; nil: not at all.
  var nextDeadline: Double? {
    // Slow transfers matter only to loads that wait for their place.
    let isAwaited = loads.values.contains { $0.phase == .queued }
    return loads.values.compactMap { load in
      switch load.phase {
      case .transferring: isAwaited && !load.isSlow ? min(load.endTime(options).time, load.slowTime(options)) : load.endTime(options).time
      case .waiting(let until): until
      case .lookingUp, .queued: nil
      }
    }.min()
  }

  /// Starts the most urgent loads while there is room. A visible load takes the place of a preload, and a load that was not slow that of a slow transfer.
  mutating func startTransfers(at now: Moment? = nil) -> [Action] {
    var actions: [Action] = []
    while true {
      let room = TransferRoom(self)
      guard room.mayAdmit else { break }
      let queued = loads.lazy.filter { $0.value.phase == .queued && room.admits($0.value) }
      guard let url = queued.min(by: { Load.isBefore($0.value, $1.value) })?.key else { break }
      actions += admit(url, to: room, at: now)
    }
    return actions
  }

  /// Starts a load if there is room: it is the only one that has become queued or more urgent, so no other can be started.
  mutating func startTransfers(of url: String) -> [Action] {
    let room = TransferRoom(self)
    guard let load = loads[url], load.phase == .queued, room.admits(load) else { return [] }
    return admit(url, to: room, at: nil)
  }

  /// Starts a load that `room` admits.
  private mutating func admit(_ url: String, to room: TransferRoom, at now: Moment?) -> [Action] {
    guard let load = loads[url] else { return [] }
    var actions: [Action] = []
    if room.isFull(for: load.host), let displaced = room.victim(for: load, in: self), let transfer = displace(displaced) {
      actions.append(.cancel(transfer))
    }
    return actions + [start(url, load, at: now)]
  }

  private mutating func start(_ url: String, _ load: Load, at now: Moment?) -> Action {
    let transfer = makeNumber()
    transfers[transfer] = url
    let (request, asks) = request(url, load)
    var load = load
    load.phase = .transferring(transfer)
    // Set when the transfer begins (``began(_:at:)``); until then its time does not run.
    load.lastActivity = now?.steady ?? .infinity
    (load.began, load.receivedBytes, load.isSlow) = (load.lastActivity, 0, false)
    (load.response, load.rangeEnd, load.asks, load.bodyBegan.time) = (nil, nil, asks, .infinity)
    load.attempts += 1
    loads[url] = load
    return .start(transfer, request)
  }

  /// Ends the transfer of a load, which is queued again. It does not count as a failed attempt.
  private mutating func displace(_ url: String) -> Transfer? {
    guard case .transferring(let transfer)? = loads[url]?.phase else { return nil }
    transfers[transfer] = nil
    loads[url]!.phase = .queued  // it is there: looked up above
    loads[url]!.attempts -= 1
    if loads[url]!.partial.validator == nil { loads[url]!.partial = PartialBody() }
    return transfer
  }
}

/// The places of transfers and how many are taken. A value.
struct TransferRoom {
  private let options: LoadOptions
  /// Transfers that are not slow.
  private var active = 0
  private var hosts: [String: Int] = [:]
  /// Preloads under way, and those of each host.
  private var preloads = 0
  private var preloadHosts: [String: Int] = [:]
  /// Slow transfers that take places, since there are more of them than may be left aside.
  private var surplus = 0

  init(_ queue: LoadQueue) {
    options = queue.options
    var slow = 0
    for url in queue.transfers.values {
      guard let load = queue.loads[url] else { continue }
      if load.isSlow {
        slow += 1
        continue
      }
      active += 1
      hosts[load.host, default: 0] += 1
      guard load.priority == .preload else { continue }
      preloads += 1
      preloadHosts[load.host, default: 0] += 1
    }
    surplus = max(0, slow - options.slowLimit)
  }

  private var isFull: Bool { active + surplus >= options.transferLimit }
  private func isHostFull(_ host: String) -> Bool { hosts[host, default: 0] >= options.hostLimit }

  /// Whether there is no place for another transfer from `host`.
  func isFull(for host: String) -> Bool { isFull || isHostFull(host) }

  /// Whether any load at all may be started.
  var mayAdmit: Bool { !isFull || preloads > 0 || surplus > 0 }

  /// Whether `load` may be started, in a free place, in that of a slow transfer, or in that of a preload.
  func admits(_ load: Load) -> Bool {
    guard isFull(for: load.host) else { return true }
    if takesSlowPlace(load) { return true }
    guard load.priority == .visible, !load.wasSlow else { return false }
    return isHostFull(load.host) ? preloadHosts[load.host, default: 0] > 0 : preloads > 0
  }

  /// Whether `load` takes the place of a slow transfer. Loads that were slow themselves do not, so that slow transfers do not end each other.
  private func takesSlowPlace(_ load: Load) -> Bool { surplus > 0 && isFull && !isHostFull(load.host) && !load.wasSlow }

  /// The load whose place `load` takes: the slow one that has been silent for the longest time, or the preload with the fewest bytes, the latest of those.
  func victim(for load: Load, in queue: LoadQueue) -> String? {
    if takesSlowPlace(load) {
      return queue.transfers.values.filter { queue.loads[$0]?.isSlow ?? false }.min { a, b in
        guard let a = queue.loads[a], let b = queue.loads[b] else { return false }
        return (a.lastActivity, a.order) < (b.lastActivity, b.order)
      }
    }
    let isHostFull = isHostFull(load.host)
    return queue.transfers.values.filter { url in
      guard let other = queue.loads[url], !other.isSlow, other.priority == .preload else { return false }
      return !isHostFull || other.host == load.host
    }.min { a, b in
      guard let a = queue.loads[a], let b = queue.loads[b] else { return false }
      return (a.receivedBytes, b.order) < (b.receivedBytes, a.order)
    }
  }
}
