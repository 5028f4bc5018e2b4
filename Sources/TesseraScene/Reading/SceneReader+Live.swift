internal import Tessera

// Reading of values, conditions and list elements that follow data and the environment.
extension SceneReader {
  /// Reads `data: {name: value}`.
  mutating func readData(_ index: Int32) -> DataValue {
    var reader = DataReader(tree: tree, errors: errors)
    let value = reader.read(index)
    errors = reader.errors
    switch value {
    case nil, .null: return .null
    case .map(let pairs):
      for name in pairs.keys.sorted() where DataPath.index(name) != nil || Self.ownNames.contains(name) {
        let why = Self.ownNames.contains(name) ? "means something else in expressions" : "is a number"
        errors.add(.warning, at: tree.place(index), "`\(name)` cannot be read in `data` of the scene: it \(why)")
      }
      checkEnvironment(pairs[SceneEnvironment.name], tree.place(index))
      return .map(pairs)
    case let value?:
      errors.add(at: tree.place(index), "`data` of the scene must be a map of named values, got \(value.kindName)")
      return .null
    }
  }

  /// Checks the initial environment.
  private mutating func checkEnvironment(_ value: DataValue?, _ place: Place) {
    guard let value else { return }
    let names = SceneEnvironment.names(registry)
    guard case .map(let pairs) = value else {
      return errors.add(
        at: place, "`env` in `data` of the scene must be a map with \(names.joined(separator: ", ")), got \(value.kindName)")
    }
    for name in pairs.keys.sorted() where !names.contains(name) {
      errors.add(
        .warning, at: place, "unknown key `\(name)` of `env` in `data` of the scene; valid are \(names.joined(separator: ", "))",
        suggestion: nearestName(to: name, among: names))
    }
  }

  private static let ownNames: Set<String> = [
    "item", "index", "section", "value", LiveRoom.name, "true", "false", "null", "and", "or", "not",
  ]

  // MARK: conditions

  /// Reads a condition: an expression, or a map of environment values such as `{width: "< 480", scheme: dark}`.
  mutating func readCondition(_ index: Int32, _ name: String) -> Expression? {
    guard case .map(let entries) = tree[index].content else { return values.expression(index, name) }
    var parts: [String] = []
    let place = tree.place(index)
    for entry in entries {
      guard let part = conditionPart(entry, name) else { return nil }
      parts.append(part)
    }
    if parts.isEmpty { errors.add(at: place, "\(name) is an empty map; it must be a condition such as `{width: '< 480'}`") }
    return try? Expression(parts.joined(separator: " && "), line: Int(place.line), column: Int(place.column))
  }

  private mutating func conditionPart(_ entry: YAMLTree.Entry, _ name: String) -> String? {
    let place = tree.place(entry.value)
    switch entry.key {
    case "width", "height", "scale": return comparisons(entry, of: "env.\(entry.key)", name)
    case LiveRoom.name: return parentCondition(entry, name)
    case "orientation": return word(entry, ["portrait", "landscape"], name).map { "env.orientation == '\($0)'" }
    case "scheme": return word(entry, ["light", "dark"], name).map { "env.scheme == '\($0)'" }
    case "input": return word(entry, ["touch", "pointer", "keys"], name).map { "env.input == '\($0)'" }
    case "direction": return word(entry, ["ltr", "rtl"], name).map { "env.direction == '\($0)'" }
    case "reducedMotion":
      guard let value = values.read(entry.value, as: .boolean, name: "`reducedMotion` in \(name)") else { return nil }
      return value == .boolean(true) ? "env.reducedMotion" : "!env.reducedMotion"
    case "data":
      guard let expression = values.expression(entry.value, "`data` in \(name)") else { return nil }
      return "(\(expression.text))"
    default:
      let known = ["width", "height", "scale", "orientation", "scheme", "input", "direction", "reducedMotion", LiveRoom.name, "data"]
      errors.add(
        at: entry.keyPlace, "unknown key `\(entry.key)` of a condition; valid are \(known.joined(separator: ", "))",
        suggestion: nearestName(to: entry.key, among: known))
      _ = place
      return nil
    }
  }

