internal import Tessera
internal import TesseraGeometry

/// Overlay that an action presented, stored on its top node and on the node that presented it.
private struct ShownOverlay: Sendable {
  weak var overlay: StageOverlay?

  enum Key: NodeDataKey { typealias Value = ShownOverlay }
}

// Actions that present and dismiss overlays of the scene. Frame loop.
extension SceneInstance {
  /// Presents an overlay next to its anchor, for a signal of `node`.
  func present(_ what: ScenePresentation, of node: AnyNode, _ view: DataView) {
    guard let number = scene.overlays[what.name] else { return }
    var anchor = node
    if let id = what.anchor {
      guard let found = Self.nearest(id, to: node) else {
        return report("no node with the id `\(id)` as anchor of `\(what.name)`", at: what.place)
      }
      anchor = found
    }
    var area: Rect?
    if let point = what.point {
      guard case .list(let place) = value(point, view), place.count == 2, case .number(let x) = place[0], case .number(let y) = place[1]
      else {
        return report("`at` of `present` must be a point, a list of two numbers", at: point)
      }
      area = Rect(x, y, 0, 0)
    }
    do throws(SceneErrors) {
      let shown = try make(number, with: what.value, view, below: anchor)
      let overlay = anchor.present(overlay: shown, at: area, placement: what.placement, options: what.options)
      shown[data: ShownOverlay.Key.self] = ShownOverlay(overlay: overlay)
      node[data: ShownOverlay.Key.self] = ShownOverlay(overlay: overlay)
    } catch {
      for error in error.errors { data.report(error) }
    }
  }

  /// Dismisses the overlay of the nearest node, from `node` upwards, that presented one or is the top of one. No effect without an overlay.
  func dismissOverlay(around node: AnyNode) {
    var current: AnyNode? = node
    while let at = current {
      if let overlay = at[data: ShownOverlay.Key.self]?.overlay, overlay.isPresented { return overlay.dismiss() }
      current = at.supernode
    }
  }

  /// Returns the nearest node with an id. Searches the subtrees of `node` and of its supernodes, lowest first; in a row of a list it finds the
  /// row's own node. Then continues at the presenter of the overlay that contains `node`.
  static func nearest(_ id: String, to node: AnyNode) -> AnyNode? {
    var start: AnyNode? = node
    while let from = start {
      var presenter: AnyNode?
      for above in [from] + from.supernodes {
        if let found = above.find(id) { return found }
        if let overlay = above[data: ShownOverlay.Key.self]?.overlay, overlay.node === above { presenter = overlay.presenter }
      }
      start = presenter
    }
    return nil
  }
}
