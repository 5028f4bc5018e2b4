#if Network
  public import Tessera
  public import TesseraGeometry
  public import TesseraLoading
#else
  internal import Tessera
  internal import TesseraGeometry
#endif
internal import TesseraLayout
internal import TesseraRender

extension Image {
  /// All sources, the worst first.
  var sources: [ImageSource] { source.map { previews + [$0] } ?? [] }

  /// Whether something has to be loaded from a URL.
  var hasURL: Bool {
    if case .url = source { return true }
    return !previews.isEmpty
  }

  /// The source that is drawn now: what is there of a URL, or what stands for it.
  /// - Parameter measures: Whether it is asked for its size.
  func resolvedSource(_ storage: ImageStorage, measures: Bool = false) -> ImageSource? {
    #if Network
      return storage.loads.source(of: self, measures: measures)
    #else
      if case .url = source { return defaultImage }
      return source
    #endif
  }
}

extension Image {
  /// Whether nothing is there to be shown yet, and something may come.
  func isAwaited(_ storage: ImageStorage) -> Bool {
    #if Network
      return hasURL && storage.loads.isAwaited(self)
    #else
      return false
    #endif
  }
}

extension Image {
  /// What is known of the picture that is drawn; nil: nothing, as loading has ended since it was chosen.
  func info(of source: ImageSource, in storage: ImageStorage) throws(ImageError) -> SourceInfo? {
    #if Network
      if case .url(let url) = source { return storage.loads.partial(url)?.info }
    #endif
    return try PictureStore.shared.info(of: source)
  }

  /// What has come of a picture that is still loading, for a draw; nil where that is nothing.
  func preview(
    of url: String, _ part: PixelRect?, width: Int, height: Int, treatment: Treatment, in context: DrawContext
  ) throws(ImageError) -> PixelBuffer? {
    #if Network
      let loads = context.storage(of: Image.self).loads
      let pixels = loads.partial(url)?.preview(of: part, width: width, height: height, isCancelled: { context.isCancelled })
      if pixels == nil, !context.isCancelled { loads.partialFailed(url) }
      guard let pixels, !treatment.name.isEmpty else { return pixels }
      return try treatment.apply(to: pixels, name: url, isCancelled: { context.isCancelled })
    #else
      return nil
    #endif
  }

  /// Whether a source that is there as a whole shows more than what has come of the picture of a URL, which is then passed over. Decodes what has come, as
  /// its sharpness is not known before.
  func prefersWhole(to url: String, _ part: PixelRect?, width: Int, height: Int, in context: DrawContext) -> Bool {
    #if Network
      let loads = context.storage(of: Image.self).loads
      guard let whole = loads.whole(of: self), let partial = loads.partial(url), let info = try? PictureStore.shared.info(of: whole),
        partial.preview(of: part, width: width, height: height, isCancelled: { context.isCancelled }) != nil,
        info.isVector || !partial.isSharper(than: info.width, info.height)
      else { return false }
      loads.passOver(url)
      return true
    #else
      return false
    #endif
  }

  /// A picture is drawn: it stays while the next one is loaded. If it is from a URL its body is accepted.
  func noteDraw(of source: ImageSource, in context: DrawContext) {
    #if Network
      if case .url = source { return }
      guard source != defaultImage, source != failureImage else { return }
      context.storage(of: Image.self).loads.keep(source)
    #endif
  }

  /// Notes that a picture cannot be decoded. Returns whether it is from a URL, whose failure is reported as that of a load.
  func noteFailure(_ error: ImageError, of source: ImageSource, in context: DrawContext) -> Bool {
    #if Network
      if case .encoded(let picture) = source {
        return context.storage(of: Image.self).loads.decodingFailed(picture, error, now: SystemLoaderClock().wall)
      }
    #endif
    return false
  }
}

