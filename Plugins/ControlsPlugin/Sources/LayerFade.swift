internal import Tessera

/// Strength of the layer that shows hover and press: it fades when the phase changes. A press appears immediately. A value.
struct LayerFade: Sendable, Equatable {
  /// Time from one step to the next, seconds.
  static let interval = 1.0 / 60

  /// Strengths at the start and at the end.
  private var from = 0.0
  private var target = 0.0
  /// Strength that is drawn: an alpha of the layer's color.
  private(set) var share = 0.0
  /// Time of the first step; nil until then.
  private var start: Double?
  private var motion: StandardMotion?

  /// Whether the strength changes.
  var isRunning: Bool { motion != nil }

  /// Returns the strength of a phase.
  static func share(of phase: InteractionState.Phase) -> Double {
    switch phase {
    case .hovered: 0.05
    case .pressed: 0.12
    case .normal, .disabled: 0
    }
  }

  /// Begins the change to a phase.
  /// - Parameter isImmediate: whether it is shown without a fade.
  mutating func move(from old: InteractionState.Phase, to new: InteractionState.Phase, isImmediate: Bool) {
    let next = Self.share(of: new)
    guard next != target else { return }
    (from, target, start) = (share, next, nil)
    motion = old == .pressed ? .release : .hover
    if new == .pressed || new == .disabled || isImmediate { (share, motion) = (target, nil) }
  }

  /// Advances to a time, seconds of the stage's clock.
  mutating func advance(to time: Double) {
    guard let motion else { return }
    let start = start ?? time
    self.start = start
    let part = (time - start) / motion.seconds
    // Not a number, or a clock that runs backwards: the end is shown.
    guard part >= 0, part < 1 else {
      (share, self.motion) = (target, nil)
      return
    }
    share = from + (target - from) * (1 - (1 - part) * (1 - part))
  }
}

/// A control that draws the layer (`ControlLook.layer`): it is drawn again while the layer fades.
protocol LayeredControl: ControlType {}

extension Card: LayeredControl {}
extension Checkbox: LayeredControl {}
extension Chip: LayeredControl {}
extension Dropdown: LayeredControl {}
extension Expander: LayeredControl {}
extension ListRow: LayeredControl {}
extension PanelButton: LayeredControl {}
extension Switch: LayeredControl {}
