internal import Tessera

// Bindings to data, in place of a value: `{bind: EXPRESSION, format: FORMAT}`.
extension ValueReader {
  /// Returns the entries of a map with a binding; nil for other values.
  func bindingEntries(_ index: Int32) -> [YAMLTree.Entry]? {
    guard case .map(let entries) = tree[index].content, entries.contains(where: { $0.key == "bind" }) else { return nil }
    return entries
  }

  /// Reads the binding of a map; nil with an error collected.
  mutating func bound(_ entries: [YAMLTree.Entry], _ index: Int32, _ name: String) -> BoundValue? {
    guard allowsBindings else {
      errors.add(at: tree.place(index), "\(name) cannot be bound to data; attributes and style keys of the nodes of a scene can")
      return nil
    }
    var expression: Expression?
    var format: ValueFormat?
    var isGood = true
    for entry in entries {
      switch entry.key {
      case "bind": expression = self.expression(entry.value, "`bind` of \(name)", takesTokens: true)
      case "format":
        guard case .scalar(let text, _) = tree[entry.value].content else {
          errors.add(at: tree.place(entry.value), "`format` of \(name) must be text such as '%.1f', got \(tree.describe(entry.value))")
          isGood = false
          continue
        }
        do throws(ExpressionError) {
          let read = try ValueFormat(text)
          if read.count > 1 { throw ExpressionError("the format '\(text)' has \(read.count) places for one value", at: 0) }
          format = read
        } catch {
          errors.add(at: tree.place(entry.value), "`format` of \(name): \(error.message)")
          isGood = false
        }
      default:
        errors.add(
          at: entry.keyPlace, "unknown key `\(entry.key)` of a binding; valid are bind and format",
          suggestion: nearestName(to: entry.key, among: ["bind", "format"]))
        isGood = false
      }
    }
    guard let expression, isGood else { return nil }
    return BoundValue(expression: expression, format: format)
  }

  /// Parses the expression of a scalar; nil with an error collected at the character in it.
  ///
  /// - Parameter takesTokens: Whether the expression may use tokens, because it is a value of a node with a theme.
  mutating func expression(_ index: Int32, _ name: String, takesTokens: Bool = false) -> Expression? {
    let place = tree.place(index)
    switch tree[index].content {
    case .broken: return nil
    case .list, .map: return refuse(index, name)
    case .scalar where tree.commentInPlace(of: index) != nil: return refuse(index, name)
    case .scalar(let text, let isPlain):
      // Quoted text begins after the quote.
      let column = Int(place.column) + (isPlain ? 0 : 1)
      do throws(ExpressionError) {
        let expression = try Expression(text, line: Int(place.line), column: column)
        if SceneTime.isRead(by: expression) { readsTime = true }
        return hasTokens(of: expression, name, at: place, takesTokens: takesTokens) ? expression : nil
      } catch {
        let at = Place(line: place.line, column: UInt32(column + error.offset))
        errors.add(at: at, "\(name): \(error.message)", suggestion: error.suggestion)
        return nil
      }
    }
  }

  private mutating func refuse(_ index: Int32, _ name: String) -> Expression? {
    errors.add(at: tree.place(index), "\(name) must be an expression such as `room.temperature > 20`, got \(tree.describe(index))")
    return nil
  }
}
