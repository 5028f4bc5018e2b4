/// Recognizes containers.
enum MediaOpening {
  /// Opens a file at its first sample.
  ///
  /// - Parameter video: number of the track among those of video, from 0.
  static func open(_ window: InputWindow, video: Int) throws(ContainerProblem) -> any MediaContainer {
    let head = try window.bytes(at: 0, 12)
    if WebMFile.recognizes(head) { return try WebMFile(window, video: video) }
    if MP4File.recognizes(head) { return try MP4File(window, video: video) }
    throw .unsupported("it is neither MP4, MOV, WebM nor Matroska")
  }
}
