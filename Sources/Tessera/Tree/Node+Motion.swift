extension Node {
  /// Notes which attributes are to be seen as motion; lock held. Returns whether there are any.
  /// - Parameter own: the motion that the type says (``StateMotionType``).
  func noteMotion(from old: Value, to new: Value, _ own: Motion?) -> Bool {
    let transaction = MotionTransaction.current
    let table = state.properties.value.motion
    guard transaction?.motion.takesTime ?? (own != nil || !table.isEmpty), let link = state.link else { return false }
    var isMoving = false
    for attribute in Value.attributes where attribute.ofNode == nil && attribute.kind.mayMove {
      guard let motion = transaction?.motion ?? table[attribute.name] ?? own, motion.takesTime,
        let from = attribute.get(old), let to = attribute.get(new), from != to, from.canMove(to: to)
      else { continue }
      addMotion(
        MotionRequest(
          key: .attribute(attribute.name), goal: .attribute(from: from, to: to), motion: motion, animation: transaction?.animation), link)
      isMoving = true
    }
    return isMoving
  }
}
