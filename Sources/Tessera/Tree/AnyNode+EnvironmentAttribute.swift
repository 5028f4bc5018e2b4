// The attribute `environment` of every node in scene files: a map of values that the node sets for itself and all below it.
extension AnyNode {
  /// Sets the node's own values to those of the map; values missing from the map are inherited again.
  func setEnvironment(_ value: AttributeValue) throws {
    guard case .map(let pairs) = value else {
      throw AttributeError(
        attribute: EnvironmentNames.attribute, reason: "must be a map of keys of the environment, such as {colorScheme: dark}")
    }
    var own = EnvironmentValues()
    for (name, value) in pairs { try EnvironmentNames.key(name).write(value, to: &own) }
    changeOwnEnvironment { _ in own.storage }
  }

  /// The node's own values of keys that scene files can set.
  var environmentAttribute: AttributeValue {
    guard let own = lock.withLock({ state.attachments?.environment?.own }) else { return .map([]) }
    let values = EnvironmentValues().inheriting(own)
    let numbers = Set(own.numbers)
    return .map(
      EnvironmentNames.all.filter { numbers.contains($0.number) }.compactMap { key in key.value(in: values).map { (key.name, $0) } })
  }
}
