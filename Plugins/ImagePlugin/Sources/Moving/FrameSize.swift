/// Pixels of the frames of a moving picture.
struct FrameSize: Hashable, Sendable {
  var width: Int
  var height: Int
}

extension FrameTrack {
  /// Pixels of its frames.
  var size: FrameSize { FrameSize(width: frames.width, height: frames.height) }
}

extension FrameTrack.Shot {
  var size: FrameSize { FrameSize(width: pixels.width, height: pixels.height) }
}
