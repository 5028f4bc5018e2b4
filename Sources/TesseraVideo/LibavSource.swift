internal import CVideoDecoder
internal import TesseraBase

/// File open in libavformat.
final class LibavSource: VideoSource {
  let info: VideoFileInfo
  private let bridge: InputBridge
  /// Reader of C, used with the lock held.
  private let reader: Locked<Reader>

  private struct Reader: @unchecked Sendable {
    // C permits any thread, one at a time; the lock ensures that.
    let pointer: OpaquePointer
  }

  init(_ input: any VideoInput, _ options: VideoOptions) throws(VideoFileError) {
    let bridge = InputBridge(input)
    var (reader, facts, wanted) = (OpaquePointer?.none, vd_info(), vd_options())
    wanted.most_pixels = Int64(max(1, options.maximumPixels))
    wanted.threads = Int32(clamping: options.threads)
    wanted.track = Int32(clamping: options.track)
    var bytes = bridge.makeInput()
    try LibavFailure.check(input.name) { vd_reader_open(&bytes, &wanted, &reader, &facts, $0) }
    guard let reader else { throw .outOfMemory(source: input.name) }
    self.bridge = bridge
    self.reader = Locked(Reader(pointer: reader))
    func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
    var info = VideoFileInfo(
      container: text(facts.container) ?? "unknown", codec: text(facts.codec) ?? "unknown", width: Int(facts.width),
      height: Int(facts.height))
    info.profile = text(facts.profile) ?? (facts.profile_number >= 0 ? "\(facts.profile_number)" : nil)
    (info.pixelWidth, info.pixelHeight) = (Int(facts.sar_width), Int(facts.sar_height))
    info.rotation = facts.rotation
    (info.videoTrackCount, info.audioTrackCount) = (Int(facts.video_tracks), Int(facts.audio_tracks))
    info.start = facts.start
    info.duration = facts.duration >= 0 ? facts.duration : nil
    info.framesPerSecond = facts.frame_rate > 0 ? facts.frame_rate : nil
    self.info = info
  }

  deinit { reader.withLock { vd_reader_close($0.pointer) } }

  func next() throws(VideoFileError) -> (any DecodedFrame)? {
    try reader.withLock { reader throws(VideoFileError) in
      var frame: OpaquePointer?
      let hasFrame = try LibavFailure.check(bridge.bytes.name) { vd_reader_next(reader.pointer, &frame, $0) }
      return hasFrame ? frame.map { LibavFrame($0, source: bridge.bytes.name) } : nil
    }
  }

  func seek(to time: Double) throws(VideoFileError) {
    try reader.withLock { reader throws(VideoFileError) in
      _ = try LibavFailure.check(bridge.bytes.name) { vd_reader_seek(reader.pointer, time, $0) }
    }
  }

  func cancel() { bridge.cancel() }
}
