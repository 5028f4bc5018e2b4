/// What is laid over a stretch of text for a while: it comes within a tenth of a second and goes a little slower.
struct Glow: Sendable, Equatable {
  /// How long it takes to come and to go, seconds.
  static let rise = 0.10
  static let fall = 0.15
  /// Between two steps, seconds.
  static let step = 1.0 / 60

  /// What it lies over.
  enum Place: Sendable, Equatable {
    /// UTF-8 bytes of the string.
    case text(Range<Int>)
    /// What stands for text that is left out.
    case truncation
  }

  var place: Place
  /// How much of its colour's alpha there is when it is all there, 0...1.
  var strength = 1.0
  /// How much of that there is, 0...1.
  private(set) var level: Double
  private var target: Double
  /// When the last step was, seconds of the stage's clock; nil: there was none since it began to change.
  private var time: Double?

  /// Makes one that is all there, or one that begins to come.
  init(_ place: Place, fades: Bool) {
    self.place = place
    level = fades ? 0 : 1
    target = 1
  }

  /// Whether it is on its way.
  var isChanging: Bool { level != target }
  /// Whether nothing of it is left.
  var isGone: Bool { level == 0 && target == 0 }

  /// Begins to come, or to go.
  mutating func set(_ isOn: Bool, fades: Bool) {
    let new = isOn ? 1.0 : 0.0
    if target != new { time = nil }
    target = new
    if !fades { level = new }
  }

  /// Goes on to `now`.
  mutating func advance(to now: Double) {
    guard isChanging else { return }
    let passed = max(0, now - (time ?? now))
    time = now
    level = target > level ? min(target, level + passed / Self.rise) : max(target, level - passed / Self.fall)
  }
}
