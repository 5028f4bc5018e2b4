internal import CGIF
internal import TesseraBase
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

/// The frames of a GIF.
struct GIFFrames: PictureFrames {
  let file: GIFFile
  let delays: [Double]

  init(_ data: PictureData) throws(PictureError) {
    let file = try GIFFile(data)
    self.file = file
    delays = file.frames.map { Double(file.images[$0.upperBound - 1].delay) / 100 }
  }

  var width: Int { Int(file.info.width) }
  var height: Int { Int(file.info.height) }
  var isOpaque: Bool { false }
  var byteCount: Int { file.bytes.count }
  /// Netscape's extension says how often the frames are shown again, as browsers read it.
  var loopCount: Int { file.info.loops < 0 ? 1 : file.info.loops == 0 ? 0 : Int(file.info.loops) + 1 }

  func resized(width: Int, height: Int) -> (any PictureFrames)? { nil }
  func makeReader() throws(PictureError) -> any PictureFrameReader { GIFReader(self) }

  /// A frame begins anew where the image before it covers the canvas and is cleared.
  func start(for index: Int) -> Int {
    var index = min(max(index, 0), delays.count - 1)
    while index > 0 {
      let before = file.images[file.frames[index].lowerBound - 1]
      if before.disposal == Int32(GF_CLEAR.rawValue), file.area(of: before) == PixelRect(x: 0, y: 0, width: width, height: height) { break }
      index -= 1
    }
    return index
  }
}

extension GIFFile {
  /// The pixels of the canvas that an image covers.
  func area(of image: gf_image) -> PixelRect {
    PixelRect(x: Int(image.x), y: Int(image.y), width: Int(image.width), height: Int(image.height))
      .intersection(PixelRect(x: 0, y: 0, width: Int(info.width), height: Int(info.height)))
  }
}

/// Decodes the frames of a GIF in order.
final class GIFReader: PictureFrameReader {
  private let frames: GIFFrames
  private let state = Locked(State())

  /// What an image left to be done before the next is drawn.
  private struct State: Sendable {
    var disposal: (area: PixelRect, kind: Int32)?
    /// What was under an image that is to be taken back.
    var saved: PixelBuffer?
  }

  init(_ frames: GIFFrames) { self.frames = frames }

  func decode(_ index: Int, into canvas: PixelBuffer, isCancelled: () -> Bool) throws(PictureError) -> PixelRect {
    let file = frames.file
    let isStart = frames.start(for: index) == index
    var state = isStart ? State() : state.withLock { $0 }
    if isStart { canvas.clear() }
    var changed = isStart ? canvas.bounds : .zero
    for i in file.frames[index] {
      let image = file.images[i]
      let area = file.area(of: image)
      if let (gone, kind) = state.disposal, !gone.isEmpty {
        if kind == Int32(GF_CLEAR.rawValue) { canvas.clear(in: gone) }
        if let saved = state.saved { canvas.put(saved, x: gone.x, y: gone.y) }
        if kind != Int32(GF_KEEP.rawValue) { changed = changed.union(gone) }
      }
      state = State(disposal: (area, image.disposal))
      if image.disposal == Int32(GF_RESTORE.rawValue), !area.isEmpty {
        do { state.saved = try canvas.copy(of: area) } catch { throw .outOfMemory(source: file.name) }
      }
      try GIFFile.draw(image, of: file.bytes, name: file.name, into: canvas, isCancelled: isCancelled)
      changed = changed.union(area)
    }
    self.state.withLock { $0 = state }
    return changed
  }
}
