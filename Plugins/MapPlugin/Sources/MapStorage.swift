public import Tessera
internal import TesseraBase
internal import TesseraGeometry
internal import TesseraMaps
internal import TesseraPictures

/// Opened styles of a map, and its current gesture.
public final class MapStorage: NodeStorage {
  struct State {
    /// View at the start of a gesture, and the point of the world under the fingers.
    var start: MapView?
    var anchor: WorldPoint?
    /// Speed of a fling, units per second, and the time of its last step.
    var velocity = Point.zero
    var lastTick: Double?
  }

  let state = Locked(State())
  /// Opened documents, at most two: light and dark.
  private let documents = Locked<[(path: String, document: MapDocument)]>([])

  /// Creates an empty storage.
  public init() {}

  /// Returns the document of a file, which is read at its first use.
  func document(_ path: String) throws(MapError) -> MapDocument {
    if let found = documents.withLock({ list in list.first { $0.path == path }?.document }) { return found }
    let document = try MapDocument(file: path, codecs: PictureCodecs())
    documents.withLock { list in
      if list.count >= 2 { list.removeFirst() }
      list.append((path, document))
    }
    return document
  }
}
