internal import Tessera
internal import TesseraLayout

/// Creates nodes of a scene that follow data, and holds their shared state. Holds no node. Any thread.
final class SceneInstance: Sendable {
  let scene: Scene
  let data: SceneData
  /// Number of nodes of the file, and of those created from data.
  private let nodeCount: Locked<Int>
  /// Signals by node type, read on first use.
  private let signalTable = Locked<[String: [NodeSignal]]>([:])
  /// Number of rows in all lists.
  private let rowCount = Locked(0)

  init(_ scene: Scene, _ data: SceneData) {
    (self.scene, self.data) = (scene, data)
    nodeCount = Locked(scene.nodes.count)
    data.uses.withLock { $0.add(scene) }
    data.work.renew()
  }

  /// Returns the signals of a type.
  func signals(of type: String) -> [NodeSignal] {
    if let known = signalTable.withLock({ $0[type] }) { return known }
    let signals = scene.registry[type]?.signals ?? []
    signalTable.withLock { $0[type] = signals }
    return signals
  }

  /// Reserves a node before it is created. Returns the number of nodes that it counts as: long texts make it more than one.
  ///
  /// - Throws: An error of kind ``SceneError/Kind/limit`` with that place if the scene has too many nodes; nothing is reserved then.
  func reserveNode(for node: SceneNode) throws(SceneErrors) -> Int {
    let weight = node.attributes.reduce(1) { $0 + $1.value.weight }
    if reserve(weight, insteadOf: 0) { return weight }
    throw SceneErrors([
      SceneError(
        kind: .limit, file: scene.name, line: node.line, column: node.column,
        message:
          "data make more than \(SceneLimits.liveNodes) nodes of the scene\(weight > 1 ? ", \(Self.textRule)" : ""); "
          + "this `\(node.type)` and later ones are left out"
      )
    ])
  }

  /// Rule by which texts count as nodes, for messages.
  static let textRule = "each \(SceneLimits.textBytesOfNode) bytes of a text counted as one"

  /// Reserves nodes, replacing `former` ones. Returns whether the limit allows it; if not, nothing changes.
  func reserve(_ count: Int, insteadOf former: Int) -> Bool {
    nodeCount.withLock { nodes in
      guard count <= former || nodes - former + count <= SceneLimits.liveNodes else { return false }
      nodes += count - former
      return true
    }
  }

  /// Reserves rows of a list, replacing `former` ones. Returns the number of rows allowed.
  func reserveRows(_ count: Int, insteadOf former: Int) -> Int {
    rowCount.withLock { rows in
      let granted = max(0, min(count, SceneLimits.liveRows - (rows - former)))
      rows += granted - former
      return granted
    }
  }

  /// Releases the reservation of removed nodes.
  func releaseNodes(_ count: Int) { nodeCount.withLock { $0 -= count } }

  /// Reports a problem with data, at an expression.
  func report(_ message: String, at expression: Expression, offset: Int = 0) {
    report(message, at: Place(line: UInt32(max(0, expression.line)), column: UInt32(max(0, expression.column + offset))))
  }

  func report(_ message: String, at place: Place) {
    data.report(SceneError(kind: .warning, file: scene.name, line: Int(place.line), column: Int(place.column), message: message))
  }

  /// Returns the value of an expression; problems are reported.
  func value(_ expression: Expression, _ view: DataView) -> DataValue {
    var evaluation = data.work.evaluation(view)
    let value = evaluation.value(expression)
    finish(evaluation, at: expression)
    return value
  }

  /// Returns whether a condition holds; nil always holds.
  func holds(_ condition: Expression?, _ view: DataView) -> Bool { condition.map { value($0, view).isTrue } ?? true }

  /// Converts the value to a kind; returns nil, with a report, if it does not fit.
  func value(_ bound: BoundValue, as kind: AttributeKind, _ view: DataView, of name: @autoclosure () -> String) -> AttributeValue? {
    var evaluation = data.work.evaluation(view)
    let value = evaluation.value(bound.expression)
    finish(evaluation, at: bound.expression)
    if let format = bound.format {
      let text = format.write([value]) { problem in if evaluation.problem == nil { report(problem, at: bound.expression) } }
      return DataConversion.value(.text(text), as: kind, directory: scene.directory) { report("\(name()) \($0)", at: bound.expression) }
    }
    let result = DataConversion.value(value, as: kind, directory: scene.directory) { report("\(name()) \($0)", at: bound.expression) }
    if result == nil, evaluation.problem == nil {
      report("\(name()) must be \(kind.description), got \(Self.described(value)); using the default", at: bound.expression)
    }
    return result
  }

  /// Returns the value of a template filled with data; nil if the whole value does not fit its kind.
  func filled(_ template: ValueTemplate, _ view: DataView, of name: @autoclosure () -> String) -> AttributeValue? {
    if template.holes.isEmpty { return template.value }
    var fillings: [AttributeValue] = []
    for hole in template.holes {
      let filling = value(hole.bound, as: hole.kind, view, of: name())
      if filling == nil, hole.path.isEmpty { return nil }
      fillings.append(filling ?? ValueTemplate.standIn(for: hole.kind))
    }
    return template.filled(fillings)
  }

