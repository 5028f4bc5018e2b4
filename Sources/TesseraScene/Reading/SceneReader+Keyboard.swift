internal import Tessera

// The on-screen keyboard of the scene.

extension SceneReader {
  /// Kind of `keyboard`: a word, or layouts as the node type `keyboard` takes them.
  static func keyboardKind(_ registry: NodeRegistry) -> AttributeKind {
    let word = AttributeKind.choice(["auto", "none"])
    guard let languages = registry["keyboard"]?.kind(of: "languages") else { return word }
    return .either([word, languages])
  }

  /// Reads `keyboard`: layouts, empty for `auto`; nil for `none` and after an error.
  mutating func readKeyboard(_ entry: Int32) -> [String]? {
    guard let value = values.read(entry, as: Self.keyboardKind(registry), name: "`keyboard` of the scene") else { return nil }
    guard let list = value.list else { return value.text == "auto" ? [] : nil }
    do {
      try registry["keyboard"]?.makeNode().setAttribute("languages", to: value)
    } catch {
      errors.add(at: tree.place(entry), "`keyboard` of the scene: \((error as? AttributeError)?.reason ?? "\(error)")")
    }
    return list.compactMap(\.text)
  }
}
