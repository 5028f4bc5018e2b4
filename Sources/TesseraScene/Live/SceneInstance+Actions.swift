internal import Tessera
internal import TesseraLayout

// Actions of signals.
extension SceneInstance {
  /// Performs the actions of a signal. `value` is the value of the signal.
  func perform(_ actions: [SceneAction], of node: AnyNode, _ value: DataValue, in scope: DataScope?) {
    if scene.readsTime { data.refreshTime() }
    data.work.grant(LiveWork.turn)
    for action in actions {
      let view = DataView(data: data.values, scope: scope, locals: ["value": value])
      guard holds(action.condition, view) else { continue }
      switch action.what {
      case .set(let target, let new):
        var evaluation = data.work.evaluation(view)
        let value = evaluation.value(new)
        finish(evaluation, at: new)
        // Keep the last valid value.
        if !evaluation.isOverLimit { set(target, value, view) }
      case .toggle(let target):
        var evaluation = data.work.evaluation(view)
        let isTrue = evaluation.value(target).isTrue
        data.work.count(evaluation)
        set(target, .boolean(!isTrue), view)
      case .send(let name, let payload):
        let payload = self.value(payload, view)
        if payload.isTooLarge {
          report("the payload of an event takes more than \(DataValue.sizeLimit >> 20) MiB; it is not sent", at: name)
        } else {
          data.send(SceneEvent(name: self.value(name, view).shortText, payload: payload))
        }
      case .push(let name, let value): push(name, value, of: node, view)
      case .pop: node.popSceneScreen()
      case .present(let what): present(what, of: node, view)
      case .dismiss: dismissOverlay(around: node)
      case .focus(let target): focus(target, from: node)
      case .play(let sound): play(sound, view)
      case .silence(let path, let fade): silence(path, fade: fade)
      case .talk(let talk): self.talk(talk, view)
      case .hush: hush()
      case .sleep: node.sleepDisplay()
      case .animate(let animation): play(animation, of: node, value, view)
      }
    }
  }

  /// Animates changes of nodes and data.
  private func play(_ animation: SceneAnimation, of node: AnyNode, _ value: DataValue, _ view: DataView) {
    var target: AnyNode? = node
    if let id = animation.node {
      target = Self.nearest(id, to: node)
      if target == nil { report("no node with the id `\(id)` to animate", at: animation.place) }
    }
    animate(animation.motion) {
      if let target {
        var view = view
        view.theme = target.environmentValues.theme
        set(animation.attributes, of: target, view)
        set(animation.styles, of: target, view)
      }
      perform(animation.actions, of: node, value, in: view.scope)
    }
    for keyframes in animation.keyframes { target?.animate(keyframes) }
  }

  private func set(_ settings: [SceneAnimation.Setting], of node: AnyNode, _ view: DataView) {
    for setting in settings {
      let name = "attribute `\(setting.name)` of `\(node.typeName)`"
      guard let value = filled(setting.template, view, of: name) else { continue }
      do {
        try node.setAttribute(setting.name, to: value)
      } catch let error as AttributeError {
        report("\(name) \(error.reason)", at: setting.place)
      } catch {
        report("\(name): \(error)", at: setting.place)
      }
    }
  }

  private func set(_ settings: [SceneNodeLive.Style], of node: AnyNode, _ view: DataView) {
    guard !settings.isEmpty else { return }
    var style = node.style
    apply(settings, to: &style, view)
    node.style = style
  }

  private func value(_ payload: SceneAction.Payload, _ view: DataView) -> DataValue {
    switch payload {
    case .none: .null
    case .expression(let expression): value(expression, view)
    case .map(let pairs): .map(pairs.mapValues { value($0, view) })
    case .list(let items): .list(items.map { value($0, view) })
    }
  }

  func set(_ target: Expression, _ value: DataValue, _ view: DataView) {
    var keys: [String] = []
    var tree = target.tree
    var evaluation = data.work.evaluation(view)
    while case .member(let inner, let key, _) = tree {
      keys.insert(evaluation.value(of: key).shortText, at: 0)
      tree = inner
    }
    data.work.count(evaluation)
    guard case .path(let root, let fixed, _) = tree, let path = view.scope.path(root: root, keys: fixed + keys) else {
      return report("`\(target)` cannot be set: it does not refer to a single value of the data", at: target)
    }
    if let problem = evaluation.problem { return report(problem.message, at: target, offset: problem.at) }
    do throws(DataError) { try data.set(value, at: path) } catch { report("\(error)", at: target) }
  }

  private func push(_ name: String, _ value: Expression?, of node: AnyNode, _ view: DataView) {
    guard let number = scene.screens[name] else { return }
    do throws(SceneErrors) {
      let screen = try make(number, with: value, view, below: node)
      guard !node.pushSceneScreen(screen) else { return }
      report("`\(name)` requires a stack of screens around this node", at: Place.of(scene.nodes[number]))
    } catch {
      for error in error.errors { data.report(error) }
    }
  }

  /// Creates the node `number` of the scene and its subtree for an action of `node`. The name `value` in it is the value of the expression.
  func make(_ number: Int, with value: Expression?, _ view: DataView, below node: AnyNode) throws(SceneErrors) -> AnyNode {
    var scope = view.scope
    var link: ScopeLink?
    if let value {
      // A path of the data can be set through `value`.
      let source = value.path.map { DataScope.Source(root: $0.root, keys: $0.keys) }
      let made = DataScope(["value": self.value(value, view)], sources: source.map { ["value": $0] } ?? [:], in: scope)
      link = ScopeLink(value, of: made, in: scope, self)
      scope = made
    }
    let made = try make(number, in: scope, below: node)
    if let link { made[data: LiveGroup.Key.self]?.start([LiveGroup.Placed(dependent: link, scope: view.scope)]) }
    return made
  }
}

/// Updates `value` of a pushed screen or of an overlay from its origin.
private final class ScopeLink: DataDependent {
  let reads: [Expression.Read]
  let isStructural = true
  private let value: Expression
  private let target: DataScope
  private let scope: DataScope?
  private let instance: SceneInstance

  init(_ value: Expression, of target: DataScope, in scope: DataScope?, _ instance: SceneInstance) {
    (self.value, self.target, self.scope, self.instance) = (value, target, scope, instance)
    reads = value.reads
  }

  func update(_ data: DataValue) {
    let new = instance.value(value, DataView(data: data, scope: scope))
    let source = value.path.map { ["value": DataScope.Source(root: $0.root, keys: $0.keys)] } ?? [:]
    instance.data.bringUpToDate(target.update(["value": new], sources: source))
  }
}
