internal import Tessera
internal import TesseraMessages
internal import TesseraRender

/// Reads a value as the kind that its attribute declares: `no` is text for a text attribute and false for a boolean one.
struct ValueReader {
  let tree: YAMLTree
  /// Base of relative paths.
  let directory: String
  var errors: ErrorCollector
  /// Whether values may be bound to data.
  var allowsBindings = false
  /// Bindings found since this was last emptied.
  var holes: [ValueTemplate.Hole] = []
  /// Path of the value that is being read.
  private(set) var path: [Int] = []

  /// Whether an expression so far reads the time.
  var readsTime = false
  /// Messages of the scene; nil if it has none.
  var catalog: MessageCatalog?
  /// Words of standard nodes in those messages.
  var words = StandardWords()
  /// Keys of messages that the scene names.
  var messageKeys: Set<String> = []
  /// Whether the scene computes a key of a message.
  var computesMessageKeys = false

  init(tree: YAMLTree, directory: String, errors: ErrorCollector) { (self.tree, self.directory, self.errors) = (tree, directory, errors) }

  /// Returns the value, or nil with an error collected. `name` is used in messages: "attribute `opacity` of `box`".
  mutating func read(_ index: Int32, as kind: AttributeKind, name: String) -> AttributeValue? {
    let value = tree[index]
    if let entries = bindingEntries(index) {
      guard let bound = bound(entries, index, name) else { return nil }
      holes.append(ValueTemplate.Hole(path: path, kind: kind, bound: bound))
      return ValueTemplate.standIn(for: kind)
    }
    if kind.isText, let entries = messageEntries(index) {
      guard let bound = message(entries, index, name) else { return nil }
      holes.append(ValueTemplate.Hole(path: path, kind: .text, bound: bound))
      return ValueTemplate.standIn(for: .text)
    }
    if let token = tokenText(index, kind) { return readToken(token, index, kind, name) }
    switch (kind, value.content) {
    case (_, .broken): return nil
    case (.either(let kinds), _): return either(kinds, index, name)
    case (.list(let kind), .list(let items)): return list(items, of: kind, name)
    case (.map(let kinds), .map(let entries)): return map(entries, of: kinds, name)
    case (.named(let kind), .map(let entries)):
      return map(entries, of: Dictionary(entries.map { ($0.key, kind) }, uniquingKeysWith: { kind, _ in kind }), name)
    case (.list, _), (.map, _), (.named, _), (_, .list), (_, .map): return wrong(index, kind, name)
    case (_, .scalar(let text, let isPlain)): return scalar(text, isPlain: isPlain, index, kind, name)
    }
  }

  // MARK: scalars

  private mutating func scalar(_ text: String, isPlain: Bool, _ index: Int32, _ kind: AttributeKind, _ name: String) -> AttributeValue? {
    switch kind {
    case .text:
      warnOfComment(index, name)
      return .text(text)
    case .number(let range): return number(text, isPlain, index, kind, name) { range.contains($0) }
    case .integer(let range):
      return number(text, isPlain, index, kind, name) { value in Int(exactly: value).map { range.contains($0) } ?? false }
    case .boolean:
      if isPlain, let flag = Self.booleans[text.lowercased()] { return .boolean(flag) }
    case .color:
      if let color = Color(text) { return .color(color) }
    case .language:
      if AttributeKind.isLanguageTag(text) { return .text(text) }
    case .path:
      guard text.utf8.count <= SceneLimits.pathBytes else {
        errors.add(
          .limit, at: tree.place(index), "\(name) has \(text.utf8.count) bytes of path data; at most \(SceneLimits.pathBytes) are allowed")
        return nil
      }
      if Path(svg: text) != nil { return .text(text) }
    case .choice(let words):
      if words.contains(text) { return .text(text) }
      return wrong(index, kind, name, suggestion: FamiliarNames.word(meantBy: text, among: words))
    case .asset:
      guard !text.isEmpty else { return wrong(index, kind, name) }
      return .text(asset(text, at: tree.place(index), name))
    case .list, .map, .named, .either: break
    }
    return wrong(index, kind, name)
  }

