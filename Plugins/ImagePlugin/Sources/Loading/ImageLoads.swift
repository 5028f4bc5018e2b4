#if Network
  internal import Tessera
  internal import TesseraLoading
  internal import TesseraPictures

  /// What an image node loads: which URLs it wants, what came of them, and what is to be told. Any thread.
  final class ImageLoads: Sendable {
    /// Something that is told on the loop.
    enum Event: Sendable {
      case began(String)
      case progress(LoadProgress)
      case loaded(LoadedData)
      case failed(LoadError)
    }

    /// The load under way.
    struct Active: Sendable {
      var url: String
      var number: UInt64
      var ticket: LoadTicket
      /// Whether it tells what comes.
      var isRead = false
      /// Whether nothing of it is to be drawn any more before the whole is there.
      var isOver = false
      /// What has come, and how many scans of it are to be drawn.
      var partial: PartialPicture?
      var scans = 0
      /// Scans that show less than a preview that is there.
      var passedOver = 0
    }

    struct State: Sendable {
      var loader = DataLoader.shared
      /// Has a tick asked for when something is to be told or loaded.
      var wake: (@Sendable () -> Void)?
      var isInRange = false
      var priority = LoadPriority.preload
      /// The sources that the last look found.
      var sources: [ImageSource] = []
      var pictures: [String: EncodedImage] = [:]
      var failures: [String: LoadError] = [:]
      /// URLs whose answer was no picture, with the reason: the entry of the cache is shown in its place.
      var rejections: [String: DownloadFailure] = [:]
      /// URLs that are asked for although they are there; true: at the program's wish, past the cache.
      var checks: [String: Bool] = [:]
      var active: Active?
      var progress: LoadProgress?
      var events: [Event] = []
      var counter: UInt64 = 0
      /// The URL whose picture was last drawn, and the one that was told to be shown.
      var drawn: String?
      var told: String?
      /// What was drawn last, which stays while another URL is loaded.
      var former: ImageSource?
    }

    let state = Locked(State())

    deinit {
      state.withLock { state in
        state.active?.ticket.cancel()
        Self.releaseAll(&state)
      }
    }

    // MARK: what is drawn

    /// Returns the source to draw for `image`: the best that is there, else what was drawn before, else the default or the failure picture. A worker, or any
    /// thread. Asks for a load where the sources are others than before.
    /// - Parameter measures: Whether it is asked for its size: a preview then counts before what has come of a better picture, so that no size changes
    ///   with a scan.
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

    /// Keeps what is drawn, until the node leaves or draws something else, and accepts its body. A worker.
    func keep(_ source: ImageSource) {
      let key = state.withLock { state -> RemotePictures.Key? in
        if state.isInRange { state.former = source }
        guard case .encoded(let picture) = source, let url = picture.url else { return nil }
        state.rejections[url] = nil
        return Self.key(url, state)
      }
      if let key, case .encoded(let picture) = source { RemotePictures.shared.accept(picture, for: key) }
    }

    /// Whether nothing stands for `image` yet, and something may come. Any thread.
    func isAwaited(_ image: Image) -> Bool {
      let sources = image.sources
      guard image.defaultImage == nil else { return false }
      return state.withLock { state in
        let chain = Self.chain(of: sources, sources.map { Self.local($0, in: state) }, in: state)
        return chain.shown == nil && !chain.hasFailed
      }
    }

    /// What is known of the sources.
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

    /// Rejects the body of a picture that cannot be decoded; the picture before is shown on, or the entry of the cache is loaded. A worker. Returns whether the
    /// picture is from a URL.
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

    /// An answer was no picture: the entry of the cache is loaded next. If that is no picture either, the URL has failed.
    private static func refuse(_ url: String, _ reason: DownloadFailure, _ state: inout State) {
      guard let first = state.rejections[url] else {
        state.rejections[url] = reason
        return
      }
      state.checks[url] = nil
      let error = LoadError(url: url, failure: first)
      // One that could only not be confirmed is shown on.
      if state.pictures[url] == nil { fail(&state, error) } else { state.events.append(.failed(error)) }
    }

    // MARK: what is loaded

    /// Begins, changes and ends loads, so that they are those of the value. The loop.
    func update(_ image: Image, now: Double, receive: @escaping @Sendable (LoadEvent, String, UInt64) -> Void) {
      state.withLock { state in
        let sources = image.sources
        if state.sources != sources { Self.prune(&state, to: sources) }
        guard state.isInRange, image.hasURL else {
          state.active?.ticket.cancel()
          state.active = nil
          return
        }
        Self.takeFromMemory(&state, now: now)
        let chain = SourceChain(standings: sources.map { Self.standing($0, in: state) })
        guard let next = chain.next, case .url(let url) = sources[next] else { return }
        let isBetter = next > chain.shown ?? -1
        guard state.active?.url != url else {
          state.active?.ticket.setPriority(state.priority)
          Self.follow(Self.readsBody(image, isBetter: isBetter, in: state), &state)
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
          Self.follow(Self.readsBody(image, isBetter: isBetter, in: state), &state)
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

    /// Answers without a load what is in memory.
    private static func takeFromMemory(_ state: inout State, now: Double) {
      for case .url(let url) in state.sources where state.pictures[url] == nil && state.failures[url] == nil && state.active?.url != url {
        guard let (picture, isFresh) = RemotePictures.shared.take(key(url, state), now: now) else { continue }
        state.pictures[url] = picture
        if !isFresh { state.checks[url] = false }
        state.events.append(.loaded(LoadedData(url: url, bytes: picture.bytes, source: .memory)))
      }
    }

    /// Takes what a load told. The loader's thread. Returns whether the picture is another, and whether something is to be told.
    func take(_ event: LoadEvent, of url: String, number: UInt64, now: Double, tellsProgress: Bool) -> (isOther: Bool, isNews: Bool) {
      // The header is read here, away from the loop.
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
          let former = state.pictures.updateValue(picture!, forKey: url)  // made above, as it was not refused
          if former != nil { RemotePictures.shared.release(key) }
          (state.active, state.checks[url], state.failures[url]) = (nil, nil, nil)
          state.events.append(.loaded(data))
          return (former != picture, true)
        case .failed(let error):
          (state.active, state.checks[url]) = (nil, nil)
          // One that could only not be confirmed is shown on.
          if state.pictures[url] == nil { Self.fail(&state, error) } else { state.events.append(.failed(error)) }
          return (true, true)
        }
      }
    }

    private static func fail(_ state: inout State, _ error: LoadError) {
      state.failures[error.url] = error
      state.events.append(.failed(error))
    }

    /// Lets go of what is of other sources.
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

    /// The node is far away: nothing is loaded and nothing kept for it.
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
    /// Whether the bytes are to blame: a body with this error is of no use.
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
