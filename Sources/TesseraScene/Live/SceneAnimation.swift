internal import Tessera

/// What the action `animate` says. A value.
struct SceneAnimation: Sendable, Equatable {
  /// An attribute that is set.
  struct Setting: Sendable, Equatable {
    var name: String
    var template: ValueTemplate
    var place: Place
  }

  /// Which node it changes; nil: the one whose signal it is.
  var node: String?
  /// By which motion that is seen.
  var motion = Motion.standard
  var attributes: [Setting] = []
  var styles: [SceneNodeLive.Style] = []
  /// What the node plays once.
  var keyframes: [KeyframeAnimation] = []
  /// What is done so that it is seen by the motion.
  var actions: [SceneAction] = []
  var place: Place
}