  /// Applies the settings whose conditions hold; unsuitable values are reported and skipped.
  func apply(_ settings: [SceneNodeLive.Style], to style: inout LayoutStyle, _ view: DataView) {
    for setting in settings where holds(setting.condition, view) {
      guard let value = value(setting, view) else { continue }
      do throws(LayoutStyleError) {
        try style.set(key: setting.key, value: value)
      } catch {
        report("style `\(setting.key)` must be \(error.expected), got `\(value)`; it is ignored", at: setting.place)
      }
    }
  }

  private func value(_ setting: SceneNodeLive.Style, _ view: DataView) -> StyleValue? {
    guard let bound = setting.bound else { return setting.value }
    let value = value(bound.expression, view)
    if let format = bound.format {
      return .text(format.write([value]) { report($0, at: bound.expression) })
    }
    switch value {
    case .number(let number): return .number(number)
    case .text(let text): return .text(text)
    case .list(let items):
      guard value.boundedText != nil else {
        report("style `\(setting.key)` must be a number or a text, got a list that is too large; it is ignored", at: bound.expression)
        return nil
      }
      return .text(items.map(\.shown).joined(separator: " "))
    case .null: return nil
    case .boolean, .map:
      report("style `\(setting.key)` must be a number or a text, got \(value.kindName); it is ignored", at: bound.expression)
      return nil
    }
  }

  private static func described(_ value: DataValue) -> String {
    switch value {
    case .text(let text): "the text '\(text.prefix(40))'"
    case .number, .boolean: "`\(value.shown)`"
    case .null, .list, .map: value.kindName
    }
  }
}

/// Dependents below a node that is created and removed as one. The node holds the group, which ends with it.
final class LiveGroup: Sendable {
  /// Stores the group on its top node.
  enum Key: NodeDataKey { typealias Value = LiveGroup }

  private struct State {
    /// Numbers of the dependents in the data.
    var numbers: [Int] = []
    var scopes: [(scope: DataScope, number: Int)] = []
    var handlers: [(node: WeakNode, token: HandlerToken)] = []
    var timers: [LiveTimer] = []
    var clock: LiveClock?
    var isEnded = false
    /// Number of nodes created and removed with the group.
    var nodes = 0
  }

  struct WeakNode: Sendable {
    weak var node: AnyNode?
  }

  /// Dependent with the scope whose names it reads.
  struct Placed {
    let dependent: any DataDependent
    var scope: DataScope?
  }

  let instance: SceneInstance
  private let state = Locked(State())

  init(_ instance: SceneInstance) { self.instance = instance }

  deinit { end() }

  /// Updates dependents for the first time and registers them for later updates.
  func start(_ dependents: [Placed]) {
    guard !dependents.isEmpty else { return }
    var versions: [ObjectIdentifier: Int] = [:]
    for placed in dependents {
      var each = placed.scope
      while let scope = each, versions[ObjectIdentifier(scope)] == nil {
        versions[ObjectIdentifier(scope)] = scope.version
        each = scope.parent
      }
    }
    let (values, version) = instance.data.snapshot
    var late: [any DataDependent] = []
    for placed in dependents {
      let (dependent, scope) = (placed.dependent, placed.scope)
      dependent.update(values)
      var paths: [[String]] = []
      var owners: [ObjectIdentifier: (scope: DataScope, reads: [Expression.Read])] = [:]
      for read in dependent.reads {
        if let owner = scope?.owner(of: read.root) {
          owners[ObjectIdentifier(owner), default: (owner, [])].reads.append(read)
        } else {
          paths.append([read.root] + read.keys)
        }
      }
      for (id, owner) in owners {
        let (number, isLate) = owner.scope.add(dependent, owner.reads, since: versions[id] ?? -1)
        state.withLock { $0.scopes.append((owner.scope, number)) }
        if isLate { late.append(dependent) }
      }
      guard !paths.isEmpty else { continue }
      let number = instance.data.add(dependent, at: paths, since: version)
      state.withLock { $0.numbers.append(number) }
    }
    instance.data.bringUpToDate(late)
  }

  /// Counts reserved nodes of the group.
  func countNodes(_ count: Int) { state.withLock { $0.nodes += count } }

  /// Stores a signal handler, which is removed at the end.
  func keep(_ token: HandlerToken, of node: AnyNode) { state.withLock { $0.handlers.append((WeakNode(node: node), token)) } }

  /// Stores a timer, which is stopped at the end.
  func keep(_ timer: LiveTimer) { state.withLock { $0.timers.append(timer) } }

  /// Stores the clock, which ends with the group.
  func keep(_ clock: LiveClock) { state.withLock { $0.clock = clock } }

  /// Ends all updates of the group.
  func end() {
    let former = state.withLock { state in
      defer { state = State(isEnded: true) }
      return state
    }
    for number in former.numbers { instance.data.remove(number) }
    for (scope, number) in former.scopes { scope.remove(number) }
    for timer in former.timers { timer.end() }
    for (node, token) in former.handlers { node.node?.removeHandler(token) }
    if former.nodes > 0 { instance.releaseNodes(former.nodes) }
  }
}
