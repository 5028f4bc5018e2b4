internal import CTesseraSound

/// Change that the mixer makes before its next frames. A value.
enum SoundCommand: Sendable {
  case start(SoundVoice)
  /// Changes the volume over frames; stops the voice afterwards if `stops`.
  case fade(UInt64, to: Float, frames: Int, stops: Bool)
  case pause(UInt64, Bool)
  case master(Float, frames: Int)
}

/// Frames to which a voice is added, with gains that change linearly. A value, so that no closure is allocated.
struct MixTarget {
  let out: UnsafeMutablePointer<Float>
  /// Gains of left and right at the first frame, and their change with each frame.
  let start: (Float, Float)
  let step: (Float, Float)

  /// Adds a part that begins `offset` frames after the first one.
  func add(_ frames: UnsafePointer<Float>, _ count: Int, at offset: Int) {
    let (first, last) = (Float(offset), Float(offset + count))
    so_mix(
      out + offset * 2, frames, Int32(count), start.0 + step.0 * first, start.1 + step.1 * first, start.0 + step.0 * last,
      start.1 + step.1 * last)
  }
}

/// Mixer of voices: the sum of stereo frames with gains, limited to -1...1. A value; after its creation it allocates nothing.
struct SoundMixer: Sendable {
  /// Maximum number of audible voices. A further one fades the oldest effect out.
  static let maximumVoices = 32
  /// Frames of a change of gain that was not given a duration: 5 ms.
  static let rampFrames = SoundFormat.mixerRate / 200
  /// Gain of other voices while one ducks them, and the frames of that change: 100 ms.
  static let duckedGain: Float = 0.25
  static let duckFrames = SoundFormat.mixerRate / 10
  /// Voices that fade out have room besides the audible ones.
  private static let capacity = maximumVoices + 8

  private(set) var voices: [SoundVoice] = []
  private var master = SoundRamp(1)
  private var duck = SoundRamp(1)
  private var isDucked = false

  init() { voices.reserveCapacity(Self.capacity) }

  /// Whether there is anything to hear.
  var isIdle: Bool { voices.isEmpty }

  mutating func perform(_ command: SoundCommand) {
    switch command {
    case .start(let voice): start(voice)
    case .fade(let id, let target, let frames, let stops):
      guard let at = voices.firstIndex(where: { $0.id == id }) else { return }
      voices[at].gain.move(to: target, over: frames)
      voices[at].isStopping = voices[at].isStopping || stops
    case .pause(let id, let isPaused):
      guard let at = voices.firstIndex(where: { $0.id == id }) else { return }
      voices[at].isPaused = isPaused
      if isPaused, case .stream(let stream) = voices[at].source { stream.forgetTime() }
    case .master(let gain, let frames): master.move(to: gain, over: frames)
    }
  }

  private mutating func start(_ voice: SoundVoice) {
    if voices.count(where: { !$0.isStopping }) >= Self.maximumVoices {
      guard let oldest = voices.firstIndex(where: { !$0.isStopping && !$0.isStream && !$0.loops }) else { return }
      voices[oldest].isStopping = true
      voices[oldest].gain.move(to: 0, over: Self.rampFrames)
    }
    if voices.count < Self.capacity { voices.append(voice) }
  }

  /// Replaces `count` frames in `out`.
  mutating func mix(into out: UnsafeMutablePointer<Float>, count: Int) {
    out.update(repeating: 0, count: count * 2)
    var done = 0
    while done < count {
      let part = min(Self.rampFrames, count - done)
      mixPart(out + done * 2, part)
      done += part
    }
    so_limit(out, Int32(count * 2))
  }

  private mutating func mixPart(_ out: UnsafeMutablePointer<Float>, _ count: Int) {
    var ducks = false
    forEach { ducks = ducks || ($0.pointee.ducks && !$0.pointee.isPaused) }
    if ducks != isDucked { duck.move(to: ducks ? Self.duckedGain : 1, over: Self.duckFrames) }
    isDucked = ducks
    let (ducking, overall) = (duck.advance(count), master.advance(count))
    let end = voices.count
    let ended = voices.withUnsafeMutableBufferPointer { buffer -> Bool in
      guard let base = buffer.baseAddress else { return false }
      var (at, hasEnded) = (0, false)
      while at < end {
        base[at].hasEnded = Self.mix(&base[at], into: out, count, ducking, overall)
        hasEnded = hasEnded || base[at].hasEnded
        at += 1
      }
      return hasEnded
    }
    if ended { voices.removeAll { $0.hasEnded } }
  }

  /// Calls a function with each voice. Pointers, as accessors of arrays allocate in builds without optimization, in which tests count.
  func forEach(_ body: (UnsafePointer<SoundVoice>) -> Void) {
    let end = voices.count
    voices.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var at = 0
      while at < end {
        body(base + at)
        at += 1
      }
    }
  }

  /// Adds a voice. Returns whether it has ended.
  private static func mix(
    _ voice: inout SoundVoice, into out: UnsafeMutablePointer<Float>, _ count: Int, _ ducking: (from: Float, to: Float),
    _ overall: (from: Float, to: Float)
  ) -> Bool {
    if voice.isPaused { return voice.isStopping }
    let own = voice.gain.advance(count)
    let (from, to) = (
      own.from * overall.from * (voice.ducks ? 1 : ducking.from), own.to * overall.to * (voice.ducks ? 1 : ducking.to)
    )
    let (left, right) = (min(1, 1 - voice.pan), min(1, 1 + voice.pan))
    let target = MixTarget(
      out: out, start: (from * left, from * right), step: ((to - from) * left / Float(count), (to - from) * right / Float(count)))
    var isEnded = false
    switch voice.source {
    case .clip(let clip):
      var done = 0
      while done < count, clip.frameCount > 0, !isEnded {
        let part = min(count - done, clip.frameCount - voice.position)
        if let base = clip.samples.baseAddress { target.add(base + voice.position * 2, part, at: done) }
        done += part
        voice.position += part
        if voice.position == clip.frameCount { (voice.position, isEnded) = (0, !voice.loops) }
      }
      if clip.frameCount == 0 { isEnded = true }
    case .stream(let stream):
      stream.consume(count, target)
      isEnded = stream.isFinished
    }
    return isEnded || (voice.isStopping && voice.gain.isSilent)
  }
}
