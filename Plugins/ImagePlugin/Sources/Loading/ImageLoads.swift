#if Network
  internal import Tessera
  internal import TesseraLoading
  internal import TesseraPictures

  /// Loads of an image node: requested URLs, their results, and pending signals. Any thread.
  final class ImageLoads: Sendable {
    /// Event to be sent as a signal on the loop.
    enum Event: Sendable {
      case began(String)
      case progress(LoadProgress)
      case loaded(LoadedData)
      case failed(LoadError)
    }

    /// Current load.
    struct Active: Sendable {
      var url: String
      var number: UInt64
      var ticket: LoadTicket
      /// Whether the load reports received data.
      var isRead = false
      /// Whether no part of it is drawn before it is complete.
      var isOver = false
      /// Received part, and the number of its scans to be drawn.
      var partial: PartialPicture?
      var scans = 0
      /// Number of scans that show less than an available preview.
      var passedOver = 0
    }

    struct State: Sendable {
      var loader = DataLoader.shared
      /// Requests a tick for pending signals or loads.
      var wake: (@Sendable () -> Void)?
      var isInRange = false
      var priority = LoadPriority.preload
      /// Sources at the last update.
      var sources: [ImageSource] = []
      var pictures: [String: EncodedImage] = [:]
      var failures: [String: LoadError] = [:]
      /// URLs whose response was not a picture, with the reason. The cache entry is shown instead.
      var rejections: [String: DownloadFailure] = [:]
      /// URLs that are loaded although they are in memory; true if the program has requested this, bypassing the cache.
      var checks: [String: Bool] = [:]
      var active: Active?
      var progress: LoadProgress?
      var events: [Event] = []
      var counter: UInt64 = 0
      /// URL of the last drawn picture, and the one whose signal was sent.
      var drawn: String?
      var told: String?
      /// Last drawn source, which is kept while another URL loads.
      var former: ImageSource?
    }

    let state = Locked(State())

    deinit {
      state.withLock { state in
        state.active?.ticket.cancel()
        Self.releaseAll(&state)
      }
    }

    // MARK: drawn sources

    /// Returns the source to draw for `image`: the best available one, else the previous one, else the default or the failure picture. A
    /// worker, or any thread. Requests a load if the sources have changed.
    /// - Parameter measures: Whether the source is used for measuring. A preview is then preferred to the received part of a better
    ///   picture, so that sizes do not change with a scan.
    func source(of image: Image, measures: Bool = false) -> ImageSource? {
      let sources = image.sources
      guard image.hasURL else {
        if sources.isEmpty { state.withLock { $0.former = nil } }
        return sources.last
      }
      let (found, wake) = state.withLock { state -> (ImageSource?, (@Sendable () -> Void)?) in
        let isOther = state.isInRange && state.sources != sources
        let local = sources.map { Self.local($0, in: state) }
        let chain = Self.chain(of: sources, local, in: state)
        let best = chain.shown.flatMap { local[$0] }
        if let shown = chain.shown, case .url(let url) = sources[shown] { state.drawn = url } else { state.drawn = nil }
        if image.showsScans, best == nil || !measures, let url = Self.partialURL(of: sources, shown: chain.shown, in: state) {
          return (.url(url), isOther ? state.wake : nil)
        }
        let former = image.clearsWhileLoading ? nil : state.former
        let standIn = chain.hasFailed ? image.failureImage ?? image.defaultImage ?? former : former ?? image.defaultImage
        return (best ?? standIn, isOther ? state.wake : nil)
      }
      wake?()
      return found
    }

    /// Keeps the drawn source until the node leaves or draws another one, and accepts its body. A worker.
    func keep(_ source: ImageSource) {
      let key = state.withLock { state -> RemotePictures.Key? in
        if state.isInRange { state.former = source }
        guard case .encoded(let picture) = source, let url = picture.url else { return nil }
        state.rejections[url] = nil
        return Self.key(url, state)
      }
      if let key, case .encoded(let picture) = source { RemotePictures.shared.accept(picture, for: key) }
    }

    /// Whether there is no picture or replacement for `image` yet, but a picture may be loaded. Any thread.
    func isAwaited(_ image: Image) -> Bool {
      let sources = image.sources
      guard image.defaultImage == nil else { return false }
      return state.withLock { state in
        let chain = Self.chain(of: sources, sources.map { Self.local($0, in: state) }, in: state)
        return chain.shown == nil && !chain.hasFailed
      }
    }

    /// Returns the states of the sources.
    static func chain(of sources: [ImageSource], _ local: [ImageSource?], in state: State) -> SourceChain {
      SourceChain(
        standings: zip(sources, local).map { source, there in
          there != nil ? .there : failure(source, in: state) != nil ? .failed : .missing
        })
    }

    static func local(_ source: ImageSource, in state: State) -> ImageSource? {
      guard case .url(let url) = source else { return source }
      if let picture = state.pictures[url] { return .encoded(picture) }
      guard state.failures[url] == nil else { return nil }
      return RemotePictures.shared.peek(key(url, state)).map(ImageSource.encoded)
    }

    private static func failure(_ source: ImageSource, in state: State) -> LoadError? {
      if case .url(let url) = source { state.failures[url] } else { nil }
    }

    /// Rejects the body of a picture that cannot be decoded. The previous picture stays, or the cache entry is loaded. A worker. Returns
    /// whether the picture is from a URL.
    func decodingFailed(_ picture: EncodedImage, _ error: ImageError, now: Double) -> Bool {
      guard let url = picture.url else { return false }
      let wake = state.withLock { state -> (@Sendable () -> Void)? in
        let (key, isShown) = (Self.key(url, state), state.pictures[url] == picture)
        guard error.concernsBytes(isDecoded: RemotePictures.shared.isDecoded(picture, for: key)) else {
          guard isShown else { return nil }
          Self.drop(url, &state)
          Self.fail(&state, LoadError(url: url, failure: .failed(error.description)))
          return state.wake
        }
        let former = RemotePictures.shared.reject(picture, for: key, now: now)
        let reason = DownloadFailure.rejected(error.description)
        if isShown, let former {
          state.pictures[url] = former
          state.events.append(.loaded(LoadedData(url: url, bytes: former.bytes, source: .memory, staleReason: reason)))
        } else if isShown {
          Self.drop(url, &state)
          Self.refuse(url, reason, &state)
        }
        return state.wake
      }
      wake?()
      return true
    }

    private static func drop(_ url: String, _ state: inout State) {
      state.pictures[url] = nil
      RemotePictures.shared.release(key(url, state))
    }

    /// Handles a response that is not a picture: the cache entry is loaded next. If that is not a picture either, the URL has failed.
    private static func refuse(_ url: String, _ reason: DownloadFailure, _ state: inout State) {
      guard let first = state.rejections[url] else {
        state.rejections[url] = reason
        return
      }
      state.checks[url] = nil
      let error = LoadError(url: url, failure: first)
      // A picture that could not be revalidated stays.
      if state.pictures[url] == nil { fail(&state, error) } else { state.events.append(.failed(error)) }
    }

    // MARK: loads

    /// Starts, changes and ends loads according to the value. The loop.
    func update(_ image: Image, now: Double, receive: @escaping @Sendable (LoadEvent, String, UInt64) -> Void) {
      state.withLock { state in
        let sources = image.sources
        if state.sources != sources { Self.prune(&state, to: sources) }
        guard state.isInRange, image.hasURL else {
          state.active?.ticket.cancel()
          state.active = nil
          return
        }
        Self.adoptFromMemory(&state, now: now)
        let chain = SourceChain(standings: sources.map { Self.standing($0, in: state) })
        guard let next = chain.next, case .url(let url) = sources[next] else { return }
        let isBetter = next > chain.shown ?? -1
        guard state.active?.url != url else {
          state.active?.ticket.setPriority(state.priority)
          Self.setReadsBody(Self.readsBody(image, isBetter: isBetter, in: state), &state)
          return
        }
        state.active?.ticket.cancel()
        state.counter += 1
        state.progress = nil
        let number = state.counter
        guard let rejection = state.rejections[url] else {
          let isReload = state.checks[url] ?? false
          let ticket = state.loader.load(url, priority: state.priority, isReload: isReload, isExamined: true) { receive($0, url, number) }
          state.active = Active(url: url, number: number, ticket: ticket)
          Self.setReadsBody(Self.readsBody(image, isBetter: isBetter, in: state), &state)
          state.events.append(.began(url))
          return
        }
        let ticket = state.loader.loadKept(url, because: rejection) { receive($0, url, number) }
        state.active = Active(url: url, number: number, ticket: ticket)
      }
    }

    private static func standing(_ source: ImageSource, in state: State) -> SourceChain.Standing {
      guard case .url(let url) = source else { return .there }
      if state.pictures[url] != nil { return state.checks[url] != nil ? .unsure : .there }
      return state.failures[url] != nil ? .failed : .missing
    }

    /// Uses pictures in memory without a load.
    private static func adoptFromMemory(_ state: inout State, now: Double) {
      for case .url(let url) in state.sources where state.pictures[url] == nil && state.failures[url] == nil && state.active?.url != url {
        guard let (picture, isFresh) = RemotePictures.shared.acquire(key(url, state), now: now) else { continue }
        state.pictures[url] = picture
        if !isFresh { state.checks[url] = false }
        state.events.append(.loaded(LoadedData(url: url, bytes: picture.bytes, source: .memory)))
      }
    }

    /// Handles a load event. The loader's thread. Returns whether the picture has changed, and whether a signal is pending.
    func handle(_ event: LoadEvent, of url: String, number: UInt64, now: Double, tellsProgress: Bool) -> (isOther: Bool, isNews: Bool) {
      // Parse the header here, not on the loop.
      let (isWanted, key) = state.withLock { ($0.active?.number == number, Self.key(url, $0)) }
      guard isWanted else { return (false, false) }
      var picture: EncodedImage?
      var refusal: DownloadFailure?
      if case .loaded(let data) = event {
        let made = RemotePictures.shared.picture(of: data, for: key)
        if case .failure(let error) = made.header {
          data.trial?.reject()
          refusal = .rejected(error.description)
        } else {
          picture = RemotePictures.shared.adopt(data, as: made, for: key, now: now)
        }
      }
      return state.withLock { state in
        guard state.active?.number == number else {
          if picture != nil { RemotePictures.shared.release(key) }
          return (false, false)
        }
        if let refusal {
          state.active = nil
          Self.refuse(url, refusal, &state)
          return (state.failures[url] != nil, true)
        }
        switch event {
        case .progress(let progress):
          state.progress = progress
          if tellsProgress { state.events.append(.progress(progress)) }
          return (false, tellsProgress)
        case .received, .retrying: return (false, false)
        case .loaded(let data):
          let former = state.pictures.updateValue(picture!, forKey: url)  // created above, because it was not refused
          if former != nil { RemotePictures.shared.release(key) }
          (state.active, state.checks[url], state.failures[url]) = (nil, nil, nil)
          state.events.append(.loaded(data))
          return (former != picture, true)
        case .failed(let error):
          (state.active, state.checks[url]) = (nil, nil)
          // A picture that could not be revalidated stays.
          if state.pictures[url] == nil { Self.fail(&state, error) } else { state.events.append(.failed(error)) }
          return (true, true)
        }
      }
    }

    private static func fail(_ state: inout State, _ error: LoadError) {
      state.failures[error.url] = error
      state.events.append(.failed(error))
    }

    /// Releases the state of other sources.
    private static func prune(_ state: inout State, to sources: [ImageSource]) {
      let urls = Set(sources.compactMap { if case .url(let url) = $0 { url } else { nil } })
      state.sources = sources
      for url in state.pictures.keys where !urls.contains(url) {
        RemotePictures.shared.release(key(url, state))
        state.pictures[url] = nil
      }
      state.failures = state.failures.filter { urls.contains($0.key) }
      state.rejections = state.rejections.filter { urls.contains($0.key) }
      state.checks = state.checks.filter { urls.contains($0.key) }
      if let active = state.active, !urls.contains(active.url) {
        active.ticket.cancel()
        state.active = nil
      }
    }

    /// Ends loads and releases pictures, because the node is far from the viewport.
    func leave() {
      state.withLock { state in
        state.isInRange = false
        state.active?.ticket.cancel()
        (state.active, state.progress, state.told, state.former) = (nil, nil, nil, nil)
        Self.releaseAll(&state)
      }
    }

    private static func releaseAll(_ state: inout State) {
      for url in state.pictures.keys { RemotePictures.shared.release(key(url, state)) }
      (state.pictures, state.failures, state.rejections, state.checks, state.events) = ([:], [:], [:], [:], [])
    }

    static func key(_ url: String, _ state: State) -> RemotePictures.Key {
      RemotePictures.Key(loader: state.loader.serial, url: url)
    }
  }

  extension ImageError {
    /// Whether the error is caused by the bytes, so that a body with it is useless.
    ///
    /// - Parameter isDecoded: whether the picture was drawn before: then it can be too large only for one node.
    fileprivate func concernsBytes(isDecoded: Bool) -> Bool {
      switch self {
      case .unreadable, .notAnImage, .unsupported, .missingLibrary, .corrupt, .truncated: true
      case .tooLarge: !isDecoded
      case .outOfMemory, .cancelled, .modification: false
      }
    }
  }
#endif
