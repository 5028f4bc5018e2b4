// Motion as modifiers.
extension NodeElement {
  /// Has changes of a property seen by a motion: `\.opacity`, `\.transform`, `\.background`, `\.cornerRadii`, `\.border`, `\.shadow`, `\.backdropBlur`.
  public func motion(_ path: PartialKeyPath<NodeProperties> & Sendable, _ motion: Motion = .standard) -> Described {
    properties { $0.motion[path] = motion }
  }

  /// Has changes of an attribute of the value seen by a motion, by its name in scene files.
  public func motion(_ attribute: String, _ motion: Motion = .standard) -> Described { properties { $0.motion[attribute] = motion } }

  /// Names what the node shows: a node with the same identifier on another screen is seen moving into it while the screens change.
  public func sharedElement(_ id: String) -> Described { properties { $0.sharedElement = id } }

  /// Has the node play keyframes from when it comes into a stage.
  public func keyframes(_ animation: KeyframeAnimation) -> Described { properties { $0.keyframes.append(animation) } }
}
