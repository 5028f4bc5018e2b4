internal import TesseraBase
internal import TesseraLayout
internal import TesseraGeometry

/// What a stage says for its whole tree: `stage.environment[\.colorScheme] = .dark`. Any thread.
public struct StageEnvironment: Sendable {
  let stage: Stage

  /// Reads what holds for the tree, or says it. `scale`, `direction`, `reducesMotion` and `textAntialiasing` are the stage's properties of these names.
  ///
  /// Size classes follow the stage's size until they are set.
  public subscript<Value>(path: WritableKeyPath<EnvironmentValues, Value>) -> Value {
    get { stage.surroundings[keyPath: path] }
    nonmutating set { stage.setEnvironment(path, newValue) }
  }
}

extension Stage {
  /// What all nodes of the stage inherit, where no node above them says otherwise. Any thread.
  public var environment: StageEnvironment { StageEnvironment(stage: self) }

  /// All that the stage says.
  var surroundings: EnvironmentValues { shared.withLock { $0.surroundings } }

  fileprivate func setEnvironment<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>, _ new: Value) {
    if path == \EnvironmentValues.direction, let new = new as? LayoutDirection { return direction = new }
    if path == \EnvironmentValues.reducesMotion, let new = new as? Bool { return reducesMotion = new }
    environmentChange.withLock { _ in
      shared.withLock { shared in
        var own = EnvironmentValues().inheriting(shared.ownEnvironment)
        own[keyPath: path] = new
        shared.ownEnvironment = own.storage
      }
      handOnEnvironment()
    }
  }

  /// Has the tree inherit what the stage says now. Any thread.
  func surroundingsDidChange() { environmentChange.withLock { _ in handOnEnvironment() } }

  /// `environmentChange` is held: what is handed on last is the newest.
  private func handOnEnvironment() {
    let (new, root) = shared.withLock { ($0.surroundings, $0.root) }
    let old = link.surroundings
    link.setSurroundings(new)
    root.inherit(new, asRootOf: link, insteadOf: old)
  }
}

extension Stage.Shared {
  /// What nodes are told of the stage, beside what layouts go by: size classes, and what the program said.
  var surroundings: EnvironmentValues {
    var all = environment
    all.horizontalSizeClass = SizeClass(size.width)
    all.verticalSizeClass = SizeClass(size.height)
    all.density = ThemeDensity(shorterSide: min(size.width, size.height))
    let classes = all.storage?.withoutDefaults
    all.storage = ownEnvironment.map { EnvironmentStorage.merged(classes, with: $0) } ?? classes
    return all
  }
}

extension AnyNode {
  /// Takes the values `new` of the stage behind `link`, whose root it is. `old` are the former ones: changes of values that only a stage has are adjusted to and
  /// told without a change of the storage that nodes share.
  fileprivate func inherit(_ new: EnvironmentValues, asRootOf link: StageLink, insteadOf old: EnvironmentValues) {
    withTreeLock {
      // A root that went to another stage meanwhile has that one's.
      guard isIn(link) else { return }
      propagateEnvironment(new.storage)
      guard !new.isStageEqual(to: old) else { return }
      let isTold = !new.isDeviceEqual(to: old)
      var stack = [self]
      while let node = stack.popLast() {
        node.adjustToSurroundings()
        if isTold { node.noteSurroundings(old) }
        stack.append(contentsOf: node.lock.withLock { node.state.children })
      }
    }
  }
}
