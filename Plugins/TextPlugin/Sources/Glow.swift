/// Temporary highlight of a stretch of text, which fades in and then, more slowly, out.
struct Glow: Sendable, Equatable {
  /// Durations of fading in and out, seconds.
  static let rise = 0.10
  static let fall = 0.15
  /// Interval between two steps, seconds.
  static let step = 1.0 / 60

  /// Highlighted place.
  enum Place: Sendable, Equatable {
    /// UTF-8 bytes of the string.
    case text(Range<Int>)
    /// Truncation token or message.
    case truncation
  }

  var place: Place
  /// Factor of the colour's alpha at the full level, 0...1.
  var strength = 1.0
  /// Current level, 0...1.
  private(set) var level: Double
  private var target: Double
  /// Time of the last step in seconds of the stage's clock; nil before the first step of a change.
  private var time: Double?

  /// Creates a full highlight, or with `fades` one that starts to fade in.
  init(_ place: Place, fades: Bool) {
    self.place = place
    level = fades ? 0 : 1
    target = 1
  }

  /// Whether it is fading.
  var isChanging: Bool { level != target }
  /// Whether it has faded out.
  var isGone: Bool { level == 0 && target == 0 }

  /// Starts to fade in or out; without `fades` changes immediately.
  mutating func set(_ isOn: Bool, fades: Bool) {
    let new = isOn ? 1.0 : 0.0
    if target != new { time = nil }
    target = new
    if !fades { level = new }
  }

  /// Advances the level to the time `now`.
  mutating func advance(to now: Double) {
    guard isChanging else { return }
    let passed = max(0, now - (time ?? now))
    time = now
    level = target > level ? min(target, level + passed / Self.rise) : max(target, level - passed / Self.fall)
  }
}
