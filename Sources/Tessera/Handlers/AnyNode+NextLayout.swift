extension AnyNode {
  /// Calls `perform` once a layout that began after this call is adopted and therefore includes all earlier changes. Frame loop, no lock held.
  /// Outside of a stage `perform` is called immediately, on this thread. Any thread.
  public func afterNextLayout(_ perform: @escaping @Sendable () -> Void) {
    guard let link = lock.withLock({ state.link }) else { return perform() }
    link.requestAfterLayout(StateScope.bound(perform))
  }
}
