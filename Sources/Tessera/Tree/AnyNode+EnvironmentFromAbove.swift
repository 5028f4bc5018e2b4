internal import TesseraBase
internal import TesseraLayout

extension AnyNode {
  /// Values that the node inherits from the nodes above it and from its stage, without its own. Any thread.
  package final var environmentFromAbove: EnvironmentValues {
    let (link, storage) = lock.withLock { (state.link, inheritedEnvironment) }
    let around = link?.surroundings ?? EnvironmentValues()
    return around.running(supernode?.effectiveDirection ?? around.direction).inheriting(storage)
  }

  /// Values that hold in the node once it inherits `values`; those that hold now if it inherits from a node or a stage already, or if `values` is nil. Any thread.
  package final func environmentValues(below values: EnvironmentValues?) -> EnvironmentValues {
    let (link, own) = lock.withLock { (state.link, state.attachments?.environment?.own) }
    guard let values, link == nil, supernode == nil else { return environmentValues }
    return values.inheriting(own.map { EnvironmentStorage.merged(values.storage, with: $0) } ?? values.storage)
  }
}
