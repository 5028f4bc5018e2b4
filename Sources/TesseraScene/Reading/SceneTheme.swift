public import Tessera

/// Theme of a scene: the name of a family, a file, or a map.
enum SceneTheme {
  /// Returns the attribute kind of `theme` in a registry.
  static func kind(_ registry: NodeRegistry) -> AttributeKind {
    registry.environmentKeys.first { $0.name == "theme" }?.kind ?? .map([:])
  }

  /// Names of the families.
  static let names = Theme.families.map(\.name)

  /// Adds new tokens of a map, such as `brand: {light: '#8C1D40', dark: '#FFB1C8'}`. A name similar to a standard token is taken for a
  /// typing error, unless it is that token with digits appended.
  static func addTokens(of tree: YAMLTree, _ index: Int32) {
    guard case .map(let entries) = tree[index].content else { return }
    let known = Set(Theme.tokenNames)
    for entry in entries where !known.contains(entry.key) && Theme.isTokenName(entry.key) {
      let near = nearestName(to: entry.key, among: Theme.standardTokenNames + ["name", "mode", "density"])
      let stem = String(entry.key.reversed().drop { $0.isNumber }.reversed())
      guard near == nil || stem != entry.key && known.contains(stem) else { continue }
      // A token with unsuitable values is not added, so reading the map then reports an error.
      for kind in [AttributeKind.color, .number(0...100_000)] {
        let names = kind == .color ? ThemeMode.allCases.map(\.rawValue) : ThemeDensity.allCases.map(\.rawValue)
        let kinds = Dictionary(names.map { ($0, kind) }, uniquingKeysWith: { first, _ in first })
        var reader = ValueReader(tree: tree, directory: "", errors: ErrorCollector(file: ""))
        if let values = reader.read(entry.value, as: .map(kinds), name: ""), Theme.addToken(named: entry.key, values) { break }
      }
    }
  }

  /// Reads a theme file: a map of tokens, a name and a mode.
  /// - Throws: All errors of the file, each with line and column.
  static func load(file: String, registry: NodeRegistry) throws(SceneErrors) -> AttributeValue {
    let bytes: [UInt8]
    switch FileReading.bytes(of: file, limit: SceneLimits.bytes) {
    case .success(let read): bytes = read
    case .failure(let error): throw SceneErrors([SceneError(kind: .unreadable, file: file, message: error.message)])
    }
    var errors = ErrorCollector(file: file)
    let tree: YAMLTree
    do { tree = try YAMLComposer.compose(bytes, errors: &errors) } catch { throw errors.result }
    if tree.root >= 0 { addTokens(of: tree, tree.root) }
    guard tree.root >= 0, case .map = tree[tree.root].content, case .either(let kinds) = kind(registry), let map = kinds.last else {
      errors.add(at: Place(line: 1, column: 1), "a theme must be a map of tokens, such as `{name: ember, mode: dark, radius3: 4}`")
      throw errors.result
    }
    var reader = ValueReader(tree: tree, directory: FileReading.directory(of: file), errors: errors)
    guard let value = reader.read(tree.root, as: map, name: "the theme"), reader.errors.isEmpty else { throw reader.errors.result }
    return value
  }
}

extension SceneReader {
  /// Reads `theme` of the scene: the name of a family, a file, or a map.
  mutating func readTheme(_ index: Int32) -> AttributeValue? {
    let name = "`theme` of the scene"
    guard case .scalar(let text, _) = tree[index].content, !SceneTheme.names.contains(text) else {
      SceneTheme.addTokens(of: tree, index)
      return values.read(index, as: SceneTheme.kind(registry), name: name)
    }
    let place = tree.place(index)
    guard case .file(let path) = AssetLocation(text, in: values.directory), FileReading.exists(path) else {
      let names = SceneTheme.names.joined(separator: ", ")
      errors.add(
        at: place, "\(name) must be one of \(names), a theme file that exists, or a map, got \(tree.describe(index))",
        suggestion: nearestName(to: text, among: SceneTheme.names))
      return nil
    }
    do throws(SceneErrors) {
      return try SceneTheme.load(file: path, registry: registry)
    } catch {
      for error in error.errors {
        let at = error.line > 0 ? "\(error.file):\(error.line):\(error.column)" : error.file
        errors.add(at: place, "\(name): \(at): \(error.message)", suggestion: error.suggestion)
      }
      return nil
    }
  }
}

extension SceneData {
  /// Sets the theme of the scenes that follow these data, as `env.theme`.
  ///
  /// - Parameters:
  ///   - theme: name of a family, such as `ember`, or path of a theme file.
  ///   - registry: node types and keys of the scenes.
  /// - Throws: the errors of the file, each with line and column, or an error if there is no such theme.
  public func setTheme(_ theme: String, registry: NodeRegistry) throws(SceneErrors) {
    var value = AttributeValue.map([(key: "name", value: .text(theme))])
    if !SceneTheme.names.contains(theme) {
      guard FileReading.exists(theme) else {
        let near =
          ThemeMode(rawValue: theme) != nil
          ? "; for the mode `\(theme)`, set `env.theme.mode=\(theme)`"
          : nearestName(to: theme, among: SceneTheme.names).map { "; did you mean `\($0)`?" } ?? ""
        let names = SceneTheme.names.joined(separator: ", ")
        throw SceneErrors([
          SceneError(kind: .unreadable, file: theme, message: "a theme must be one of \(names), or an existing file\(near)")
        ])
      }
      value = try SceneTheme.load(file: theme, registry: registry)
    }
    // Setting succeeds as long as the data are a map. If a program replaced them by another value, no scene follows them.
    try? set(DataValue(value), at: DataPath([SceneEnvironment.name, "theme"]))
  }
}
