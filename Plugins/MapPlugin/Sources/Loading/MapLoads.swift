#if Network
  internal import Tessera
  internal import TesseraBase
  internal import TesseraLoading
  internal import TesseraMaps

  /// Loads of a map: performs the requests of its last draw. Any thread.
  final class MapLoads: Sendable {
    /// Time after which failed requests are repeated, seconds.
    static let retryDelay = 60.0

    struct State: Sendable {
      var loader = DataLoader.shared
      var requests = MapRequests()
      var tickets: [String: LoadTicket] = [:]
      /// Requests of the last draw. Without a document, the style is one of them.
      var plan: (document: MapDocument?, wanted: [MapRequest])?
      var isInRange = true
      /// Whether failed requests wait for their repetition, and its time.
      var hasFailures = false
      var retryAt: Double?
    }

    let state = Locked(State())
    let styles = WebStyles()

    deinit { state.withLock { state in for ticket in state.tickets.values { ticket.cancel() } } }

    /// Sets the requests of a draw, which ``follow(_:)`` performs. A worker.
    func plan(_ document: MapDocument?, _ wanted: [MapRequest]) { state.withLock { $0.plan = (document, wanted) } }

    /// Starts and cancels loads according to the plan. The loop.
    func updateRequests(receive: @escaping @Sendable (LoadEvent, MapRequest, MapDocument?) -> Void) {
      state.withLock { state in
        guard let plan = state.plan else { return }
        for action in state.requests.update(state.isInRange ? plan.wanted : []) {
          switch action {
          case .start(let request):
            state.tickets[request.url] = state.loader.load(request.url, priority: Self.priority(request.urgency), isExamined: true) {
              receive($0, request, plan.document)
            }
          case .prioritize(let url, let urgency): state.tickets[url]?.setPriority(Self.priority(urgency))
          case .cancel(let url): state.tickets.removeValue(forKey: url)?.cancel()
          }
        }
      }
    }

    /// Takes the end of a load. Returns whether the map changes, and the reason of a failure. The loader's thread.
    func handle(_ event: LoadEvent, of request: MapRequest, for document: MapDocument?) -> (isNews: Bool, failure: String?) {
      switch event {
      case .loaded(let data):
        end(request)
        let verdict: @Sendable (Bool) -> Void = { isValid in if isValid { data.trial?.accept() } else { data.trial?.reject() } }
        request.isStyle ? styles.supply(request.url, data.bytes, verdict) : document?.supply(request, data.bytes, verdict: verdict)
        return (true, nil)
      case .failed(let error):
        end(request)
        request.isStyle ? styles.fail(request.url) : document?.fail(request)
        // A server without a tile, such as one of the sea, has not failed.
        if request.mayBeMissing, case .status(let status) = error.failure, [204, 404, 410].contains(status) { return (true, nil) }
        state.withLock { $0.hasFailures = true }
        return (false, error.description)
      default: return (false, nil)
      }
    }

    private func end(_ request: MapRequest) {
      state.withLock { state in
        _ = state.requests.end(request.url)
        state.tickets[request.url] = nil
      }
    }

    /// Allows failed requests again if they are due. Returns whether they are, and the time until then. The loop.
    func retry(at time: Double) -> (isDue: Bool, wait: Double?) {
      let (isDue, document, wait) = state.withLock { state -> (Bool, MapDocument?, Double?) in
        guard state.hasFailures else { return (false, nil, nil) }
        let due = state.retryAt ?? time + Self.retryDelay
        state.retryAt = due
        guard time >= due else { return (false, nil, due - time) }
        (state.hasFailures, state.retryAt) = (false, nil)
        return (true, state.plan?.document, nil)
      }
      if isDue {
        document?.forgetFailures()
        styles.forgetFailures()
      }
      return (isDue, wait)
    }

    private static func priority(_ urgency: MapRequest.Urgency) -> LoadPriority {
      switch urgency {
      case .visible: .visible
      case .near: .display
      case .ahead: .preload
      }
    }
  }
#endif
