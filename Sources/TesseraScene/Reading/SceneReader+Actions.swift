internal import Tessera

// Actions of signals: `on: {tap: [{set: {path: expression}}, …]}`.
extension SceneReader {
  mutating func readHandlers(_ index: Int32, _ name: String, _ type: NodeTypeDescriptor) -> [SceneNodeLive.Handler] {
    var result: [SceneNodeLive.Handler] = []
    let names = type.signals.map(\.name)
    actingType = type
    for entry in map(index, "`on` of \(name)") ?? [] where !errors.isFull {
      guard names.contains(entry.key) else {
        let near = FamiliarNames.signal(meantBy: entry.key, among: names)
        let right = near == nil ? "; it sends \(names.joined(separator: ", "))" : ""
        errors.add(at: entry.keyPlace, "unknown signal `\(entry.key)` of \(name)\(right)", suggestion: near)
        continue
      }
      result.append(SceneNodeLive.Handler(signal: entry.key, actions: readActions(entry.value, "`\(entry.key)` of \(name)")))
    }
    return result
  }

  mutating func readActions(_ index: Int32, _ name: String) -> [SceneAction] {
    let items: [Int32]
    switch tree[index].content {
    case .list(let list): items = list
    default: items = [index]
    }
    var result: [SceneAction] = []
    for item in items where !errors.isFull { result += readAction(item, name) }
    return result
  }

  private static let verbs = [
    "set", "toggle", "push", "pop", "present", "dismiss", "send", "animate", "focus", "play", "silence", "talk", "sleep",
  ]

  /// Actions without arguments, which can be written as a word.
  private static let words: [String: SceneAction.What] = ["pop": .pop, "dismiss": .dismiss, "sleep": .sleep]

  private mutating func readAction(_ index: Int32, _ name: String) -> [SceneAction] {
    if case .scalar(let word, _) = tree[index].content, let what = Self.words[word] { return [SceneAction(condition: nil, what: what)] }
    guard case .map(let entries) = tree[index].content else {
      if case .broken = tree[index].content { return [] }
      let word: String? = if case .scalar(let word, _) = tree[index].content { word } else { nil }
      errors.add(
        at: tree.place(index),
        "an action on \(name) must be `pop`, `dismiss`, `sleep`, or a map with one of \(Self.verbs.joined(separator: ", ")); got \(tree.describe(index))",
        suggestion: word.flatMap { nearestName(to: $0, among: ["pop", "dismiss", "sleep"]) })
      return []
    }
    var condition: Expression?
    var whats: [SceneAction.What] = []
    for entry in entries {
      switch entry.key {
      case "when": condition = readCondition(entry.value, "`when` of an action on \(name)")
      case "set":
        for pair in map(entry.value, "`set` on \(name)") ?? [] {
          if let target = readTarget(pair.key, pair.keyPlace, name), let value = readResult(pair.value, name) {
            checkEnvironment(target, value, at: pair.keyPlace, tree.place(pair.value))
            whats.append(.set(target, to: value))
          }
        }
      case "toggle":
        guard case .scalar(let text, _) = tree[entry.value].content else {
          errors.add(at: tree.place(entry.value), "`toggle` on \(name) must be the path of a value, got \(tree.describe(entry.value))")
          continue
        }
        if let target = readTarget(text, tree.place(entry.value), name) { whats.append(.toggle(target)) }
      case "push": if let what = readPush(entry.value, name) { whats.append(what) }
      case "pop": whats.append(.pop)
      case "present": if let what = readPresent(entry.value, name) { whats.append(what) }
      case "dismiss": whats.append(.dismiss)
      case "sleep": whats.append(.sleep)
      case "send": if let what = readSend(entry.value, name) { whats.append(what) }
      case "focus": if let what = readFocus(entry.value, name) { whats.append(what) }
      case "play": if let what = readPlay(entry.value, name) { whats.append(what) }
      case "silence": if let what = readSilence(entry.value, name) { whats.append(what) }
      case "talk": if let what = readTalk(entry.value, name) { whats.append(what) }
      case "animate": if let animation = readAnimation(entry.value, name) { whats.append(.animate(animation)) }
      default:
        errors.add(
          at: entry.keyPlace, "unknown action `\(entry.key)`; valid are \(Self.verbs.joined(separator: ", "))",
          suggestion: nearestName(to: entry.key, among: Self.verbs))
      }
    }
    return whats.map { SceneAction(condition: condition, what: $0) }
  }

