/// Attributes of a node that are animated after a change. A value.
struct AttributeMotions {
  var requests: [MotionRequest] = []
  /// Whether an attribute moves, instead of only fading.
  var movesAttributes = false
}

extension Node {
  /// Returns the attributes that are animated after a change from `old` to `new`; nil if none are. Any thread, no lock held.
  /// - Parameters:
  ///   - table: the node's own motions.
  ///   - own: the motion of the type (``StateMotionType``).
  func motions(from old: Value, to new: Value, _ table: MotionTable, _ own: Motion?) -> AttributeMotions? {
    let transaction = MotionTransaction.current
    guard transaction?.motion.takesTime ?? (own != nil || !table.isEmpty) else { return nil }
    var result = AttributeMotions()
    var isFading = false
    for attribute in descriptor.attributes(of: Value.self).attributes
    where attribute.ofNode == nil && (attribute.kind.mayMove || attribute.crossFades) {
      guard let motion = transaction?.motion ?? table[attribute.name] ?? own, motion.takesTime else { continue }
      let (from, to) = (attribute.get(old), attribute.get(new))
      guard from != to else { continue }
      if attribute.kind.mayMove, let from = from.map(attribute.kind.movable), let to = to.map(attribute.kind.movable), from.canMove(to: to)
      {
        result.requests.append(
          MotionRequest(
            key: .attribute(attribute.name), goal: .attribute(from: from, to: to), motion: motion, animation: transaction?.animation))
        result.movesAttributes = true
      } else if attribute.crossFades, !isFading {
        // All drawn content of the node fades, regardless of its other changes.
        result.requests.append(
          MotionRequest(
            key: .content, goal: .content(name: attribute.name, from: from, to: to), motion: motion, animation: transaction?.animation))
        isFading = true
      }
    }
    return result.requests.isEmpty ? nil : result
  }
}
