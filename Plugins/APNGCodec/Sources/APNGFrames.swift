internal import TesseraBase
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

/// The frames of an APNG.
struct APNGFrames: PictureFrames {
  let file: APNGFile
  let delays: [Double]

  init(_ file: APNGFile) {
    self.file = file
    delays = file.frames.map(\.delay)
  }

  var width: Int { file.width }
  var height: Int { file.height }
  var isOpaque: Bool { false }
  var byteCount: Int { file.bytes.count }
  var loopCount: Int { file.loopCount }

  func resized(width: Int, height: Int) -> (any PictureFrames)? { nil }
  func makeReader() throws(PictureError) -> any PictureFrameReader { APNGReader(self) }

  /// A frame begins anew where it replaces the whole canvas, or where the one before covers it and is cleared.
  func start(for index: Int) -> Int {
    var index = min(max(index, 0), delays.count - 1)
    while index > 0 {
      let (frame, before) = (file.frames[index], file.frames[index - 1])
      if covers(frame), !frame.blends { break }
      if covers(before), before.disposal == .clear { break }
      index -= 1
    }
    return index
  }

  private func covers(_ frame: APNGFile.Frame) -> Bool { frame.area == PixelRect(x: 0, y: 0, width: width, height: height) }
}

/// Decodes the frames of an APNG in order.
final class APNGReader: PictureFrameReader {
  private let frames: APNGFrames
  private let left = Locked(Left())

  /// What a frame leaves to be done before the next is drawn.
  private struct Left: Sendable {
    var area = PixelRect.zero
    var disposal = APNGFile.Frame.Disposal.keep
    /// What was under a frame that is to be taken back.
    var saved: PixelBuffer?
  }

  init(_ frames: APNGFrames) { self.frames = frames }

  func decode(_ index: Int, into canvas: PixelBuffer, isCancelled: () -> Bool) throws(PictureError) -> PixelRect {
    let frame = frames.file.frames[index]
    let isStart = frames.start(for: index) == index
    var changed = frame.area
    if isStart {
      canvas.clear()
      changed = canvas.bounds
    } else {
      let before = left.withLock { $0 }
      if before.disposal == .clear { canvas.clear(in: before.area) }
      if let saved = before.saved { canvas.put(saved, x: before.area.x, y: before.area.y) }
      if before.disposal != .keep { changed = changed.union(before.area) }
    }
    var after = Left(area: frame.area, disposal: frame.disposal)
    if frame.disposal == .restore {
      do { after.saved = try canvas.copy(of: frame.area) } catch { throw .outOfMemory(source: frames.file.name) }
    }
    let picture = try self.picture(frame, isCancelled)
    if frame.blends {
      canvas.blend(picture, x: frame.area.x, y: frame.area.y)
    } else {
      canvas.put(picture, x: frame.area.x, y: frame.area.y)
    }
    left.withLock { $0 = after }
    return changed
  }

  private func picture(_ frame: APNGFile.Frame, _ isCancelled: () -> Bool) throws(PictureError) -> PixelBuffer {
    var result: Result<PixelBuffer, PictureError>?
    withoutActuallyEscaping(isCancelled) { isCancelled in
      result = Result { () throws(PictureError) in
        let codec = PNGCodec()
        let data = PictureData(frames.file.png(of: frame), name: frames.file.name)
        let header = PictureHeader(format: .png, width: frame.area.width, height: frame.area.height, isOpaque: false)
        return try codec.decode(
          data, header, PictureRequest(width: frame.area.width, height: frame.area.height, isCancelled: isCancelled))
      }
    }
    // The closure above ran.
    return try result!.get()
  }
}
