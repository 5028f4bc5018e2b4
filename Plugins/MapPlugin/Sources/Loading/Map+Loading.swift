public import Tessera
internal import TesseraBase
internal import TesseraMaps

#if Network
  public import TesseraLoading
#endif

extension Map: LifecycleType {
  public static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState) {
    if new < .display { node.storage.releasePictures() }
    #if Network
      let isInRange = new >= .preload
      let changed = node.storage.loads.state.withLock { state in
        defer { state.isInRange = isInRange }
        return state.isInRange != isInRange
      }
      if changed { node.observeLoads() }
    #endif
  }

  public static func drawDidFinish(_ node: Node<Self>) {
    for failure in node.storage.newFailures() { node.report(.load, failure) }
    #if Network
      node.observeLoads()
    #endif
  }

  /// Repeats failed loads that are due. Returns the time until others are.
  static func retryLoads(_ node: MapNode, at time: Double) -> Double? {
    #if Network
      let (isDue, wait) = node.storage.loads.retry(at: time)
      if isDue { node.setNeedsDisplay() }
      return wait
    #else
      return nil
    #endif
  }
}

#if Network
  extension Node where Value == Map {
    /// Loader of styles, tiles, GeoJSON, icons and descriptions from the web. Any thread; set it before the node approaches the viewport.
    public var loader: DataLoader {
      get { storage.loads.state.withLock { $0.loader } }
      set { storage.loads.state.withLock { $0.loader = newValue } }
    }

    fileprivate func observeLoads() {
      let loads = storage.loads
      loads.updateRequests { [weak self] event, request, document in
        let (isNews, failure) = loads.handle(event, of: request, for: document)
        guard let self else { return }
        if isNews { setNeedsDisplay() }
        if let failure {
          report(.load, failure)
          requestTick(after: 0)
        }
      }
    }
  }
#endif
