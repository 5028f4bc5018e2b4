internal import Tessera

/// How an action shows an overlay of the scene. A value.
struct ScenePresentation: Sendable, Equatable {
  /// What `overlays` of the scene calls it.
  var name: String
  /// The id of the node that it lies beside; nil: the node that the signal came from.
  var anchor: String?
  /// A point of that node's box that it lies beside, logical units: a list of two numbers; nil: all of the box.
  var point: Expression?
  /// On which side, and how near.
  var placement = OverlayPlacement.below
  /// What it does by itself.
  var options = OverlayOptions.dismissesOnOutsideTouch
  /// What `value` is in it.
  var value: Expression?
  /// Where it stands in the file.
  var place: Place
}

extension OverlayPlacement {
  /// The sides to try where `side` is wanted: the opposite one is next.
  static func sides(wanting side: Side) -> [Side] {
    switch side {
    case .below: [.below, .above]
    case .above: [.above, .below]
    case .leading: [.leading, .trailing]
    case .trailing: [.trailing, .leading]
    case .over: [.over]
    }
  }
}
