internal import Tessera
internal import TesseraPictures

/// Animated images that nodes show, by file. Any thread.
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

  /// Returns the frames of a source; nil if it is not animated. Reads the whole file if no node shows it yet, so it is for workers.
  /// - Parameters:
  ///   - size: size of the frames in pixels, if they have no fixed size; nil means the file's own.
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
    // Three frames are held together.
    try frames.check(holding: 3, of: source.name)
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
  /// Returns the file's data; nil for pixels.
  func data() throws(PictureError) -> PictureData? {
    switch self {
    case .file(let path): try PictureData(file: path)
    case .encoded(let image): PictureData(image.bytes, name: image.name)
    case .url, .pixels: nil
    }
  }
}
