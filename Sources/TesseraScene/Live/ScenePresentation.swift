internal import Tessera

/// Parameters of presenting an overlay of the scene. A value.
struct ScenePresentation: Sendable, Equatable {
  /// Key in the scene's `overlays`.
  var name: String
  /// Id of the anchor node; nil means the sender of the signal.
  var anchor: String?
  /// Anchor point in that node's box, in logical units: a list of two numbers; nil means the whole box.
  var point: Expression?
  /// Side and distance.
  var placement = OverlayPlacement.below
  /// Behaviour of the overlay.
  var options = OverlayOptions.dismissesOnOutsideTouch
  /// Value of the name `value` in the overlay.
  var value: Expression?
  /// Location in the file.
  var place: Place
}

extension OverlayPlacement {
  /// Returns the sides to try for `side`, in order; the opposite side is second.
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
