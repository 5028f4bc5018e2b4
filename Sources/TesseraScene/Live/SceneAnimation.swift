internal import Tessera

/// Parameters of the action `animate`. A value.
struct SceneAnimation: Sendable, Equatable {
  /// Attribute to set.
  struct Setting: Sendable, Equatable {
    var name: String
    var template: ValueTemplate
    var place: Place
  }

  /// Id of the animated node; nil means the sender of the signal.
  var node: String?
  /// Motion of the changes.
  var motion = Motion.standard
  var attributes: [Setting] = []
  var styles: [SceneNodeLive.Style] = []
  /// Animations that the node plays once.
  var keyframes: [KeyframeAnimation] = []
  /// Actions whose effects are animated by the motion.
  var actions: [SceneAction] = []
  var place: Place
}
