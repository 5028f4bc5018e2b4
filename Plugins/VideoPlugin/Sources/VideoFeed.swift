internal import Tessera
internal import TesseraRender
internal import TesseraVideo

/// Open file of a node, which decodes loop after loop. Used by one worker at a time; ``cancel()`` by any thread.
final class VideoFeed: Sendable {
  let path: String
  private let cursor: VideoCursor
  private let input: any VideoInput
  /// Time of the current loop's start since the first loop began.
  private let loopStart = Locked(0.0)

  var info: VideoFileInfo { cursor.source.info }
  var duration: Double? { cursor.duration }
  /// Length of a loop; nil until the last frame was decoded.
  var decodedEnd: Double? { cursor.decodedEnd }

  /// Frame with its time since the first loop began.
  struct Step: Sendable {
    var frame: any DecodedFrame
    var time: Double
    var position: Double
  }

  /// Opens a source. Reads from disk, or waits for a web server.
  init(_ path: String, _ opener: VideoOpener) throws(VideoFileError) {
    self.path = path
    input = try opener.open(path)
    do throws(VideoFileError) {
      cursor = VideoCursor(try VideoDecoders.shared.open(input, Self.options))
    } catch {
      throw VideoOpener.failure(of: input) ?? error
    }
  }

  /// One thread for small machines; a second one if there are several processors.
  private static var options: VideoOptions {
    var options = VideoOptions()
    options.threads = WorkerPool.defaultThreadCount > 1 ? 2 : 1
    return options
  }

  /// Decodes the next frame; after the last one, the first of the next loop if `loops`. Returns nil at the end.
  func next(loops: Bool) throws(VideoFileError) -> Step? {
    do throws(VideoFileError) {
      if let frame = try cursor.next() { return step(frame) }
    } catch {
      throw VideoOpener.failure(of: input) ?? error
    }
    // A connection that broke looks like the end of the file.
    if let failure = VideoOpener.failure(of: input) { throw failure }
    guard loops, let length = cursor.duration, length > 0 else { return nil }
    try cursor.seek(to: 0, isExact: false)
    loopStart.withLock { $0 += length }
    return try cursor.next().map(step)
  }

  private func step(_ frame: any DecodedFrame) -> Step {
    let position = max(0, cursor.time(of: frame))
    return Step(frame: frame, time: loopStart.withLock { $0 } + position, position: position)
  }

  /// Continues at a time of the file; its loop counts as the first.
  func seek(to time: Double, isExact: Bool, isCancelled: () -> Bool) throws(VideoFileError) {
    loopStart.withLock { $0 = 0 }
    try cursor.seek(to: time, isExact: isExact, isCancelled: isCancelled)
  }

  private let hasToldFailure = Locked(false)

  /// Returns the reason of the failure of a hardware decoder, once.
  func consumeDecoderFailure() -> String? {
    guard let failure = cursor.source.decoderFailure else { return nil }
    return hasToldFailure.withLock { told in
      defer { told = true }
      return told ? nil : failure
    }
  }

  /// Ends the current decoding, from any thread. The feed cannot be used again.
  func cancel() { cursor.source.cancel() }
}
