extension AnyNode {
  /// Makes frames wait for the layout and the draws of the changes that follow, so that no picture shows a part of them. At most 0.25 s, and 1 s if such
  /// changes cause each other. Call it before changes that depend on the frame of a layout, in a handler of ``layoutFinish``. Any thread.
  package func showNextChangesTogether() { lock.withLock { state.link }?.recordAppearanceChange() }
}
