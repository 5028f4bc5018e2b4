/// Rejection of data.
public struct DataError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Description of the error and of valid values, in one line.
  public var description: String
  /// Creates an error.
  public init(_ description: String) { self.description = description }
}

extension DataValue {
  /// Sets the value at a path. Missing maps on the path are created; an index equal to the count of a list appends to it.
  ///
  /// - Throws: ``DataError`` if the path leads through a value without members, beyond the end of a list, or past a limit; nothing has
  ///   changed then.
  /// - Complexity: O(n) in the length of the path and the depth of the value.
  public mutating func set(_ value: DataValue, at path: DataPath) throws(DataError) {
    guard path.keys.count + value.depth <= Self.depthLimit else {
      throw DataError("`\(path)` would be nested more than \(Self.depthLimit) deep")
    }
    try check(path)
    put(value, path.keys[...])
  }

  /// Checks that a value exists, or can be added, at the path.
  private func check(_ path: DataPath) throws(DataError) {
    var value = self
    for (level, key) in path.keys.enumerated() {
      let name = level == 0 ? "the data" : "`\(DataPath(Array(path.keys.prefix(level))))`"
      switch value {
      case .null: return
      case .boolean, .number, .text: throw DataError("\(name) is \(value.kindName), which has no `\(key)`")
      case .map(let pairs):
        if pairs[key] == nil {
          if pairs.count < Self.countLimit { return }
          throw DataError("\(name) has \(Self.countLimit) members, the maximum")
        }
      case .list(let items):
        let index = DataPath.index(key) ?? .max
        if index == items.count, index < Self.countLimit { return }
        guard index < items.count else {
          throw DataError("`\(key)` is not an index of \(name), a list of \(items.count), nor the index after its last")
        }
      }
      value = value[key] ?? .null
    }
  }

  private mutating func put(_ value: DataValue, _ keys: ArraySlice<String>) {
    guard let key = keys.first else {
      self = value
      return
    }
    // Take the container out of `self` first: with a single reference it is changed in place, without a copy.
    switch self {
    case .list(var items):
      self = .null
      let index = min(DataPath.index(key) ?? 0, items.count)
      if index == items.count { items.append(.null) }
      items[index].put(value, keys.dropFirst())
      self = .list(items)
    case .map(var pairs):
      self = .null
      pairs[key, default: .null].put(value, keys.dropFirst())
      self = .map(pairs)
    case .null, .boolean, .number, .text:
      var member = DataValue.null
      member.put(value, keys.dropFirst())
      self = .map([key: member])
    }
  }

  /// Adds members of `defaults` that are missing here, in maps at any depth.
  mutating func fill(from defaults: DataValue) {
    switch (self, defaults) {
    case (.null, _): self = defaults
    case (.map(var own), .map(let others)):
      self = .null
      for (key, value) in others {
        if own[key] == nil { own[key] = value } else { own[key]?.fill(from: value) }
      }
      self = .map(own)
    default: break
    }
  }

  /// Number of nested lists and maps.
  var depth: Int {
    switch self {
    case .list(let items): 1 + (items.lazy.map(\.depth).max() ?? 0)
    case .map(let pairs): 1 + (pairs.values.lazy.map(\.depth).max() ?? 0)
    case .null, .boolean, .number, .text: 0
    }
  }
}
