internal import Tessera
internal import TesseraLayout
internal import TesseraRender

/// Style keys and attributes of one source: a shared style, the defaults of a type, or a node itself.
struct SettingGroup {
  struct Style {
    var key: String
    var value: StyleValue
    /// Bound value; nil means the constant `value`.
    var bound: BoundValue?
    var place: Place
  }

  /// Settings that apply while a condition holds.
  struct Variant {
    var condition: Expression
    var styles: [Style]
    var attributes: [YAMLTree.Entry]
  }

  var styles: [Style] = []
  var attributes: [YAMLTree.Entry] = []
  /// Variants in order; later ones override earlier ones.
  var variants: [Variant] = []
}

extension SceneReader {
  /// Reads `defaults: {type: {…}}`: initial settings of all nodes of a type.
  mutating func readDefaults(_ index: Int32) {
    guard let entries = map(index, "`defaults` of the scene") else { return }
    for entry in entries where !errors.isFull {
      guard let type = registry[entry.key] else {
        errors.add(
          at: entry.keyPlace, "`defaults` has the unknown node type `\(entry.key)` (`tessera nodes` lists all)",
          suggestion: registry.typeName(meantBy: entry.key))
        continue
      }
      let name = "`defaults` of `\(entry.key)`"
      defaults[entry.key] = readGroup(entry.value, name) {
        type.kind(of: $0) != nil
      } candidates: {
        type.attributeNames
      }
    }
  }

  /// Reads `styles: {name: {…}}`: settings that nodes share by name.
  mutating func readStyles(_ index: Int32) {
    guard let entries = map(index, "`styles` of the scene") else { return }
    // A shared style is independent of node types: the name of a style key is that key, even if one type has an attribute with it.
    let common = Set(AnyNode.commonAttributeDescriptions.map(\.name))
    let types = registry.names.compactMap { registry[$0] }
    for entry in entries where !errors.isFull {
      sharedStyles[entry.key] = readGroup(entry.value, "style `\(entry.key)`") { key in
        common.contains(key) || LayoutStyle.key(named: key) == nil && types.contains { $0.kind(of: key) != nil }
      } candidates: {
        Array(Set(types.flatMap(\.attributeNames)))
      }
    }
  }

  /// Reads the whole text as settings of one node of `type`; nil if it is not a map, or if the type is unknown.
  mutating func readSettings(_ type: String) -> (attributes: [SceneNode.Attribute], styles: [(key: String, value: StyleValue)])? {
    guard tree.root >= 0, let description = registry[type] else {
      errors.add(at: Place(line: 1, column: 1), tree.root < 0 ? "the settings are empty" : "unknown node type `\(type)`")
      return nil
    }
    if let error = registry.attributeError(of: type) {
      errors.add(at: Place(line: 1, column: 1), "\(error)")
      return nil
    }
    let group = readGroup(tree.root, "`\(type)`") {
      description.kind(of: $0) != nil
    } candidates: {
      description.attributeNames
    }
    if let variant = group.variants.first {
      errors.add(
        at: Place(line: UInt32(variant.condition.line), column: UInt32(variant.condition.column)),
        "`variants` can only be used in a scene, not in settings of an existing node")
    }
    let read = readAttributes(description, nil, [], group, check: description.makeNode()).fixed
    return (read, group.styles.map { ($0.key, $0.value) })
  }

  /// Reads a map of attributes and style keys: a key that is not an attribute is a style key. `style:` contains style keys only.
  mutating func readGroup(
    _ index: Int32, _ name: String, isAttribute: (String) -> Bool, candidates: () -> [String]
  ) -> SettingGroup {
    var group = SettingGroup()
    let entries = map(index, name) ?? []
    reportSpelledTwice(entries, name)
    for entry in entries where !errors.isFull {
      if entry.key == "style" {
        group.styles += readStyle(entry.value, name, isAttribute: isAttribute)
      } else if entry.key == "variants" {
        group.variants += readVariants(entry.value, name, isAttribute: isAttribute, candidates: candidates)
      } else if isAttribute(entry.key) {
        group.attributes.append(entry)
      } else if LayoutStyle.key(named: entry.key) != nil {
        if let style = readStyleEntry(entry, name) { group.styles.append(style) }
      } else {
        errors.add(
          at: entry.keyPlace, "`\(entry.key)` of \(name) is neither an attribute nor a style key",
          suggestion: nearestName(to: entry.key, among: (candidates() + Self.styleKeys).sorted()))
      }
    }
    return group
  }

