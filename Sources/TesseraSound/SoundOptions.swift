/// How a sound is played. A value.
public struct SoundOptions: Sendable, Hashable {
  /// Volume, 0...1.
  public var volume: Double
  /// Place between left (-1) and right (1).
  public var pan: Double
  /// Whether it is repeated without a gap until it is stopped.
  public var loops: Bool
  /// Seconds in which the volume rises from 0.
  public var fadeIn: Double
  /// Whether other sounds are quieter meanwhile.
  public var ducks: Bool
  /// Whether it waits until it is continued.
  public var isPaused = false

  /// Creates options; default: once, at full volume, in the center.
  public init(volume: Double = 1, pan: Double = 0, loops: Bool = false, fadeIn: Double = 0, ducks: Bool = false) {
    (self.volume, self.pan, self.loops, self.fadeIn, self.ducks) = (volume, pan, loops, fadeIn, ducks)
  }

  var limitedVolume: Double { volume.isFinite ? min(max(0, volume), 1) : 0 }
}