#if Network
  extension Image {
    /// A load began; with the URL.
    public static let loadBegin = Signal<String>("loadBegin")
    /// More of the picture has come.
    public static let loadProgress = Signal<LoadProgress>("loadProgress")
    /// The picture is there, from memory, disk or network; `staleReason` says why it may be out of date.
    public static let load = Signal<LoadedData>("load")
    /// The picture could not be loaded.
    public static let loadFailure = Signal<LoadError>("loadFailure")
    /// The picture of a URL was drawn and put in place; with the URL.
    public static let show = Signal<String>("show")

    /// Notes how close a node is to the screen: nearer ones are loaded first.
    static func followLoads(_ node: Node<Image>, to new: InterfaceState) {
      let loads = node.storage.loads
      let priority: LoadPriority? =
        switch new {
        case .visible: .visible
        case .display: .display
        case .preload: .preload
        case .idle, .measured: nil
        }
      if let priority {
        loads.state.withLock { state in
          (state.priority, state.isInRange) = (priority, true)
          if state.wake == nil { state.wake = { [weak node] in node?.requestTick(after: 0) } }
        }
        if node.value.hasURL { node.updateLoads() }
      } else {
        loads.leave()
      }
    }

    /// Tells what happened since, and goes on with what follows. The loop.
    static func tellLoads(_ node: Node<Image>) {
      let loads = node.storage.loads
      node.updateLoads()
      let events = loads.state.withLock { state in
        defer { state.events = [] }
        return state.events
      }
      for event in events {
        switch event {
        case .began(let url): node.send(loadBegin, url)
        case .progress(let progress): node.send(loadProgress, progress)
        case .loaded(let data):
          node.send(load, data)
          // The picture before may be shown again.
          if data.staleReason != nil { node.showLoads() }
        case .failed(let error):
          node.send(loadFailure, error)
          node.report(.load, error.description)
          // What cannot be decoded is noticed by a draw: another one shows what stands for it.
          node.showLoads()
        }
      }
    }

    /// Tells that the picture of a URL is seen.
    static func tellShown(_ node: Node<Image>) {
      let url = node.storage.loads.state.withLock { state -> String? in
        defer { state.told = state.drawn }
        return state.drawn != state.told ? state.drawn : nil
      }
      if let url { node.send(show, url) }
    }
  }

  extension Node where Value == Image {
    /// Makes a node that shows the picture of an http or https URL.
    public convenience init(url: String, contentMode: ContentMode = .fit) { self.init(Image(url: url, contentMode: contentMode)) }

    /// What loads the node's pictures. Any thread; set before the node comes near the screen.
    public var loader: DataLoader {
      get { storage.loads.state.withLock { $0.loader } }
      set { storage.loads.state.withLock { $0.loader = newValue } }
    }

    /// How much of the picture that is being loaded has come; nil: nothing is being loaded. Any thread.
    public var loadProgress: LoadProgress? {
      storage.loads.state.withLock { $0.active == nil ? nil : $0.progress ?? LoadProgress(received: 0, expected: nil) }
    }

    /// Why the best picture is not there; nil: it is, or may still come. Any thread.
    public var loadFailure: LoadError? {
      guard case .url(let url) = value.source else { return nil }
      return storage.loads.state.withLock { $0.failures[url] }
    }

    /// URL of the best picture that is there; nil: none. Any thread.
    public var loadedURL: String? {
      let sources = value.sources
      return storage.loads.state.withLock { state in
        for case .url(let url) in sources.reversed() where state.pictures[url] != nil { return url }
        return nil
      }
    }

    /// Loads again what failed, and asks the server whether what is shown still holds, past the cache. Any thread.
    public func reload() {
      let value = value
      storage.loads.state.withLock { state in
        (state.failures, state.rejections) = ([:], [:])
        if case .url(let url) = value.source { state.checks[url] = true }
      }
      requestTick(after: 0)
      if value.failureImage != nil { showLoads() }
    }

    /// Begins and ends loads as the value and the place ask for.
    fileprivate func updateLoads() {
      let loads = storage.loads
      loads.update(value, now: SystemLoaderClock().wall) { [weak self] event, url, number in
        guard let self else { return }
        if case .received = event {
          performOnWorker { [weak self] in self?.readPart(number) }
          return
        }
        let tellsProgress = hasHandlers(for: Image.loadProgress)
        let (isOther, isNews) = loads.take(event, of: url, number: number, now: SystemLoaderClock().wall, tellsProgress: tellsProgress)
        if isOther { showLoads() }
        if isNews { requestTick(after: 0) }
      }
      let hasNews = loads.state.withLock { !$0.events.isEmpty }
      if hasNews { requestTick(after: 0) }
    }

    /// Decodes what has come of a picture that is loading.
    private func readPart(_ number: UInt64) {
      let (isNews, isFirst) = storage.loads.readPart(number)
      if isFirst { showLoads() } else if isNews { setNeedsDisplay() }
    }

    /// Draws what there is now; lays out as well where the picture decides how large the node is.
    fileprivate func showLoads() {
      let style = style
      if case .points = style.width, case .points = style.height {} else { setNeedsLayout() }
      setNeedsDisplay()
    }

    /// Calls `perform` with the URL when a load begins. Frame loop.
    @discardableResult
    public func onLoadBegin(_ perform: @escaping @Sendable (String) -> Void) -> HandlerToken { on(Image.loadBegin, perform: perform) }
    /// Calls `perform` when more of a picture has come. Frame loop.
    @discardableResult
    public func onLoadProgress(_ perform: @escaping @Sendable (LoadProgress) -> Void) -> HandlerToken {
      on(Image.loadProgress, perform: perform)
    }
    /// Calls `perform` when a picture is there. Frame loop.
    @discardableResult
    public func onLoad(_ perform: @escaping @Sendable (LoadedData) -> Void) -> HandlerToken { on(Image.load, perform: perform) }
    /// Calls `perform` when a picture could not be loaded. Frame loop.
    @discardableResult
    public func onLoadFailure(_ perform: @escaping @Sendable (LoadError) -> Void) -> HandlerToken {
      on(Image.loadFailure, perform: perform)
    }
    /// Calls `perform` with the URL when its picture was drawn and put in place. Frame loop.
    @discardableResult
    public func onShow(_ perform: @escaping @Sendable (String) -> Void) -> HandlerToken { on(Image.show, perform: perform) }
  }
#endif