  /// Reads a map of style keys. `name` is the owner's name in messages; `isAttribute` tells names that belong outside the map.
  mutating func readStyle(_ index: Int32, _ name: String, isAttribute: (String) -> Bool = { _ in false }) -> [SettingGroup.Style] {
    var result: [SettingGroup.Style] = []
    let entries = map(index, "`style` of \(name)") ?? []
    reportSpelledTwice(entries, name)
    for entry in entries where !errors.isFull {
      guard LayoutStyle.key(named: entry.key) != nil else {
        guard !isAttribute(entry.key) else {
          errors.add(at: entry.keyPlace, "unknown style key `\(entry.key)` of \(name): it is an attribute, write it outside `style`")
          continue
        }
        errors.add(
          at: entry.keyPlace, "unknown style key `\(entry.key)` of \(name)\(Self.colonHint(entry.key))",
          suggestion: FamiliarNames.styleKey(meantBy: entry.key, among: Self.styleKeys))
        continue
      }
      if let style = readStyleEntry(entry, name) { result.append(style) }
    }
    return result
  }

  /// Reports style keys that a map has twice, in camel and in kebab case: one of them would have no effect.
  private mutating func reportSpelledTwice(_ entries: [YAMLTree.Entry], _ name: String) {
    guard entries.contains(where: { $0.key.utf8.contains(UInt8(ascii: "-")) }) else { return }
    var first: [String: YAMLTree.Entry] = [:]
    for entry in entries where !entry.isMerged {
      guard let key = LayoutStyle.key(named: entry.key)?.name, let former = first.updateValue(entry, forKey: key) else { continue }
      errors.add(
        at: entry.keyPlace,
        "`\(entry.key)` of \(name) is given twice; it is `\(former.key)` in line \(former.keyPlace.line) too, and only one can hold")
    }
  }

  static let styleKeys = LayoutStyle.keys.map(\.name)
  /// Values of `flexDirection` that are written for `direction` by mistake, as messages describe them.
  private static let flows: Set = ["`row`", "`column`", "`row-reverse`", "`column-reverse`"]

  mutating func readStyleEntry(_ entry: YAMLTree.Entry, _ name: String) -> SettingGroup.Style? {
    let place = tree.place(entry.value)
    let value: StyleValue
    switch tree[entry.value].content {
    case .broken: return nil
    case .scalar(let text, let isPlain):
      guard isPlain, case .number(let number) = NumberText.read(text) else {
        if StyleTokens.has(text) { return readStyleTokens(entry, text, column: isPlain ? 0 : 1, name) }
        value = .text(text)
        break
      }
      value = .number(number)
    case .list(let items):
      // `padding: [4, 8]` means `padding: 4 8`.
      let words = items.compactMap { item in
        if case .scalar(let text, _) = tree[item].content { text } else { nil }
      }
      guard words.count == items.count, LayoutStyle.key(named: entry.key)?.forms.contains(.list) == true else { fallthrough }
      let text = words.joined(separator: " ")
      if StyleTokens.has(text) { return readStyleTokens(entry, text, column: 0, name) }
      value = .text(text)
    case .map:
      if let entries = values.bindingEntries(entry.value) {
        guard let bound = values.bound(entries, entry.value, "style `\(entry.key)` of \(name)") else { return nil }
        return SettingGroup.Style(key: entry.key, value: .text(""), bound: bound, place: place)
      }
      let expected = LayoutStyle.key(named: entry.key)?.expectation ?? "a value"
      errors.add(at: place, "style `\(entry.key)` of \(name) must be \(expected), got \(tree.describe(entry.value))")
      return nil
    }
    var scratch = LayoutStyle()
    do throws(LayoutStyleError) {
      try scratch.set(key: entry.key, value: value)
    } catch {
      errors.add(
        at: place, "style `\(entry.key)` of \(name) must be \(error.expected), got \(tree.describe(entry.value))",
        suggestion: entry.key == "direction" && Self.flows.contains(tree.describe(entry.value)) ? "flexDirection" : error.nearestWord)
      return nil
    }
    return SettingGroup.Style(key: entry.key, value: value, place: place)
  }

  /// Returns the entries of a map, or nil with an error collected.
  mutating func map(_ index: Int32, _ name: String) -> [YAMLTree.Entry]? {
    switch tree[index].content {
    case .map(let entries): return entries
    case .broken: return nil
    case .list where name == Self.rootName:
      errors.add(
        at: tree.place(index), "\(name) must be a node (a map), got a list; put the nodes under `children` of a `box`")
      return nil
    case .scalar(let text, let isPlain):
      errors.add(
        at: tree.place(index), "\(name) must be a map, got \(tree.describe(index))\(isPlain ? Self.colonHint(text) : "")")
      return nil
    case .list:
      errors.add(at: tree.place(index), "\(name) must be a map, got \(tree.describe(index))")
      return nil
    }
  }

  /// Returns the correction of `key value` or `key:value` as the end of a message; empty for other text.
  private static func colonHint(_ text: String) -> String {
    let key = text.utf8.prefix { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
    let rest = text.utf8.dropFirst(key.count)
    guard !key.isEmpty, rest.count > 1, let next = rest.first, next == UInt8(ascii: " ") || next == UInt8(ascii: ":") else { return "" }
    let value = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
    guard !value.isEmpty, value.count <= 40, !value.contains(UInt8(ascii: "\n")) else { return "" }
    return "; a key needs `: ` after it: `\(Substring(key)): \(Substring(value))`"
  }
}
