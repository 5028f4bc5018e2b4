/// Sound that the mixer plays. A value.
struct SoundVoice: Sendable {
  enum Source: Sendable {
    case clip(SoundClip)
    case stream(SoundStream)
  }

  let id: UInt64
  let source: Source
  /// Frame of the clip that is played next.
  var position = 0
  var loops = false
  var gain: SoundRamp
  /// -1 (left) to 1 (right).
  var pan: Float = 0
  /// Whether other voices are quieter meanwhile.
  var ducks = false
  /// Whether it ends when its gain is 0.
  var isStopping = false
  var isPaused = false
  var hasEnded = false

  init(id: UInt64, _ source: Source, volume: Float) { (self.id, self.source, gain) = (id, source, SoundRamp(volume)) }

  var isStream: Bool { if case .stream = source { true } else { false } }
}
