internal import Tessera
internal import TesseraLayout
internal import TesseraMessages
internal import TesseraRender

/// Synchronizes `env` of the data with the environment of a scene's root, in both directions. Any thread.
///
/// Only changes are copied, so a value set in the data overrides the stage's value from then on. Inherited values of the root are not set
/// on the root of a later version, so that it follows the stage, too.
final class LiveEnvironment: DataDependent {
  let reads: [Expression.Read]
  /// Keys except those that scenes know by other names.
  private let keys: [EnvironmentKeyDescription]
  private let instance: SceneInstance
  private let root: LiveGroup.WeakNode
  /// Values last common to data and nodes. The lock is held during an update in either direction.
  private let known: Locked<SceneEnvironment.Looks>
  /// Language from which the direction was last set; nil before the first update.
  private let language = Locked<String?>(nil)

  init(of root: AnyNode, _ instance: SceneInstance) {
    (self.root, self.instance) = (LiveGroup.WeakNode(node: root), instance)
    keys = SceneEnvironment.keys(instance.scene.registry)
    reads = (["scheme", "direction", "reducedMotion"] + keys.map(\.name)).map { Expression.Read(root: SceneEnvironment.name, keys: [$0]) }
    let above = instance.data.surroundings.withLock { $0 }
    var values = root.environmentValues(below: above)
    values.direction = instance.scene.direction ?? .ltr
    let given = instance.data.value(at: DataPath([SceneEnvironment.name, "direction"]))
    if let inherited = above?.direction, given == SceneEnvironment.word(inherited) { values.direction = inherited }
    known = Locked(SceneEnvironment.Looks(values, keys))
  }

  func update(_ data: DataValue) {
    guard let node = root.node, let values = data[SceneEnvironment.name] else { return }
    let problems = known.withLock { known -> [String] in
      let (wanted, problems) = known.changed(by: values, keys, in: instance.scene.directory)
      if wanted.scheme != known.scheme { node.environment[\.colorScheme] = wanted.scheme }
      if wanted.direction != known.direction {
        node.direction = wanted.direction
      } else if let direction = newDirection(wanted) {
        // `update()` copies it into the data.
        node.direction = direction
      }
      if wanted.reducesMotion != known.reducesMotion { node.environment[\.reducesMotion] = wanted.reducesMotion }
      for (name, value) in wanted.values where value != known.values[name] && value != node.environment.value(name) {
        // The value was checked above.
        try? node.environment.setValue(name, to: value)
      }
      known = wanted
      return problems
    }
    for problem in problems { instance.report(problem, at: Place.of(instance.scene.nodes[0])) }
  }

  /// Direction of a new language, in a scene with messages, or of mirrored English, which shows faults of any scene.
  private func newDirection(_ wanted: SceneEnvironment.Looks) -> LayoutDirection? {
    guard case .text(let tag)? = wanted.values["locale"], instance.scene.messages != nil || tag == MessageCatalog.mirroredLanguage else {
      return nil
    }
    let isNew = language.withLock { language in
      defer { language = tag }
      return language.map { $0 != tag } ?? !tag.isEmpty
    }
    guard isNew else { return nil }
    let direction: LayoutDirection = MessageCatalog.isRightToLeft(tag) ? .rtl : .ltr
    return direction == wanted.direction ? nil : direction
  }

  /// Copies a changed environment of the root into the data.
  func update() {
    guard let node = root.node else { return }
    let now = known.withLock { known -> SceneEnvironment.Looks? in
      let above = node.environmentFromAbove
      instance.data.surroundings.withLock { $0 = above }
      var values = node.environmentValues
      values.direction = node.direction ?? above.direction
      let now = SceneEnvironment.Looks(values, keys)
      guard now != known else { return nil }
      known = now
      return now
    }
    if let now { instance.data.store(now) }
    let size = node.frame.size
    if node.supernode == nil, size.width > 0, size.height > 0 { instance.data.store(size, scale: node.environmentValues.scale) }
  }
}

extension SceneEnvironment.Looks {
  fileprivate init(_ values: EnvironmentValues, _ keys: [EnvironmentKeyDescription]) {
    self.init(
      scheme: values.colorScheme, direction: values.direction, reducesMotion: values.reducesMotion,
      values: keys.reduce(into: [:]) { $0[$1.name] = $1.value(in: values) })
  }

  /// Returns a copy changed by `env` of the data, and the problems of unsuitable values.
  fileprivate func changed(
    by values: DataValue, _ keys: [EnvironmentKeyDescription], in directory: String
  ) -> (Self, problems: [String]) {
    var looks = self
    var problems: [String] = []
    func read(_ name: String, _ apply: (DataValue) -> Void) {
      guard let value = values[name] else { return }
      if let mistake = SceneEnvironment.mistake(of: value, named: name) { problems.append(mistake) } else { apply(value) }
    }
    read("scheme") { if case .text(let word) = $0, let scheme = ColorScheme(rawValue: word) { looks.scheme = scheme } }
    read("direction") { if case .text(let word) = $0, let direction = LayoutDirection(word: word) { looks.direction = direction } }
    read("reducedMotion") { if case .boolean(let reduces) = $0 { looks.reducesMotion = reduces } }
    for key in keys {
      guard let given = values[key.name], given != looks.values[key.name].map(DataValue.init) else { continue }
      if let made = key.value(of: given, in: directory) {
        looks.values[key.name] = made
      } else {
        problems.append(DataMistake.message(given, as: key.kind, of: "env.\(key.name)"))
      }
    }
    return (looks, problems)
  }
}

extension Scene {
  /// Values that the file sets for its whole tree. Values that it does not set have the defaults of nodes without a stage.
  var statedLooks: SceneEnvironment.Looks {
    var looks = SceneEnvironment.Looks(direction: direction ?? .ltr)
    for key in SceneEnvironment.keys(registry) { looks.values[key.name] = key.defaultValue }
    guard case .map(let pairs)? = nodes.first?.attributes.first(where: { $0.name == "environment" })?.value else { return looks }
    for (name, value) in pairs {
      switch (name, value) {
      case ("colorScheme", .text(let word)): looks.scheme = ColorScheme(rawValue: word) ?? .light
      case ("reducesMotion", .boolean(let reduces)): looks.reducesMotion = reduces
      default: if looks.values[name] != nil || registry.environmentKeys.contains(where: { $0.name == name }) { looks.values[name] = value }
      }
    }
    return looks
  }
}
