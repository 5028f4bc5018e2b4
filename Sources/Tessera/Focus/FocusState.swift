internal import TesseraGeometry
internal import TesseraRender

/// What the loop knows of the focus beside who has it.
struct FocusState {
  /// Whether a person uses keys.
  var usesKeys = false
  /// The step that brought the focus to where it is, and from where.
  var cameFrom: (node: AnyNode, direction: FocusDirection)?
  /// A step that waits for nodes that scrolling brings to `scope`, and for how many layouts more.
  var waiting: (node: AnyNode, direction: FocusDirection, layouts: Int, scope: AnyNode)?
  /// What had the focus last in each scope that keeps that.
  var remembered: [ObjectIdentifier: Weak] = [:]
  /// Nodes that are to keep the focus inside when they are seen.
  var trapNodes: [Weak] = []
  /// The nodes that keep the focus inside, the lowest first, and what had it before they came.
  var traps: [(trap: Weak, before: Weak?)] = []
  /// Where the focus was seen last.
  var place: Place?
  /// The ring as it stands in the framebuffer.
  var ring: DrawnRing?

  struct Weak {
    weak var node: AnyNode?
    init(_ node: AnyNode?) { self.node = node }
  }

  /// Where a node with the focus was: it goes to what is near when the node leaves.
  struct Place {
    let node: Weak
    /// On the screen, device pixels.
    let area: Rect
    /// The nodes above it, the innermost first.
    let above: [Weak]
  }

  /// A ring in device pixels.
  struct DrawnRing: Equatable {
    /// Its outer edge.
    var outer: Rect
    var width: Double
    var radii: CornerRadii
    var color: Color
    /// What is cut off.
    var clip: PixelRect

    /// The pixels that it may cover: one strip a side.
    var strips: [PixelRect] {
      let all = outer.covering(scale: 1)
      let corner = max(radii.topLeft, radii.topRight, radii.bottomLeft, radii.bottomRight)
      // Round corners lie within a third of their radius from the edge.
      let d = min(Int((width + corner * 0.3).rounded(.up)) + 1, max(all.width, all.height))
      let strips = [
        PixelRect(x: all.x, y: all.y, width: all.width, height: min(d, all.height)),
        PixelRect(x: all.x, y: max(all.y, all.maxY - d), width: all.width, height: min(d, all.height)),
        PixelRect(x: all.x, y: all.y, width: min(d, all.width), height: all.height),
        PixelRect(x: max(all.x, all.maxX - d), y: all.y, width: min(d, all.width), height: all.height),
      ]
      return strips.map { $0.intersection(clip) }.filter { !$0.isEmpty }
    }
  }
}
