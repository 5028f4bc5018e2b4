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
  /// All sources, the lowest quality first.
  var sources: [ImageSource] { source.map { previews + [$0] } ?? [] }

  /// Whether a source must be loaded from a URL.
  var hasURL: Bool {
    if case .url = source { return true }
    return !previews.isEmpty
  }

  /// Returns the source to draw now: the best available one, or its replacement.
  /// - Parameter measures: Whether the source is used for measuring.
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
  /// Whether no picture is available yet, but one may be loaded.
  func isAwaited(_ storage: ImageStorage) -> Bool {
    #if Network
      return hasURL && storage.loads.isAwaited(self)
    #else
      return false
    #endif
  }
}

extension Image {
  /// Returns the info of the drawn picture; nil if loading has ended since the picture was chosen.
  func info(of source: ImageSource, in storage: ImageStorage) throws(ImageError) -> SourceInfo? {
    #if Network
      if case .url(let url) = source { return storage.loads.partial(url)?.info }
    #endif
    return try PictureStore.shared.info(of: source)
  }

  /// Returns the received part of a picture that is still loading, for a draw; nil if there is none.
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

  /// Whether a complete source shows more detail than the received part of the URL's picture, which is then passed over. Decodes the part,
  /// because its sharpness is not known before.
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

  /// Records a drawn picture, which is kept while the next one loads. If it is from a URL, its body is accepted.
  func recordDraw(of source: ImageSource, in context: DrawContext) {
    #if Network
      if case .url = source { return }
      guard source != defaultImage, source != failureImage else { return }
      context.storage(of: Image.self).loads.keep(source)
    #endif
  }

  /// Records that a picture cannot be decoded. Returns whether it is from a URL, in which case the failure is reported as a failed load.
  func recordFailure(_ error: ImageError, of source: ImageSource, in context: DrawContext) -> Bool {
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
    /// A load began; the payload is the URL.
    public static let loadBegin = Signal<String>("loadBegin")
    /// More of the picture has been received.
    public static let loadProgress = Signal<LoadProgress>("loadProgress")
    /// The picture was loaded from memory, disk or network; `staleReason` is the reason if it may be out of date.
    public static let load = Signal<LoadedData>("load")
    /// The picture could not be loaded.
    public static let loadFailure = Signal<LoadError>("loadFailure")
    /// The picture of a URL was drawn and committed; the payload is the URL.
    public static let show = Signal<String>("show")

    /// Updates the load priority from the interface state: nodes closer to the viewport are loaded first.
    static func updatePriority(_ node: Node<Image>, to new: InterfaceState) {
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

    /// Sends the pending signals and continues loading. The loop.
    static func notifyLoads(_ node: Node<Image>) {
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
          // The previous picture may be shown again.
          if data.staleReason != nil { node.showLoads() }
        case .failed(let error):
          node.send(loadFailure, error)
          node.report(.load, error.description)
          // A decoding failure is detected by a draw; another draw shows the replacement.
          node.showLoads()
        }
      }
    }

    /// Sends the signal that the picture of a URL is visible.
    static func notifyShown(_ node: Node<Image>) {
      let url = node.storage.loads.state.withLock { state -> String? in
        defer { state.told = state.drawn }
        return state.drawn != state.told ? state.drawn : nil
      }
      if let url { node.send(show, url) }
    }
  }

  extension Node where Value == Image {
    /// Creates a node that shows the picture of an http or https URL.
    public convenience init(url: String, contentMode: ContentMode = .fit) { self.init(Image(url: url, contentMode: contentMode)) }

    /// Loader of the node's pictures. Any thread; set it before the node approaches the viewport.
    public var loader: DataLoader {
      get { storage.loads.state.withLock { $0.loader } }
      set { storage.loads.state.withLock { $0.loader = newValue } }
    }

    /// Progress of the current load; nil if nothing is being loaded. Any thread.
    public var loadProgress: LoadProgress? {
      storage.loads.state.withLock { $0.active == nil ? nil : $0.progress ?? LoadProgress(received: 0, expected: nil) }
    }

    /// Failure of loading the best picture; nil if it is loaded or may still be. Any thread.
    public var loadFailure: LoadError? {
      guard case .url(let url) = value.source else { return nil }
      return storage.loads.state.withLock { $0.failures[url] }
    }

    /// URL of the best loaded picture; nil if there is none. Any thread.
    public var loadedURL: String? {
      let sources = value.sources
      return storage.loads.state.withLock { state in
        for case .url(let url) in sources.reversed() where state.pictures[url] != nil { return url }
        return nil
      }
    }

    /// Repeats failed loads, and asks the server, bypassing the cache, whether the shown pictures are still valid. Any thread.
    public func reload() {
      let value = value
      storage.loads.state.withLock { state in
        (state.failures, state.rejections) = ([:], [:])
        if case .url(let url) = value.source { state.checks[url] = true }
      }
      requestTick(after: 0)
      if value.failureImage != nil { showLoads() }
    }

    /// Starts and ends loads according to the value and the interface state.
    fileprivate func updateLoads() {
      let loads = storage.loads
      loads.update(value, now: SystemLoaderClock().wall) { [weak self] event, url, number in
        guard let self else { return }
        if case .received = event {
          performOnWorker { [weak self] in self?.readPart(number) }
          return
        }
        let tellsProgress = hasHandlers(for: Image.loadProgress)
        let (isOther, isNews) = loads.handle(event, of: url, number: number, now: SystemLoaderClock().wall, tellsProgress: tellsProgress)
        if isOther { showLoads() }
        if isNews { requestTick(after: 0) }
      }
      let hasNews = loads.state.withLock { !$0.events.isEmpty }
      if hasNews { requestTick(after: 0) }
    }

    /// Decodes the received part of a picture that is loading.
    private func readPart(_ number: UInt64) {
      let (isNews, isFirst) = storage.loads.readPart(number)
      if isFirst { showLoads() } else if isNews { setNeedsDisplay() }
    }

    /// Redraws the node; also lays it out if its size depends on the picture.
    fileprivate func showLoads() {
      let style = style
      if case .points = style.width, case .points = style.height {} else { setNeedsLayout() }
      setNeedsDisplay()
    }

    /// Calls `perform` with the URL when a load begins. Frame loop.
    @discardableResult
    public func onLoadBegin(_ perform: @escaping @Sendable (String) -> Void) -> HandlerToken { on(Image.loadBegin, perform: perform) }
    /// Calls `perform` when more of a picture has been received. Frame loop.
    @discardableResult
    public func onLoadProgress(_ perform: @escaping @Sendable (LoadProgress) -> Void) -> HandlerToken {
      on(Image.loadProgress, perform: perform)
    }
    /// Calls `perform` when a picture has been loaded. Frame loop.
    @discardableResult
    public func onLoad(_ perform: @escaping @Sendable (LoadedData) -> Void) -> HandlerToken { on(Image.load, perform: perform) }
    /// Calls `perform` when a picture could not be loaded. Frame loop.
    @discardableResult
    public func onLoadFailure(_ perform: @escaping @Sendable (LoadError) -> Void) -> HandlerToken {
      on(Image.loadFailure, perform: perform)
    }
    /// Calls `perform` with the URL when its picture was drawn and committed. Frame loop.
    @discardableResult
    public func onShow(_ perform: @escaping @Sendable (String) -> Void) -> HandlerToken { on(Image.show, perform: perform) }
  }
#endif
