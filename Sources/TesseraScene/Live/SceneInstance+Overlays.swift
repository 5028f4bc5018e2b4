internal import Tessera
internal import TesseraGeometry

/// An overlay that an action showed, known to the node at its top and to the node that it was shown for.
private struct ShownOverlay: Sendable {
  weak var overlay: StageOverlay?

  enum Key: NodeDataKey { typealias Value = ShownOverlay }
}

// Actions that show overlays of the scene and take them away. Frame loop.
extension SceneInstance {
  /// Shows an overlay beside its anchor, for a signal of `node`.
  func present(_ what: ScenePresentation, of node: AnyNode, _ view: DataView) {
    guard let number = scene.overlays[what.name] else { return }
    var anchor = node
    if let id = what.anchor {
      guard let found = Self.nearest(id, to: node) else {
        return report("there is no node `\(id)` for `\(what.name)` to lie beside", at: what.place)
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

  /// Takes away the overlay that `node` showed, else that which it is in, and reports where there is none.
  func dismissOverlay(around node: AnyNode) {
    var current: AnyNode? = node
    while let at = current {
      if let overlay = at[data: ShownOverlay.Key.self]?.overlay, overlay.isPresented { return overlay.dismiss() }
      current = at.supernode
    }
  }

  /// The node with an id below the lowest node above `node` that has one below it, in a row of a list the row's own; else around the node that
  /// presented the overlay in which `node` is.
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
