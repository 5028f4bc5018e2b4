extension Node {
  /// Notes which attributes are to be seen as motion; lock held. Returns whether there are any.
  /// - Parameter own: the motion that the type says (``StateMotionType``).
  func noteMotion(from old: Value, to new: Value, _ own: Motion?) -> Bool {
    let transaction = MotionTransaction.current
    let table = state.properties.value.motion
    guard transaction?.motion.takesTime ?? (own != nil || !table.isEmpty), let link = state.link else { return false }
    var (isMoving, isFading) = (false, false)
    for attribute in descriptor.attributes(of: Value.self).attributes
    where attribute.ofNode == nil && (attribute.kind.mayMove || attribute.crossFades) {
      guard let motion = transaction?.motion ?? table[attribute.name] ?? own, motion.takesTime else { continue }
      let (from, to) = (attribute.get(old), attribute.get(new))
      guard from != to else { continue }
      if attribute.kind.mayMove, let from = from.map(attribute.kind.movable), let to = to.map(attribute.kind.movable), from.canMove(to: to)
      {
        addMotion(
          MotionRequest(
            key: .attribute(attribute.name), goal: .attribute(from: from, to: to), motion: motion, animation: transaction?.animation), link)
        isMoving = true
      } else if attribute.crossFades, !isFading {
        // All that the node draws fades, whatever else of it changes.
        addMotion(
          MotionRequest(
            key: .content, goal: .content(name: attribute.name, from: from, to: to), motion: motion, animation: transaction?.animation),
          link)
        isFading = true
      }
    }
    return isMoving
  }
}
