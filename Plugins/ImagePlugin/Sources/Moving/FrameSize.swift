/// Size of the frames of an animated image in pixels.
struct FrameSize: Hashable, Sendable {
  var width: Int
  var height: Int
}

extension FrameTrack {
  /// Size of its frames in pixels.
  var size: FrameSize { FrameSize(width: frames.width, height: frames.height) }
}

extension FrameTrack.Shot {
  var size: FrameSize { FrameSize(width: pixels.width, height: pixels.height) }
}
