internal import Tessera
internal import TesseraLayout

/// Updates an attribute of a node.
final class LiveAttribute: DataDependent {
  let reads: [Expression.Read]
  let usesTokens: Bool
  private let description: SceneNodeLive.Attribute
  private let typeName: String
  private let instance: SceneInstance
  private let scope: DataScope?
  private let node: LiveGroup.WeakNode
  /// Value last set on the node, or reported by it.
  private let last = Locked<AttributeValue?>(nil)
  /// Nodes reserved for a long text.
  private let reserved = Locked(0)

  init(_ description: SceneNodeLive.Attribute, of node: AnyNode, _ instance: SceneInstance, _ scope: DataScope?) {
    (self.description, self.instance, self.scope) = (description, instance, scope)
    typeName = node.typeName
    self.node = LiveGroup.WeakNode(node: node)
    var reads: Set<Expression.Read> = []
    for alternative in description.alternatives {
      reads.formUnion(alternative.condition?.reads ?? [])
      for hole in alternative.template.holes { reads.formUnion(hole.bound.expression.reads) }
    }
    self.reads = Array(reads)
    usesTokens = description.alternatives.contains { $0.template.holes.contains { !$0.bound.expression.tokens.isEmpty } }
  }

  deinit {
    let nodes = reserved.withLock { $0 }
    if nodes > 0 { instance.releaseNodes(nodes) }
  }

  func update(_ data: DataValue) {
    guard let node = node.node else { return }
    let view = DataView(data: data, scope: scope, theme: usesTokens ? node.environmentValues.theme : nil)
    guard let value = value(view) else { return }
    let isReserved = reserved.withLock { reserved in
      let weight = value.weight
      guard weight != reserved else { return true }
      guard instance.reserve(weight, insteadOf: reserved) else { return false }
      reserved = weight
      return true
    }
    guard isReserved else {
      let reason = "data make more than \(SceneLimits.liveNodes) nodes of the scene, \(SceneInstance.textRule); \(name) keeps its value"
      return instance.report(reason, at: description.place)
    }
    let isNew = last.withLock { last in
      defer { last = value }
      return last != value
    }
    guard isNew else { return }
    do {
      try node.setAttribute(description.name, to: value)
    } catch let error as AttributeError {
      instance.report("\(name) \(error.reason)", at: description.place)
    } catch {
      instance.report("\(name): \(error)", at: description.place)
    }
  }

  private var name: String { "attribute `\(description.name)` of `\(typeName)`" }

  private func value(_ view: DataView) -> AttributeValue? {
    for alternative in description.alternatives.reversed() where instance.holds(alternative.condition, view) {
      let template = alternative.template
      let kind = template.holes.first?.kind
      return instance.filled(template, view, of: name) ?? description.fallback ?? kind.map(ValueTemplate.standIn)
    }
    return description.fallback
  }

  /// Origin of the attribute if it is exactly one path of the data, without a condition or format; changes are written back there.
  var source: (root: String, keys: [String])? {
    guard description.alternatives.count == 1, let only = description.alternatives.first, only.condition == nil,
      only.template.holes.count == 1, only.template.holes[0].path.isEmpty, only.template.holes[0].bound.format == nil
    else { return nil }
    return only.template.holes[0].bound.expression.path
  }

  /// Writes a value changed by the user back to its origin.
  func writeBack(_ value: AttributeValue) {
    guard let source, let path = scope.path(root: source.root, keys: source.keys) else { return }
    last.withLock { $0 = value }
    do throws(DataError) {
      try instance.data.set(DataValue(value), at: path)
    } catch {
      instance.report("\(name) cannot be kept: \(error)", at: description.place)
    }
  }
}

/// Updates the style of a node.
final class LiveStyle: DataDependent {
  let reads: [Expression.Read]
  let usesTokens: Bool
  private let settings: [SceneNodeLive.Style]
  private let base: LayoutStyle
  private let instance: SceneInstance
  private let scope: DataScope?
  private let node: LiveGroup.WeakNode
  private let last = Locked<LayoutStyle?>(nil)

  /// - Parameter base: Style to which the settings are applied.
  init(_ settings: [SceneNodeLive.Style], of node: AnyNode, base: LayoutStyle, _ instance: SceneInstance, _ scope: DataScope?) {
    (self.settings, self.base, self.instance, self.scope) = (settings, base, instance, scope)
    self.node = LiveGroup.WeakNode(node: node)
    var reads: Set<Expression.Read> = []
    for setting in settings {
      reads.formUnion(setting.condition?.reads ?? [])
      reads.formUnion(setting.bound?.expression.reads ?? [])
    }
    self.reads = Array(reads)
    usesTokens = settings.contains { $0.bound?.expression.tokens.isEmpty == false }
  }

  func update(_ data: DataValue) {
    guard let node = node.node else { return }
    let view = DataView(data: data, scope: scope, theme: usesTokens ? node.environmentValues.theme : nil)
    var style = base
    instance.apply(settings, to: &style, view)
    let former = last.withLock { last in
      defer { last = style }
      return last
    }
    guard style != former else { return }
    // Keep a direction that these settings do not change: `env.direction` sets that of the root.
    if style.writingDirection == (former ?? base).writingDirection { style.writingDirection = node.style.writingDirection }
    // Keep `stretch`, which a stage sets on its root for automatic sizes.
    let now = node.style
    if style.width.isAuto, now.width == .stretch { style.width = .stretch }
    if style.height.isAuto, now.height == .stretch { style.height = .stretch }
    node.style = style
  }
}

extension AttributeValue {
  /// Number of nodes that long texts in the value count as.
  var weight: Int {
    switch self {
    case .text(let text): text.utf8.count / SceneLimits.textBytesOfNode
    case .list(let items): items.reduce(0) { $0 + $1.weight }
    case .map(let pairs): pairs.reduce(0) { $0 + $1.value.weight }
    case .number, .boolean, .color, .path: 0
    }
  }
}

extension DataValue {
  /// Converts an attribute value to data.
  init(_ value: AttributeValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .number(let number): self = number.isFinite ? .number(number) : .null
    case .boolean(let flag): self = .boolean(flag)
    case .color(let color): self = .text(color.hex)
    case .path(let path): self = .text(path.svg)
    case .list(let items): self = .list(items.map { DataValue($0) })
    case .map(let pairs): self = .map(Dictionary(pairs.map { ($0.key, DataValue($0.value)) }, uniquingKeysWith: { first, _ in first }))
    }
  }
}