  /// Reads the sizes of the parent: `{width: ">= 600"}`.
  private mutating func parentCondition(_ entry: YAMLTree.Entry, _ name: String) -> String? {
    let known = ["width", "height"]
    guard case .map(let entries) = tree[entry.value].content, !entries.isEmpty else {
      errors.add(
        at: tree.place(entry.value),
        "`\(entry.key)` in \(name) must be a map such as `{width: '>= 600'}`, got \(tree.describe(entry.value))")
      return nil
    }
    var parts: [String] = []
    for entry in entries {
      guard known.contains(entry.key) else {
        errors.add(
          at: entry.keyPlace, "unknown key `\(entry.key)` of `\(LiveRoom.name)` in \(name); valid are \(known.joined(separator: ", "))",
          suggestion: nearestName(to: entry.key, among: known))
        return nil
      }
      guard let part = comparisons(entry, of: "\(LiveRoom.name).\(entry.key)", name) else { return nil }
      parts.append(part)
    }
    return parts.joined(separator: " && ")
  }

  /// Reads a comparison or a list of them, all of which must hold for the value `path`.
  private mutating func comparisons(_ entry: YAMLTree.Entry, of path: String, _ name: String) -> String? {
    let texts: [Int32]
    if case .list(let items) = tree[entry.value].content { texts = items } else { texts = [entry.value] }
    var parts: [String] = []
    for index in texts {
      guard case .scalar(let text, _) = tree[index].content, let part = Self.comparison(text) else {
        errors.add(
          at: tree.place(index), "`\(entry.key)` in \(name) must be a comparison such as '< 480' or '>= 800', got \(tree.describe(index))")
        return nil
      }
      parts.append("\(path) \(part)")
    }
    return parts.isEmpty ? "true" : parts.joined(separator: " && ")
  }

  private mutating func word(_ entry: YAMLTree.Entry, _ words: [String], _ name: String) -> String? {
    values.read(entry.value, as: .choice(words), name: "`\(entry.key)` in \(name)")?.text
  }

  /// Returns a comparison such as `< 480`; a number alone means equality.
  private static func comparison(_ text: String) -> String? {
    let trimmed = text.drop { $0 == " " }
    let sign = ["<=", ">=", "==", "!=", "<", ">"].first { trimmed.hasPrefix($0) } ?? ""
    let rest = String(trimmed.dropFirst(sign.count).drop { $0 == " " })
    guard case .number(let number) = NumberText.read(rest) else { return nil }
    return "\(sign.isEmpty ? "==" : sign) \(NumberText.write(number))"
  }

  // MARK: variants

  mutating func readVariants(_ index: Int32, _ name: String, _ type: NodeTypeDescriptor, _ group: inout SettingGroup) {
    group.variants += readVariants(index, name) {
      type.kind(of: $0) != nil
    } candidates: {
      type.attributeNames
    }
  }

  /// Reads `variants: [{when: …, attributes and style keys}]`.
  mutating func readVariants(
    _ index: Int32, _ name: String, isAttribute: (String) -> Bool, candidates: () -> [String]
  ) -> [SettingGroup.Variant] {
    let items: [Int32]
    switch tree[index].content {
    case .broken: return []
    case .list(let list): items = list
    case .map: items = [index]
    case .scalar:
      errors.add(at: tree.place(index), "`variants` of \(name) must be a list of maps with `when`, got \(tree.describe(index))")
      return []
    }
    var result: [SettingGroup.Variant] = []
    let allowed = values.allowsBindings
    values.allowsBindings = true
    defer { values.allowsBindings = allowed }
    for item in items where !errors.isFull {
      guard let entries = map(item, "a variant of \(name)") else { continue }
      guard let when = entries.first(where: { $0.key == "when" }) else {
        errors.add(at: tree.place(item), "a variant of \(name) needs `when`, its condition")
        continue
      }
      guard let condition = readCondition(when.value, "`when` of a variant of \(name)") else { continue }
      let group = readGroup(item, "a variant of \(name)") {
        $0 == "when" || isAttribute($0)
      } candidates: {
        candidates()
      }
      if !group.variants.isEmpty {
        errors.add(at: tree.place(item), "a variant of \(name) cannot have variants; combine conditions with `and` in its `when`")
      }
      result.append(
        SettingGroup.Variant(condition: condition, styles: group.styles, attributes: group.attributes.filter { $0.key != "when" }))
    }
    return result
  }

  // MARK: lists

  /// Reads `each: rooms`, or `each: {bind: rooms, key: item.id, as: room}`.
  mutating func readEach(_ entry: YAMLTree.Entry, _ name: String, _ live: inout SceneNodeLive) {
    live.each = readElements(entry.value, "`each` of \(name)", keys: true)
  }

