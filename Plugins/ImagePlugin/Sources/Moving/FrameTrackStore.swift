internal import Tessera
internal import TesseraPictures

/// The moving pictures that nodes show, by file. Any thread.
final class FrameTrackStore: Sendable {
  static let shared = FrameTrackStore()

  private struct Key: Hashable {
    var source: ImageSource
    var stamp: FileStamp?
    var size: FrameSize?
  }

  private struct Entry: Sendable {
    weak var track: FrameTrack?
  }

  private let tracks = Locked<[Key: Entry]>([:])

  /// Returns the frames of a source; nil where it does not move. Reads the whole file where nobody shows it yet: a worker.
  /// - Parameters:
  ///   - size: pixels of the frames, where they have no size of their own; nil: as the file says.
  ///   - other: frames of the source at another size.
  func track(
    of source: ImageSource, stamp: FileStamp?, size: FrameSize?, from other: (any PictureFrames)? = nil
  ) throws(PictureError) -> FrameTrack? {
    let key = Key(source: source, stamp: stamp, size: size)
    if let known = tracks.withLock({ $0[key]?.track }) { return known }
    var read = other
    if read == nil { read = try Self.frames(of: source) }
    guard var frames = read else { return nil }
    if let size, let resized = frames.resized(width: size.width, height: size.height) { frames = resized }
    let limit = PictureCodecs.maximumSide
    guard frames.width <= limit, frames.height <= limit else {
      throw .tooLarge(
        source: source.name, reason: "its frames have \(frames.width) x \(frames.height) pixels; \(limit) a side are the most")
    }
    // Three frames are held at a time.
    try PictureRequest(width: frames.width, height: frames.height)
      .check(
        frames.byteCount + 3 * frames.width * frames.height * 4, for: "a moving picture of \(frames.width) x \(frames.height)",
        of: source.name)
    let made = FrameTrack(frames, name: source.name)
    return tracks.withLock { tracks in
      if let known = tracks[key]?.track { return known }
      tracks = tracks.filter { $0.value.track != nil }
      tracks[key] = Entry(track: made)
      return made
    }
  }

  private static func frames(of source: ImageSource) throws(PictureError) -> (any PictureFrames)? {
    guard let data = try source.data() else { return nil }
    return try PictureCodecs.shared.frames(of: data)
  }
}

extension ImageSource {
  /// The file; nil for pixels.
  func data() throws(PictureError) -> PictureData? {
    switch self {
    case .file(let path): try PictureData(file: path)
    case .encoded(let image): PictureData(image.bytes, name: image.name)
    case .url, .pixels: nil
    }
  }
}
