internal import TesseraBase
internal import TesseraLayout

extension AnyNode {
  /// Values that the node inherits from the nodes above it and from its stage, without its own. Any thread.
  package final var environmentFromAbove: EnvironmentValues {
    let (link, storage) = lock.withLock { (state.link, inheritedEnvironment) }
    let around = link?.surroundings ?? EnvironmentValues()
    return around.running(supernode?.effectiveDirection ?? around.direction).inheriting(storage)
  }

  /// Notifies observers of the node's environment (type and handlers) that values of the stage changed: scale, antialiasing or color depth, or the
  /// direction of the node. `old` has the former values.
  final func recordSurroundings(_ old: @autoclosure () -> EnvironmentValues, direction: LayoutDirection? = nil) {
    let (link, environment, isObserved) = lock.withLock { (state.link, state.environment, observed.contains(.environment)) }
    guard isObserved || hooks.environmentObserving != nil else { return }
    link?.environmentDidChange(self, from: environment, surroundings: old().running(direction ?? effectiveDirection))
  }

  /// Returns the values in effect in the node once it inherits `values`; the current values if it already inherits from a node or a stage, or if
  /// `values` is nil. Any thread.
  package final func environmentValues(below values: EnvironmentValues?) -> EnvironmentValues {
    let (link, own) = lock.withLock { (state.link, state.attachments?.environment?.own) }
    guard let values, link == nil, supernode == nil else { return environmentValues }
    return values.inheriting(own.map { EnvironmentStorage.merged(values.storage, with: $0) } ?? values.storage)
  }
}
