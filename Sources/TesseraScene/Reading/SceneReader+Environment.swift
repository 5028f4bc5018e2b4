internal import Tessera

// Checks of actions that set the environment: `set: {env.theme.mode: "'dark'"}`.

extension SceneReader {
  /// Warns about a member of `env` that does not exist, and about a constant word that it cannot have. Other values are checked when they are set.
  mutating func checkEnvironment(_ target: Expression, _ value: Expression, at place: Place, _ valuePlace: Place) {
    guard let path = target.path, path.root == SceneEnvironment.name, let name = path.keys.first else { return }
    let names = SceneEnvironment.names(registry)
    guard names.contains(name) else {
      return errors.add(
        .warning, at: place, "unknown value `env.\(name)`; valid are \(names.sorted().joined(separator: ", "))",
        suggestion: nearestName(to: name, among: names))
    }
    var kinds = [SceneEnvironment.keys(registry).first { $0.name == name }?.kind].compactMap { $0 }
    if name == "scheme" { kinds = [.choice(["light", "dark"])] }
    if name == "direction" { kinds = [.choice(["ltr", "rtl"])] }
    var known = "env." + name
    for key in path.keys.dropFirst() {
      let maps = kinds.flatMap(\.maps)
      guard !maps.isEmpty else { return }
      let members = maps.flatMap(\.keys)
      guard members.contains(key) else {
        return errors.add(
          .warning, at: place, "`\(known)` has no member `\(key)`", suggestion: nearestName(to: key, among: members))
      }
      kinds = maps.compactMap { $0[key] }
      known += "." + key
    }
    let words = kinds.flatMap(\.words)
    guard !words.isEmpty else { return }
    for mistake in Self.mistakes(in: value.tree, words) {
      errors.add(
        .warning, at: valuePlace, "`\(known)` must be one of \(words.joined(separator: ", ")), got \(mistake.got)",
        suggestion: mistake.suggestion)
    }
  }

  /// Returns the constant words of an expression's results that are not valid, and valid words without quotation marks.
  private static func mistakes(in tree: Expression.Tree, _ words: [String]) -> [(got: String, suggestion: String?)] {
    switch tree {
    case .literal(.text(let word)): words.contains(word) ? [] : [("`\(word)`", nearestName(to: word, among: words))]
    case .path(let root, let keys, _) where keys.isEmpty && words.contains(root): [("the data `\(root)`", "'\(root)'")]
    case .choice(_, let one, let other): mistakes(in: one, words) + mistakes(in: other, words)
    default: []
    }
  }
}

extension AttributeKind {
  /// Members of the maps that the kind allows.
  fileprivate var maps: [[String: AttributeKind]] {
    switch self {
    case .map(let members): [members]
    case .either(let kinds): kinds.flatMap(\.maps)
    default: []
    }
  }

  /// Words that the kind allows; empty if it also allows other values.
  fileprivate var words: [String] {
    switch self {
    case .choice(let words): words
    case .either(let kinds): kinds.allSatisfy { !$0.words.isEmpty } ? kinds.flatMap(\.words) : []
    default: []
    }
  }
}
