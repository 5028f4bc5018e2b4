/// Converts data in YAML or JSON to values.
struct DataReader {
  let tree: YAMLTree
  var errors: ErrorCollector

  /// Returns the value, or nil with an error collected.
  ///
  /// Text without quotes is read as a number, a boolean (`true`, `false`) or null (`null`, `~`) if it is written like one.
  mutating func read(_ index: Int32, depth: Int = 0) -> DataValue? {
    guard depth <= DataValue.depthLimit else {
      errors.add(.limit, at: tree.place(index), "data is nested more than \(DataValue.depthLimit) deep")
      return nil
    }
    switch tree[index].content {
    case .broken: return nil
    case .scalar(let text, let isPlain): return isPlain ? plain(text, index) : .text(text)
    case .list(let items):
      guard isWithinLimit(items.count, index) else { return nil }
      var result: [DataValue] = []
      for item in items where !errors.isFull {
        guard let value = read(item, depth: depth + 1) else { return nil }
        result.append(value)
      }
      return .list(result)
    case .map(let entries):
      guard isWithinLimit(entries.count, index) else { return nil }
      var result: [String: DataValue] = [:]
      for entry in entries where !errors.isFull {
        guard let value = read(entry.value, depth: depth + 1) else { return nil }
        result[entry.key] = value
      }
      return .map(result)
    }
  }

  private mutating func isWithinLimit(_ count: Int, _ index: Int32) -> Bool {
    if count <= DataValue.countLimit { return true }
    errors.add(
      .limit, at: tree.place(index), "\(tree.describe(index)) in data may have \(DataValue.countLimit) entries at most (got \(count))")
    return false
  }

  private mutating func plain(_ text: String, _ index: Int32) -> DataValue? {
    switch text {
    case "", "~", "null":
      if let comment = tree.commentInPlace(of: index) {
        errors.add(
          .warning, at: tree.place(index), "a value of the data is empty: `\(comment)` begins a comment; write '\(comment)' in quotes")
      }
      return .null
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default: break
    }
    switch NumberText.read(text) {
    case .number(let number): return .number(number)
    case .noNumber: return .text(text)
    case .notFinite:
      errors.add(at: tree.place(index), "`\(text)` in data is not finite; write a number, or a text in quotes")
      return nil
    }
  }
}

extension DataValue {
  /// Parses a text of JSON or YAML.
  ///
  /// - Parameters:
  ///   - text: one value.
  ///   - name: name of the text in errors.
  /// - Throws: all errors of the text, each with line and column.
  public static func parse(_ text: String, name: String = "data") throws(SceneErrors) -> DataValue {
    try parse(bytes: Array(text.utf8), name: name)
  }

  /// Reads a file of JSON or YAML.
  ///
  /// - Throws: all errors of the file; one error of kind ``SceneError/Kind/unreadable`` if the file does not exist.
  public static func load(file: String) throws(SceneErrors) -> DataValue {
    switch FileReading.bytes(of: file, limit: SceneLimits.bytes) {
    case .success(let bytes): return try parse(bytes: bytes, name: file)
    case .failure(let error):
      throw SceneErrors([SceneError(kind: .unreadable, file: file, message: error.message)])
    }
  }

  private static func parse(bytes: [UInt8], name: String) throws(SceneErrors) -> DataValue {
    var errors = ErrorCollector(file: name)
    guard bytes.count <= SceneLimits.bytes else {
      errors.add(.limit, at: .none, "the data is larger than \(SceneLimits.bytes >> 20) MiB, the limit")
      throw errors.result
    }
    let tree: YAMLTree
    do {
      tree = try YAMLComposer.compose(bytes, errors: &errors)
    } catch {
      throw errors.result
    }
    guard tree.root >= 0 else { return .null }
    var reader = DataReader(tree: tree, errors: errors)
    guard let value = reader.read(tree.root), reader.errors.isEmpty else { throw reader.errors.result }
    return value
  }
}
