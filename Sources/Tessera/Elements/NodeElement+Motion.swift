// Motion as modifiers.
extension NodeElement {
  /// Animates changes of a property: `\.opacity`, `\.transform`, `\.background`, `\.cornerRadii`, `\.border`, `\.shadow`, `\.backdropBlur`.
  public func motion(_ path: PartialKeyPath<NodeProperties> & Sendable, _ motion: Motion = .standard) -> Described {
    properties { $0.motion[path] = motion }
  }

  /// Animates changes of an attribute of the value, by its name in scene files.
  public func motion(_ attribute: String, _ motion: Motion = .standard) -> Described { properties { $0.motion[attribute] = motion } }

  /// Names the shared element of the node: during a change of screens, a node of another screen with the same identifier moves into it.
  public func sharedElement(_ id: String) -> Described { properties { $0.sharedElement = id } }

  /// Plays keyframes when the node enters a stage.
  public func keyframes(_ animation: KeyframeAnimation) -> Described { properties { $0.keyframes.append(animation) } }
}
