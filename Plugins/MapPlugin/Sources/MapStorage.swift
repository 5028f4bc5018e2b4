public import Tessera
internal import TesseraBase
internal import TesseraGeometry
internal import TesseraMaps
internal import TesseraPictures

#if WebPCodec
  internal import WebPCodec
#endif

/// Opened styles of a map, its current gesture, and its loads.
public final class MapStorage: NodeStorage {
  struct State {
    /// View at the start of a gesture, and the point of the world under the fingers.
    var start: MapView?
    var anchor: WorldPoint?
    /// Gestures in progress, the scale of the fingers, and their rotation, radians.
    var gestures = 0
    var scale = 1.0
    var rotation = 0.0
    /// Speed of a fling, units per second, and the time of its last step.
    var velocity = Point.zero
    var lastTick: Double?
    /// View of the last draw, and its movement from the one before, units on the screen.
    var drawn: MapView?
    var movement = Point.zero
    var isMoving = false
    /// Whether the last draw scaled or turned a picture, the number of steps of the gesture, and that at the last check for a rest.
    var isZooming = false
    var steps = 0
    var checkedSteps = -1
    var pendingSteps = -1
    /// Failures that were reported.
    var reported: Set<String> = []
  }

  /// Time without a change after which fingers rest, seconds.
  static let restDelay = 0.15
  /// Maximum number of reported failures.
  private static let maximumReports = 100

  let state = Locked(State())
  /// Opened documents, at most two: light and dark.
  private let documents = Locked<[(path: String, document: MapDocument)]>([])
  #if Network
    let loads = MapLoads()
    private static let loadsFromWeb = true
  #else
    private static let loadsFromWeb = false
  #endif

  /// Formats of raster tiles and sprites.
  private static let codecs: PictureCodecs = {
    let codecs = PictureCodecs()
    #if WebPCodec
      codecs.add(WebPCodec())
    #endif
    return codecs
  }()

  /// Creates an empty storage.
  public init() {}

  /// Returns the document of a style, which is read at its first use; nil while it is loaded from the web. A worker.
  func document(_ path: String) throws(MapError) -> MapDocument? {
    if let found = documents.withLock({ list in list.first { $0.path == path }?.document }) { return found }
    guard let document = try open(path) else { return nil }
    documents.withLock { list in
      if list.count >= 2 { list.removeFirst() }
      list.append((path, document))
    }
    return document
  }

  private func open(_ path: String) throws(MapError) -> MapDocument? {
    guard MapDocument.isWeb(path) else {
      return try MapDocument(file: path, codecs: Self.codecs, loadsFromWeb: Self.loadsFromWeb)
    }
    #if Network
      if let document = try loads.styles.document(path, Self.codecs) { return document }
      loads.plan(nil, loads.styles.requests(path))
      return nil
    #else
      throw MapError(source: path, reason: "web addresses need the part `network`, which this program lacks")
    #endif
  }

  /// Whether a view differs from that of the last draw in its place only. A worker.
  func isMoving(to view: MapView) -> Bool {
    state.withLock { state in
      guard var drawn = state.drawn, drawn.center != view.center || state.isMoving else { return false }
      drawn.center = view.center
      state.isMoving = drawn == view
      return state.isMoving
    }
  }

  /// Whether fingers scale or turn the map, and it has not come to rest. A worker.
  func isZooming(to view: MapView) -> Bool {
    state.withLock { state in
      let turns = state.start.map { $0.zoom != view.zoom || $0.bearing != view.bearing } ?? false
      state.isZooming = state.gestures > 0 && turns && state.checkedSteps != state.steps
      return state.isZooming
    }
  }

  /// Checks whether a gesture has come to rest. Returns whether the map must be drawn sharply, and the seconds until the next check. The loop.
  func rest() -> (isDue: Bool, wait: Double?) {
    state.withLock { state in
      guard state.gestures > 0, state.isZooming, state.checkedSteps != state.steps else { return (false, nil) }
      // The second check of the same step.
      if state.pendingSteps == state.steps {
        state.checkedSteps = state.steps
        return (true, nil)
      }
      state.pendingSteps = state.steps
      return (false, Self.restDelay)
    }
  }

  /// Removes pictures that are only needed on the screen. The loop.
  func releasePictures() {
    for entry in documents.withLock({ $0 }) { entry.document.releasePictures() }
    state.withLock { $0.isMoving = false }
  }

  /// Records the view of a draw, and the data that it lacks. A worker.
  func recordDraw(of document: MapDocument, _ view: MapView, scale: Double) {
    let movement = state.withLock { state -> Point in
      // Draws of the same place, such as that of a loaded tile, keep the direction.
      if let drawn = state.drawn, drawn.zoom == view.zoom, drawn.center != view.center {
        let former = view.point(drawn.center)
        state.movement = Point(view.size.width / 2 - former.x, view.size.height / 2 - former.y)
      }
      state.drawn = view
      return state.movement
    }
    #if Network
      loads.plan(document, document.requests(view, movement: movement, scale: scale))
    #endif
  }

  /// Returns the failures of the documents that were not reported yet. The loop.
  func newFailures() -> [String] {
    let all = documents.withLock { $0.flatMap(\.document.failures) }
    return state.withLock { state in
      all.filter { state.reported.count < Self.maximumReports && state.reported.insert($0).inserted }
    }
  }
}
