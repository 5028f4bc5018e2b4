internal import Tessera
internal import TesseraMessages

// Messages in place of a text: `{message: KEY, ARGUMENT: VALUE}`.
extension ValueReader {
  /// Returns the entries of a map that names a message; nil for other values.
  func messageEntries(_ index: Int32) -> [YAMLTree.Entry]? {
    guard case .map(let entries) = tree[index].content, entries.contains(where: { $0.key == "message" }) else { return nil }
    return entries
  }

  /// Reads a message with its arguments; nil with an error collected.
  mutating func message(_ entries: [YAMLTree.Entry], _ index: Int32, _ name: String) -> BoundValue? {
    let place = tree.place(index)
    guard allowsBindings else {
      errors.add(at: place, "\(name) cannot be a message; texts of the nodes of a scene can")
      return nil
    }
    guard let catalog else {
      errors.add(at: place, "\(name) is a message, but the scene has no files of messages; add `messages: FOLDER` to the scene")
      return nil
    }
    var key: Expression?
    var arguments: [(name: String, value: Expression)] = []
    for entry in entries {
      guard let value = messagePart(entry.value, "`\(entry.key)` of the message of \(name)", isKey: entry.key == "message") else {
        return nil
      }
      if entry.key == "message" { key = value } else { arguments.append((entry.key, value)) }
    }
    guard let key else { return nil }
    if case .literal(let literal) = key.tree {
      guard check(literal.shown, arguments, catalog, entries, name) else { return nil }
    } else {
      computesMessageKeys = true
    }
    let message = SceneMessage(catalog: catalog, key: key.tree, names: arguments.map(\.name))
    let language = Expression.Tree.path(root: SceneEnvironment.name, keys: ["locale"], at: 0)
    let tree = Expression.Tree.message(message, arguments.map(\.value.tree), language: language)
    let (line, column) = (Int(place.line), Int(place.column))
    guard let expression = Expression(tree: tree, text: "message \(key.text)", line: line, column: column) else {
      errors.add(at: place, "\(name): an argument of the message is nested too deeply")
      return nil
    }
    return BoundValue(expression: expression)
  }

  /// Reads the key or an argument: a constant, or `{bind: EXPRESSION}`.
  private mutating func messagePart(_ index: Int32, _ name: String, isKey: Bool) -> Expression? {
    let place = tree.place(index)
    switch tree[index].content {
    case .broken: return nil
    case .scalar(let text, let isPlain):
      var value = DataValue.text(text)
      if !isKey, isPlain, case .number(let number) = NumberText.read(text) { value = .number(number) }
      return Expression(literal: value, line: Int(place.line), column: Int(place.column))
    case .list, .map:
      guard let entries = bindingEntries(index), entries.count == 1, let entry = entries.first else {
        errors.add(at: place, "\(name) must be a text, a number or `{bind: EXPRESSION}`, got \(tree.describe(index))")
        return nil
      }
      return expression(entry.value, "`bind` of \(name)")
    }
  }

  /// Returns whether a message exists and gets its arguments; collects errors.
  private mutating func check(
    _ key: String, _ arguments: [(name: String, value: Expression)], _ catalog: MessageCatalog, _ entries: [YAMLTree.Entry], _ name: String
  ) -> Bool {
    let place = entries.first { $0.key == "message" }.map { tree.place($0.value) } ?? .none
    messageKeys.insert(key)
    guard let found = catalog.model(key, language: catalog.sourceLanguage) else {
      // The message may be in the unreadable part of the file, whose problem was reported.
      guard catalog.files[catalog.sourceLanguage]?.problems.isEmpty != false else { return false }
      let file = "\(catalog.sourceLanguage).mf2"
      errors.add(at: place, "\(name): \(file) has no message `\(key)`", suggestion: nearestName(to: key, among: catalog.keys))
      return false
    }
    let wanted = found.model.arguments
    let given = Set(arguments.map(\.name))
    if let missing = wanted.first(where: { !given.contains($0) }) {
      errors.add(at: place, "\(name): message `\(key)` needs the argument `\(missing)`")
      return false
    }
    for entry in entries where entry.key != "message" && !wanted.contains(entry.key) {
      errors.add(
        at: entry.keyPlace, "\(name): message `\(key)` has no argument `\(entry.key)`",
        suggestion: nearestName(to: entry.key, among: wanted))
      return false
    }
    return true
  }
}

extension AttributeKind {
  /// Whether values may be any text.
  var isText: Bool {
    switch self {
    case .text: true
    case .either(let kinds): kinds.contains { $0.isText }
    default: false
    }
  }
}

extension SceneReader {
  /// Reads `messages: FOLDER`.
  mutating func readMessages(_ index: Int32) {
    guard case .scalar(let text, _) = tree[index].content, !text.isEmpty else {
      if case .broken = tree[index].content { return }
      errors.add(at: tree.place(index), "`messages` of the scene must be a folder of message files, got \(tree.describe(index))")
      return
    }
    let folder = FileReading.resolve(text, in: values.directory)
    guard FileReading.isDirectory(folder) else {
      errors.add(at: tree.place(index), "`messages` of the scene: \(folder) is not a folder")
      return
    }
    let catalog = MessageCatalog(folder: folder)
    if catalog.files.isEmpty {
      errors.add(at: tree.place(index), "`messages` of the scene: \(folder) has no files of messages such as en.mf2")
    }
    for problem in catalog.problems { errors.add(at: tree.place(index), "`messages` of the scene: \(problem)") }
    values.catalog = catalog
    do throws(StandardWordError) {
      values.words = try StandardWords(named: catalog.texts(prefix: StandardWord.keyPrefix))
    } catch {
      let file = catalog.files[error.language]
      let line = file?.entries.first { $0.key == StandardWord.keyPrefix + error.name }?.line ?? 1
      errors.add(at: tree.place(index), "`messages` of the scene: \(file?.name ?? error.language):\(line): \(error)")
    }
  }
}