  private static let booleans: [String: Bool] = ["true": true, "yes": true, "on": true, "false": false, "no": false, "off": false]

  private mutating func number(
    _ text: String, _ isPlain: Bool, _ index: Int32, _ kind: AttributeKind, _ name: String, isAllowed: (Double) -> Bool
  ) -> AttributeValue? {
    let reading = NumberText.read(text)
    if case .number(let value) = reading, isPlain, isAllowed(value) { return .number(value) }
    var hint = ""
    if case .number(let value) = reading, !isPlain, isAllowed(value) { hint = "; remove the quotes" }
    if reading == .notFinite { hint = ", which is not finite" }
    if let bare = Self.withoutUnit(text, isAllowed), isAllowed(bare) { hint = "; write \(NumberText.write(bare)), without a unit" }
    return wrong(index, kind, name, hint: hint)
  }

  /// Returns the number that a text such as `12px`, `90deg`, `500ms` or `50%` means; nil for other texts. A percentage is a share of 1 if
  /// the number itself is not allowed.
  private static func withoutUnit(_ text: String, _ isAllowed: (Double) -> Bool) -> Double? {
    let digits = text.utf8.prefix { ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    guard !digits.isEmpty, case .number(let number) = NumberText.read(String(text.prefix(digits.count))) else { return nil }
    switch text.dropFirst(digits.count) {
    case "px", "dp", "pt", "sp", "dip", "vp", "deg", "°", "s": return number
    case "ms": return number / 1000
    case "%": return isAllowed(number) ? number : number / 100
    default: return nil
    }
  }

  /// Returns the resolved path. A missing file is a warning only: it may exist when the node loads it.
  mutating func asset(_ text: String, at place: Place, _ name: String) -> String {
    let location = AssetLocation(text, in: directory)
    switch location {
    case .url(let text), .live(let text): return text
    case .file(let path):
      if !FileReading.exists(path) { errors.add(.warning, at: place, "\(name): cannot open \(path): no such file", missing: path) }
      return path
    case .unsupported:
      errors.add(.warning, at: place, "\(name): \(location.problem ?? "")", missing: text)
      return text
    }
  }

  // MARK: collections

  private mutating func list(_ items: [Int32], of kind: AttributeKind, _ name: String) -> AttributeValue? {
    var result: [AttributeValue] = []
    var isGood = true
    defer { path.removeLast() }
    path.append(0)
    for (i, item) in items.enumerated() where !errors.isFull {
      path[path.count - 1] = i
      if let value = read(item, as: kind, name: "element \(i + 1) of \(name)") { result.append(value) } else { isGood = false }
    }
    return isGood ? .list(result) : nil
  }

  private mutating func map(_ entries: [YAMLTree.Entry], of kinds: [String: AttributeKind], _ name: String) -> AttributeValue? {
    var result: [(key: String, value: AttributeValue)] = []
    var isGood = true
    defer { path.removeLast() }
    path.append(0)
    for entry in entries where !errors.isFull {
      path[path.count - 1] = result.count
      guard let kind = kinds[entry.key] else {
        let unknown = UnknownMember(entry.key, of: name, among: kinds.keys.sorted())
        errors.add(at: entry.keyPlace, unknown.message, suggestion: unknown.suggestion)
        isGood = false
        continue
      }
      if let value = read(entry.value, as: kind, name: "`\(entry.key)` of \(name)") {
        result.append((entry.key, value))
      } else {
        isGood = false
      }
    }
    return isGood ? .map(result) : nil
  }

  /// Reads the value as the first kind that fits. If none fits and only one has the value's shape, its errors are reported: they are more
  /// useful than a list of kinds.
  private mutating func either(_ kinds: [AttributeKind], _ index: Int32, _ name: String) -> AttributeValue? {
    for kind in kinds {
      var trial = ValueReader(tree: tree, directory: directory, errors: ErrorCollector(file: errors.file))
      (trial.allowsBindings, trial.path, trial.catalog) = (allowsBindings, path, catalog)
      guard let value = trial.read(index, as: kind, name: name) else { continue }
      holes += trial.holes
      messageKeys.formUnion(trial.messageKeys)
      computesMessageKeys = computesMessageKeys || trial.computesMessageKeys
      for warning in trial.errors.warnings {
        errors.add(.warning, at: Place(line: UInt32(warning.line), column: UInt32(warning.column)), warning.message)
      }
      return value
    }
    let shaped = kinds.filter { hasShape(of: index, $0) }
    if shaped.count == 1 { return read(index, as: shaped[0], name: name) }
    return wrong(index, .either(kinds), name)
  }

  private func hasShape(of index: Int32, _ kind: AttributeKind) -> Bool {
    switch (kind, tree[index].content) {
    case (.either(let kinds), _): kinds.contains { hasShape(of: index, $0) }
    case (.list, .list), (.map, .map), (.named, .map): true
    case (.list, _), (.map, _), (.named, _), (_, .list), (_, .map): false
    default: false
    }
  }

  /// Warns about a value that is empty because a comment follows: probably the comment was meant as the value.
  mutating func warnOfComment(_ index: Int32, _ name: String) {
    guard let comment = tree.commentInPlace(of: index) else { return }
    errors.add(.warning, at: tree.place(index), "\(name) is empty: `\(comment)` begins a comment; write '\(comment)' in quotes")
  }

  private mutating func wrong(
    _ index: Int32, _ kind: AttributeKind, _ name: String, hint: String = "", suggestion: String? = nil
  ) -> AttributeValue? {
    let found = tree.describe(index)
    // A comment that ends the value is named there.
    let hint = hint.isEmpty && tree.comments[index] == nil ? self.hint(index, kind) : hint
    errors.add(
      at: tree.place(index), "\(name) must be \(kind.description), got \(found)\(hint)",
      suggestion: suggestion ?? color(meantBy: index, kind) ?? word(meantBy: index, kind))
    return nil
  }

  /// Returns the end of a message about a value that braces cut at a comma. Also one about a number outside of a range that the description of
  /// the kind omits. Empty for others.
  private func hint(_ index: Int32, _ kind: AttributeKind) -> String {
    guard case .scalar(let text, isPlain: true) = tree[index].content else { return "" }
    if text.utf8.contains(UInt8(ascii: "(")), !text.utf8.contains(UInt8(ascii: ")")) {
      return "; a comma ends a value in braces and brackets: write the whole value in quotes"
    }
    guard case .number(let number) = NumberText.read(text), let range = kind.numbers, !range.contains(number) else { return "" }
    return "; the number must be from \(Self.short(range.lowerBound)) to \(Self.short(range.upperBound))"
  }

  /// Returns the text of a number, `1e15` for a large power of ten.
  private static func short(_ number: Double) -> String {
    var (digits, zeros) = (abs(number), 0)
    while digits >= 10, digits.truncatingRemainder(dividingBy: 10) == 0 { (digits, zeros) = (digits / 10, zeros + 1) }
    return zeros > 6 && digits < 10 ? "\(number < 0 ? "-" : "")\(Int(digits))e\(zeros)" : NumberText.write(number)
  }

  /// Returns the nearest word of the kind.
  private func word(meantBy index: Int32, _ kind: AttributeKind) -> String? {
    guard case .scalar(let text, _) = tree[index].content else { return nil }
    return FamiliarNames.word(meantBy: text, among: kind.words)
  }

  /// Returns `'#336699'` for `336699`, and the nearest name for a misspelled one, if the kind accepts colors.
  private func color(meantBy index: Int32, _ kind: AttributeKind) -> String? {
    guard case .scalar(let text, isPlain: true) = tree[index].content, !text.isEmpty else { return nil }
    func takesColors(_ kind: AttributeKind) -> Bool {
      switch kind {
      case .color: true
      case .either(let kinds): kinds.contains(where: takesColors)
      default: false
      }
    }
    guard takesColors(kind) else { return nil }
    return Color("#" + text) != nil ? "'#\(text)'" : nearestName(to: text, among: Color.cssNames)
  }
}
