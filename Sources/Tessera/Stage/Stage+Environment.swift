internal import TesseraBase
internal import TesseraLayout
internal import TesseraGeometry

/// Environment values that a stage sets for its whole tree: `stage.environment[\.colorScheme] = .dark`. Any thread.
public struct StageEnvironment: Sendable {
  let stage: Stage

  /// Reads or sets a value for the tree. `scale`, `direction`, `reducesMotion` and `textAntialiasing` are also properties of the stage.
  ///
  /// Size classes follow the stage's size until they are set.
  public subscript<Value>(path: WritableKeyPath<EnvironmentValues, Value>) -> Value {
    get { stage.surroundings[keyPath: path] }
    nonmutating set { stage.setEnvironment(path, newValue) }
  }
}

extension Stage {
  /// Environment that all nodes of the stage inherit unless an ancestor overrides it. Any thread.
  public var environment: StageEnvironment { StageEnvironment(stage: self) }

  /// All environment values of the stage.
  var surroundings: EnvironmentValues { shared.withLock { $0.surroundings } }

  fileprivate func setEnvironment<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>, _ new: Value) {
    if path == \EnvironmentValues.direction, let new = new as? LayoutDirection { return direction = new }
    if path == \EnvironmentValues.reducesMotion, let new = new as? Bool { return reducesMotion = new }
    link.beginEnvironmentChange()
    defer { link.endEnvironmentChange() }
    let effects = environmentChange.withLock { _ in
      shared.withLock { shared in
        var own = EnvironmentValues().inheriting(shared.ownEnvironment)
        own[keyPath: path] = new
        shared.ownEnvironment = own.storage
      }
      return handOnEnvironment()
    }
    effects.run()
  }

  /// Passes the current environment of the stage to the tree. Any thread.
  func surroundingsDidChange() {
    link.beginEnvironmentChange()
    defer { link.endEnvironmentChange() }
    environmentChange.withLock { _ in handOnEnvironment() }.run()
  }

  /// Returns the work of node types, to run after `environmentChange` is released.
  ///
  /// Precondition: `environmentChange` is held, so that the newest values are passed on last.
  private func handOnEnvironment() -> TreeEffects {
    let (new, root) = shared.withLock { ($0.surroundings, $0.root) }
    let old = link.surroundings
    link.setSurroundings(new)
    return root.inherit(new, asRootOf: link, insteadOf: old)
  }
}

extension Stage.Shared {
  /// Environment of nodes, in addition to the input of layouts: size classes, and values set by the program.
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
  /// Applies the values `new` of the stage behind `link` to its root. Returns the work of node types, to run after all locks are released.
  ///
  /// `old` are the former values. Changes of values that only a stage has are reported without a change of the storage that nodes share.
  fileprivate func inherit(_ new: EnvironmentValues, asRootOf link: StageLink, insteadOf old: EnvironmentValues) -> TreeEffects {
    withTreeLock {
      var effects = TreeEffects()
      // A root that moved to another stage has that stage's environment.
      guard isIn(link) else { return effects }
      propagateEnvironment(new.storage, &effects)
      guard !new.isStageEqual(to: old) else { return effects }
      let isTold = !new.isDeviceEqual(to: old)
      var stack = [self]
      while let node = stack.popLast() {
        if node.lock.withLock({ node.adjustsProperties }) { effects.adjusting.append(node) } else { node.resolveToSurroundings() }
        if isTold { node.recordSurroundings(old) }
        stack.append(contentsOf: node.lock.withLock { node.state.children })
      }
      return effects
    }
  }
}
