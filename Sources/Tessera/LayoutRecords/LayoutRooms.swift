internal import Synchronization
internal import TesseraBase
internal import TesseraGeometry

/// Nodes whose specs read their room (``LayoutContext/room``) and the values that they got. Belongs to the retained data of layouts. Any thread.
///
/// A spec is evaluated before its node has a size. It gets the size of the previous evaluation, and is evaluated again if the layout gives the node
/// another one.
final class LayoutRooms: Sendable {
  /// Axes that a spec reads.
  struct Axes: OptionSet {
    let rawValue: UInt8
    static let width = Axes(rawValue: 1)
    static let height = Axes(rawValue: 2)
  }

  private struct Reader {
    weak var node: (any AnyObject & Sendable)?
    var room: Size
    var axes: Axes = []
  }

  private struct State {
    var readers: [ObjectIdentifier: Reader] = [:]
    /// Rooms of the newest readers by name of the node type: the rows of a list have equal widths.
    var estimates: [String: Size] = [:]
    /// Space of the whole layout.
    var space = Size.zero
    /// Number of readers at which those of released nodes are removed.
    var limit = 64
  }

  private let state = Locked(State())
  /// Whether there are readers. Usually there are none, and an evaluation costs one relaxed load.
  private let hasReaders = Atomic(false)

  var isEmpty: Bool { !hasReaders.load(ordering: .relaxed) }

  /// Sets the space of the layout, the first estimate of a room.
  func setSpace(_ space: Size) { state.withLock { $0.space = space } }

  /// Records the beginning of an evaluation: the spec of `node` has read nothing yet.
  func begin(_ node: AnyObject) {
    guard !isEmpty else { return }
    state.withLock { $0.readers[ObjectIdentifier(node)]?.axes = [] }
  }

  /// Returns the room of `node`, a node of type `type`, whose spec reads it along `axes`.
  func read(_ node: any AnyObject & Sendable, of type: String, _ axes: Axes) -> Size {
    hasReaders.store(true, ordering: .relaxed)
    return state.withLock { state in
      let key = ObjectIdentifier(node)
      // The identity of a released node may be that of another one.
      if state.readers[key]?.node !== node {
        state.readers[key] = Reader(node: node, room: state.estimates[type] ?? state.space)
        if state.readers.count > state.limit {
          state.readers = state.readers.filter { $0.value.node != nil }
          state.limit = max(64, 2 * state.readers.count)
        }
      }
      state.readers[key]?.axes.formUnion(axes)
      return state.readers[key]?.room ?? .zero
    }
  }

  /// Sets the size that the layout gave `node`, a node of type `type`. Returns whether its spec read another one.
  func settle(_ node: AnyObject, of type: String, _ size: Size) -> Bool {
    return state.withLock { state in
      guard var reader = state.readers[ObjectIdentifier(node)], reader.node === node, !reader.axes.isEmpty else { return false }
      let isOther =
        reader.axes.contains(.width) && reader.room.width != size.width
        || reader.axes.contains(.height) && reader.room.height != size.height
      reader.room = size
      state.readers[ObjectIdentifier(node)] = reader
      state.estimates[type] = size
      return isOther
    }
  }
}