  private mutating func readElements(_ index: Int32, _ name: String, keys: Bool) -> SceneNodeLive.Each? {
    guard case .map(let entries) = tree[index].content else {
      return values.expression(index, name).map { SceneNodeLive.Each(items: $0) }
    }
    var items: Expression?
    var key: YAMLTree.Entry?
    var own = "item"
    for entry in entries {
      switch entry.key {
      case "bind": items = values.expression(entry.value, "`bind` of \(name)")
      case "key" where keys: key = entry
      case "as" where keys: own = readName(entry, name) ?? own
      default:
        let known = keys ? ["bind", "key", "as"] : ["bind"]
        errors.add(
          at: entry.keyPlace, "unknown key `\(entry.key)` of \(name); valid are \(known.joined(separator: ", "))",
          suggestion: nearestName(to: entry.key, among: known))
      }
    }
    guard let items else {
      if !entries.contains(where: { $0.key == "bind" }) { errors.add(at: tree.place(index), "\(name) needs `bind`, the list") }
      return nil
    }
    return SceneNodeLive.Each(items: items, key: key.flatMap { readKey($0, own, name) }, name: own)
  }

  private mutating func readName(_ entry: YAMLTree.Entry, _ name: String) -> String? {
    guard let text = values.read(entry.value, as: .text, name: "`as` of \(name)")?.text else { return nil }
    guard let expression = try? Expression(text), let path = expression.path, path.keys.isEmpty else {
      errors.add(at: tree.place(entry.value), "`as` of \(name) must be a name such as `room`, got \(tree.describe(entry.value))")
      return nil
    }
    return path.root
  }

  /// Reads the key of elements: a member name such as `id`, or an expression that contains the element.
  private mutating func readKey(_ entry: YAMLTree.Entry, _ own: String, _ name: String) -> Expression? {
    guard let expression = values.expression(entry.value, "`\(entry.key)` of \(name)") else { return nil }
    // `id` is short for `item.id`.
    guard let path = expression.path, path.root != own, path.root != "index" else { return expression }
    let text = "\(own).\(expression.text)"
    return try? Expression(text, line: expression.line, column: expression.column)
  }

  /// Reads `items`, `key`, `as`, `section`, `item` and `header` of a list.
  mutating func readRows(
    _ entry: YAMLTree.Entry, _ name: String, _ live: inout SceneNodeLive, _ children: inout [(index: Int32, role: SceneNodeRole)]
  ) {
    func changed(_ change: (inout SceneNodeLive.Each) -> Void) {
      var rows = live.rows ?? SceneNodeLive.Each(items: Expression(literal: .null))
      change(&rows)
      live.rows = rows
    }
    switch entry.key {
    case "items":
      if let read = readElements(entry.value, "`items` of \(name)", keys: true) {
        changed {
          $0.items = read.items
          $0.key = read.key ?? $0.key
          if read.name != "item" { $0.name = read.name }
        }
      }
    case "as": if let own = readName(entry, name) { changed { $0.name = own } }
    case "key", "section":
      // `as` may follow in the file, so the element's name is inserted at the end.
      guard let expression = values.expression(entry.value, "`\(entry.key)` of \(name)") else { return }
      changed { if entry.key == "key" { $0.key = expression } else { $0.section = expression } }
    default: children.append((entry.value, entry.key == "item" ? .item : .header))
    }
  }

  /// Checks that the keys of a list are complete, and inserts the element's name into `key` and `section`.
  mutating func checkRows(_ live: inout SceneNodeLive, _ roles: [SceneNodeRole], _ name: String, _ place: Place) {
    guard var rows = live.rows else {
      if roles.contains(where: { $0 == .item || $0 == .header }) {
        errors.add(at: place, "\(name) has `item`, and needs `items`, the list of its rows")
      }
      return
    }
    if !roles.contains(.item) { errors.add(at: place, "\(name) has `items`, and needs `item`, the node of each row") }
    if roles.contains(.child) { errors.add(at: place, "\(name) has both `items` and `children`; remove one of them") }
    if rows.items.tree == .literal(.null) { errors.add(at: place, "\(name) needs `items`, the list of its rows") }
    func completed(_ expression: Expression?) -> Expression? {
      guard let expression, let path = expression.path, path.root != rows.name, path.root != "index" else { return expression }
      return try? Expression("\(rows.name).\(expression.text)", line: expression.line, column: expression.column)
    }
    (rows.key, rows.section) = (completed(rows.key), completed(rows.section))
    live.rows = rows
  }
}
