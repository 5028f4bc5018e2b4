internal import Tessera
internal import TesseraLayout
internal import TesseraRender

// Tokens of the theme as values: `background: $ground`, `padding: $space2 $space4`, `fontSize: $body.size`.

extension AttributeKind {
  /// Whether a text that begins with `$` is a token, because no other value of the kind begins so.
  var takesTokens: Bool {
    switch self {
    case .color, .number, .integer, .map: true
    case .text, .boolean, .choice, .language, .path, .asset, .list, .named: false
    case .either(let kinds):
      kinds.contains(where: \.takesTokens)
        && !kinds.contains {
          switch $0 {
          case .text, .language, .path, .asset: true
          default: false
          }
        }
    }
  }
}

extension Theme {
  /// Returns a token as data; nil if the name is unknown. An elevation is a shadow.
  func data(named name: String) -> DataValue? {
    switch value(named: name) {
    case .color(let color): .text(color.hex)
    case .number(let number): .number(number)
    case .type(let type): .map(["size": .number(type.size), "line": .number(type.line), "weight": .number(type.weight)])
    case .elevation(let level):
      .map(["color": data(named: "shadow") ?? .null, "y": .number(level.y), "radius": .number(level.radius)])
    case nil: nil
    }
  }
}

extension ValueTemplate {
  /// Whether `theme` of an environment uses tokens, which are tokens of that theme itself.
  var themeReadsTokens: Bool {
    guard case .map(let pairs) = value else { return false }
    return holes.contains { hole in
      guard let first = hole.path.first, pairs.indices.contains(first) else { return false }
      return pairs[first].key == "theme" && !hole.bound.expression.tokens.isEmpty
    }
  }
}

/// Names available when an expression of tokens is checked.
private struct StandardTokens: DataNames {
  func value(of root: String) -> DataValue? {
    Expression.isToken(root) ? Theme.lagoon.data(named: String(root.dropFirst())) : nil
  }
}

extension ValueReader {
  /// Returns the text of a scalar that is a token for `kind`; nil otherwise.
  func tokenText(_ index: Int32, _ kind: AttributeKind) -> String? {
    guard case .scalar(let text, _) = tree[index].content, Expression.isToken(text), kind.takesTokens else { return nil }
    return text
  }

  /// Reads a token in place of a value; nil with an error collected.
  mutating func readToken(_ text: String, _ index: Int32, _ kind: AttributeKind, _ name: String) -> AttributeValue? {
    let place = tree.place(index)
    guard allowsBindings else {
      errors.add(at: place, "\(name) cannot be the token `\(text)`; values of attributes and style keys of nodes can")
      return nil
    }
    guard let expression = expression(index, name, takesTokens: true) else { return nil }
    guard case .path = expression.tree, let token = expression.tokens.first else {
      errors.add(at: place, "\(name) must be one token, got `\(text)`; write `{bind: \(text)}` for an expression")
      return nil
    }
    var evaluation = ExpressionEvaluation(StandardTokens())
    let value = evaluation.value(expression)
    var fits = true
    guard DataConversion.value(value, as: kind, directory: "", note: { _ in fits = false }) != nil, fits else {
      let described: String
      switch value {
      case .map(let members):
        let names = members.keys.sorted().map { "`$\(token.root).\($0)`" }
        described = "`\(text)`, which has the values \(names.joined(separator: ", "))"
      case .null: described = "`\(text)`, which `$\(token.root)` does not have"
      default: described = "`\(text)`, which is \(value.shown)"
      }
      errors.add(at: place, "\(name) must be \(kind.description), got \(described)")
      return nil
    }
    holes.append(ValueTemplate.Hole(path: path, kind: kind, bound: BoundValue(expression: expression)))
    return ValueTemplate.standIn(for: kind)
  }

  /// Returns whether the theme has all tokens of an expression; false with an error collected.
  mutating func hasTokens(of expression: Expression, _ name: String, at place: Place, takesTokens: Bool) -> Bool {
    guard let first = expression.tokens.first else { return true }
    guard takesTokens else {
      errors.add(at: place, "\(name) cannot read the token `$\(first.root)`; values of attributes and style keys of nodes can")
      return false
    }
    for token in expression.tokens where Theme.lagoon.value(named: token.root) == nil {
      let near = nearestName(to: token.root, among: Theme.tokenNames)
      let hint =
        near == nil ? "; there are $ground, $surface, $ink, $accent, $space4, $radius3, $body.size and others (docs/themes.md)" : ""
      errors.add(at: place, "\(name): the theme has no token `$\(token.root)`\(hint)", suggestion: near.map { "$" + $0 })
      return false
    }
    return true
  }
}

/// Tokens in values of style keys, which are words.
enum StyleTokens {
  /// Returns whether a word of the text is a token.
  static func has(_ text: String) -> Bool { words(text).contains { Expression.isToken(String($0.text)) } }

  /// Returns the words, each with its offset in the text.
  static func words(_ text: String) -> [(text: Substring, at: Int)] {
    text.split(separator: " ").map { ($0, text.distance(from: text.startIndex, to: $0.startIndex)) }
  }

  /// Returns the value of a style key; nil for unsuitable data.
  static func value(_ value: DataValue) -> StyleValue? {
    switch value {
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    case .null, .boolean, .list, .map: nil
    }
  }
}

extension SceneReader {
  /// Reads a style key whose value contains tokens, as one expression that joins the words. nil with an error collected.
  ///
  /// - Parameter column: Offset of the text from the column of its value.
  mutating func readStyleTokens(_ entry: YAMLTree.Entry, _ text: String, column: Int, _ name: String) -> SettingGroup.Style? {
    let place = tree.place(entry.value)
    let called = "style `\(entry.key)` of \(name)"
    guard values.allowsBindings else {
      errors.add(at: place, "\(called) cannot be the token `\(text)`; values of attributes and style keys of the nodes of a scene can")
      return nil
    }
    var parts: [Expression.Tree] = []
    for word in StyleTokens.words(text) {
      guard Expression.isToken(String(word.text)) else {
        parts.append(.literal(.text(String(word.text))))
        continue
      }
      let at = Place(line: place.line, column: UInt32(Int(place.column) + column + word.at))
      do throws(ExpressionError) {
        let expression = try Expression(String(word.text), line: Int(at.line), column: Int(at.column))
        guard values.hasTokens(of: expression, called, at: at, takesTokens: true) else { return nil }
        parts.append(expression.tree)
      } catch {
        errors.add(at: Place(line: at.line, column: at.column + UInt32(error.offset)), "\(called): \(error.message)")
        return nil
      }
    }
    let whole = parts.count == 1 ? parts[0] : .call(.join, [.list(parts), .literal(.text(" "))], at: 0)
    guard let expression = Expression(tree: whole, text: text, line: Int(place.line), column: Int(place.column)) else { return nil }
    var evaluation = ExpressionEvaluation(StandardTokens())
    let value = StyleTokens.value(evaluation.value(expression))
    var scratch = LayoutStyle()
    do throws(LayoutStyleError) {
      try scratch.set(key: entry.key, value: value ?? .text(text))
    } catch {
      errors.add(at: place, "\(called) must be \(error.expected), got `\(text)`")
      return nil
    }
    return SettingGroup.Style(key: entry.key, value: .text(""), bound: BoundValue(expression: expression), place: place)
  }
}