  /// Reads the target of `set`: a name with members and elements.
  mutating func readTarget(_ text: String, _ place: Place, _ name: String) -> Expression? {
    do throws(ExpressionError) {
      let expression = try Expression(text, line: Int(place.line), column: Int(place.column))
      var tree = expression.tree
      while case .member(let inner, _, _) = tree { tree = inner }
      if case .path(let root, _, _) = tree {
        guard ["value", "index"].contains(root) == false || expression.path.map({ !$0.keys.isEmpty }) ?? true else {
          throw ExpressionError("`\(root)` is not a value of the data and cannot be set", at: 0)
        }
        return expression
      }
      throw ExpressionError("`\(text)` cannot be set; it must be a path such as `room.target`", at: 0)
    } catch {
      let at = Place(line: place.line, column: place.column + UInt32(error.offset))
      errors.add(at: at, "\(name): \(error.message)", suggestion: error.suggestion)
      return nil
    }
  }

  /// Reads an expression, or a constant list or map.
  mutating func readResult(_ index: Int32, _ name: String) -> Expression? {
    if case .scalar = tree[index].content { return values.expression(index, name) }
    var reader = DataReader(tree: tree, errors: errors)
    let value = reader.read(index)
    errors = reader.errors
    let place = tree.place(index)
    return value.map { Expression(literal: $0, line: Int(place.line), column: Int(place.column)) }
  }

  /// Reads `push: settings`, or `push: {screen: detail, value: item}`.
  private mutating func readPush(_ index: Int32, _ name: String) -> SceneAction.What? {
    var screen: (name: String, place: Place)?
    var value: Expression?
    switch tree[index].content {
    case .scalar(let text, _): screen = (text, tree.place(index))
    default:
      for entry in map(index, "`push` on \(name)") ?? [] {
        switch entry.key {
        case "screen":
          if let text = values.read(entry.value, as: .text, name: "`screen` of `push`")?.text { screen = (text, tree.place(entry.value)) }
        case "value": value = readResult(entry.value, name)
        default: errors.add(at: entry.keyPlace, "unknown key `\(entry.key)` of `push`; valid are screen and value")
        }
      }
    }
    guard let screen else { return nil }
    guard screenNames.contains(screen.name) else {
      let right = screenNames.isEmpty ? "add it to `screens` of the scene" : "valid are \(screenNames.joined(separator: ", "))"
      errors.add(
        at: screen.place, "unknown screen `\(screen.name)`; \(right)",
        suggestion: nearestName(to: screen.name, among: screenNames))
      return nil
    }
    return .push(screen.name, value: value)
  }

  /// Reads `send: save`, or `send: {name: save, payload: …}`.
  private mutating func readSend(_ index: Int32, _ name: String) -> SceneAction.What? {
    let place = tree.place(index)
    if case .scalar(let text, _) = tree[index].content {
      guard !text.isEmpty else {
        errors.add(at: place, "`send` on \(name) needs the name of an event")
        return nil
      }
      return .send(Expression(literal: .text(text), line: Int(place.line), column: Int(place.column)), payload: .none)
    }
    var event: Expression?
    var payload = SceneAction.Payload.none
    for entry in map(index, "`send` on \(name)") ?? [] {
      switch entry.key {
      case "name":
        event = values.read(entry.value, as: .text, name: "`name` of `send`")?.text.map { Expression(literal: .text($0)) }
      case "payload": payload = readPayload(entry.value, name)
      default: errors.add(at: entry.keyPlace, "unknown key `\(entry.key)` of `send`; valid are name and payload")
      }
    }
    guard let event else {
      errors.add(at: place, "`send` on \(name) needs `name`, the name of the event")
      return nil
    }
    return .send(event, payload: payload)
  }

  private mutating func readPayload(_ index: Int32, _ name: String) -> SceneAction.Payload {
    switch tree[index].content {
    case .broken: return .none
    case .scalar: return values.expression(index, "`payload` on \(name)").map { .expression($0) } ?? .none
    case .list(let items): return .list(items.map { readPayload($0, name) })
    case .map(let entries):
      return .map(Dictionary(entries.map { ($0.key, readPayload($0.value, name)) }, uniquingKeysWith: { first, _ in first }))
    }
  }
}
