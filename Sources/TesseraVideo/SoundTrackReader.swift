internal import CVideoDecoder
internal import TesseraBase

/// Track of sound in a file of sound or video, decoded by FFmpeg's libraries, which are loaded with the first file. Any thread; concurrent calls
/// wait for each other.
public final class SoundTrackReader: Sendable {
  /// Decoded frames. A value.
  public struct Part: Sendable {
    /// Time of the first frame, in seconds of the file.
    public var time: Double
    /// Interleaved stereo samples; full scale is 1.
    public var samples: [Float]
  }

  /// Frames a second.
  public let rate: Int
  /// Time of the file's start, in seconds of the file.
  public let start: Double
  private let bridge: InputBridge
  private let sound: Locked<Pointer>

  private struct Pointer: @unchecked Sendable {
    // C permits any thread, one at a time; the lock ensures that.
    let pointer: OpaquePointer
  }

  /// Opens a track, counted from 0.
  public init(_ input: any VideoInput, track: Int = 0) throws(VideoFileError) {
    let bridge = InputBridge(input)
    var (bytes, pointer, info) = (bridge.makeInput(), OpaquePointer?.none, vd_sound_info())
    try LibavFailure.check(input.name) { vd_sound_open(&bytes, Int32(clamping: track), &pointer, &info, $0) }
    guard let pointer else { throw .outOfMemory(source: input.name) }
    (self.bridge, sound, rate, start) = (bridge, Locked(Pointer(pointer: pointer)), Int(info.rate), max(0, info.start))
  }

  deinit { sound.withLock { vd_sound_close($0.pointer) } }

  /// Decodes the next frames; nil at the end.
  public func next() throws(VideoFileError) -> Part? {
    try sound.withLock { sound throws(VideoFileError) in
      var (samples, frames, time) = (UnsafePointer<Float>?.none, Int32(0), 0.0)
      let hasFrames = try LibavFailure.check(bridge.bytes.name) { vd_sound_next(sound.pointer, &samples, &frames, &time, $0) }
      guard hasFrames else { return nil }
      return Part(time: time, samples: Array(UnsafeBufferPointer(start: samples, count: Int(frames) * 2)))
    }
  }

  /// Continues at or before `time`, in seconds of the file.
  public func seek(to time: Double) throws(VideoFileError) {
    try sound.withLock { sound throws(VideoFileError) in
      _ = try LibavFailure.check(bridge.bytes.name) { vd_sound_seek(sound.pointer, time, $0) }
    }
  }

  /// Stops the current call and later ones with ``VideoFileError/cancelled(source:)``. Returns immediately.
  public func cancel() { bridge.cancel() }
}
