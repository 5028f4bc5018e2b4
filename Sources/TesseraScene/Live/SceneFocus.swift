internal import Tessera

/// Node that gets the focus by an action. A value.
struct SceneFocus: Sendable, Equatable {
  /// Id of the node, or of the node around the first invalid field.
  var id: String
  /// Whether the first invalid field in the node gets the focus.
  var isInvalid = false
  /// Location in the file.
  var place: Place
}

extension SceneInstance {
  /// Gives a node the focus after the next layout, when other actions have taken effect, and scrolls it into view. Without an invalid field the focus
  /// stays.
  func focus(_ target: SceneFocus, from node: AnyNode) {
    node.afterNextLayout { [self] in
      guard let found = Self.nearest(target.id, to: node) else {
        return report("no node with the id `\(target.id)` to focus", at: target.place)
      }
      guard let focused = target.isInvalid ? Self.firstInvalid(in: found) : found else { return }
      focused.becomeFocused()
      focused.scrollIntoView()
    }
    // Without another change no layout would follow.
    node.setNeedsLayout()
  }

  /// Returns the first node in tree order whose value is invalid. O(nodes).
  private static func firstInvalid(in top: AnyNode) -> AnyNode? {
    var open = [top]
    while let node = open.popLast() {
      guard !node.isHidden else { continue }
      if node.resolvedSemantics.isInvalid == true { return node }
      open += node.subnodes.reversed()
    }
    return nil
  }
}
