internal import Tessera

// Environment keys in data. A theme has two forms, a name and a map; expressions read members of the map.

extension SceneData {
  /// Returns changes in which values of environment keys are completed with the members that they omit. Before a scene follows the data,
  /// only names are completed; maps are completed later, with the values of the scene.
  func completed(_ changes: [(path: DataPath, value: DataValue)]) -> [(path: DataPath, value: DataValue)] {
    guard changes.contains(where: { $0.path.keys.isEmpty || $0.path.keys[0] == SceneEnvironment.name }) else { return changes }
    let isFollowed = value(at: DataPath([SceneEnvironment.name, "width"])) != nil
    return changes.map { ($0.path, Self.completed($0.value, at: $0.path.keys, isFollowed)) }
  }

  private static func completed(_ value: DataValue, at keys: [String], _ isFollowed: Bool) -> DataValue {
    switch (keys.count, value) {
    case (0, .map(var pairs)):
      pairs[SceneEnvironment.name] = pairs[SceneEnvironment.name].map { completed($0, at: [SceneEnvironment.name], isFollowed) }
      return .map(pairs)
    case (1, .map(let pairs)) where keys[0] == SceneEnvironment.name:
      return .map(pairs.reduce(into: [:]) { $0[$1.key] = completed($1.value, at: keys + [$1.key], isFollowed) })
    case (2, .map) where !isFollowed: return value
    case (2, _) where keys[0] == SceneEnvironment.name: return EnvironmentKeyDescription.named(keys[1])?.completed(value) ?? value
    default: return value
    }
  }
}

extension DataValue {
  /// Returns environment defaults without the keys that are complete maps in `given`: a named theme must not get tokens of another theme.
  func without(complete given: DataValue?) -> DataValue {
    guard case .map(var defaults) = self, case .map(let pairs)? = given else { return self }
    for (name, value) in pairs {
      if case .map = value, EnvironmentKeyDescription.named(name)?.completed(value) == value { defaults[name] = nil }
    }
    return .map(defaults)
  }
}

extension EnvironmentKeyDescription {
  /// Returns the value of the key in `data`; nil if `data` has no value of the key's kind.
  func value(of data: DataValue, in directory: String) -> AttributeValue? {
    var probe = EnvironmentValues()
    var isExact = true
    guard let made = DataConversion.value(data, as: kind, directory: directory, note: { _ in isExact = false }), isExact,
      (try? write(made, to: &probe)) != nil
    else { return nil }
    return made
  }

  /// Returns data for the key, completed with members of the current value: a theme name becomes a map with `name`. Returns nil for data of
  /// other kinds, and for keys whose values are not maps.
  func completed(_ data: DataValue) -> DataValue? {
    var values = EnvironmentValues()
    guard let made = value(of: data, in: ""), (try? write(made, to: &values)) != nil, let canonical = value(in: values).map(DataValue.init),
      case .map = canonical
    else { return nil }
    guard case .map = data else { return canonical }
    var all = data
    all.fill(from: canonical)
    return all
  }
}
