internal import CWebP
internal import TesseraBase
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

/// Frames of an animated WebP.
struct WebPFrames: PictureFrames {
  let name: String
  let bytes: [UInt8]
  let info: wp_info
  let list: [wp_frame]
  let color: ColorTransform?

  init(_ data: PictureData) throws(PictureError) {
    name = data.name
    bytes = try data.bytes()
    (info, list) = try WebPFile.scan(bytes, name: data.name)
    color = try WebPChunks.profile(of: data).flatMap(ColorTransform.init(profile:))
    let canvas = PixelRect(x: 0, y: 0, width: Int(info.width), height: Int(info.height))
    for (i, frame) in list.enumerated() {
      guard frame.area.intersection(canvas) == frame.area, frame.offset + frame.length <= bytes.count, !frame.area.isEmpty else {
        throw .corrupt(source: name, reason: "WebP: frame \(i) is outside of the canvas of \(canvas.width) x \(canvas.height)")
      }
    }
    guard !list.isEmpty else { throw .corrupt(source: name, reason: "WebP: it has no frame") }
  }

  var width: Int { Int(info.width) }
  var height: Int { Int(info.height) }
  var isOpaque: Bool { false }
  var byteCount: Int { bytes.count }
  var loopCount: Int { Int(info.loops) }
  var delays: [Double] { list.map { Double($0.milliseconds) / 1000 } }

  func resized(width: Int, height: Int) -> (any PictureFrames)? { nil }
  func makeReader() throws(PictureError) -> any PictureFrameReader { WebPReader(self) }

  /// A frame is independent of earlier ones if it covers the canvas opaquely, or if the previous one covers it and is cleared.
  func start(for index: Int) -> Int {
    var index = min(max(index, 0), list.count - 1)
    while index > 0 {
      let (frame, before) = (list[index], list[index - 1])
      if covers(frame), frame.blends == 0 || frame.has_alpha == 0 { break }
      if covers(before), before.clears != 0 { break }
      index -= 1
    }
    return index
  }

  private func covers(_ frame: wp_frame) -> Bool { frame.area == PixelRect(x: 0, y: 0, width: width, height: height) }
}

extension wp_frame {
  var area: PixelRect { PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)) }
}

/// Decodes the frames of a WebP in order.
final class WebPReader: PictureFrameReader {
  private let frames: WebPFrames
  /// Area of the previous frame that is still to be cleared.
  private let cleared = Locked(PixelRect.zero)

  init(_ frames: WebPFrames) { self.frames = frames }

  func decode(_ index: Int, into canvas: PixelBuffer, isCancelled: () -> Bool) throws(PictureError) -> PixelRect {
    let frame = frames.list[index]
    let range = frame.offset..<frame.offset + frame.length
    let isStart = frames.start(for: index) == index
    var changed = frame.area
    if isStart {
      canvas.clear()
      changed = canvas.bounds
    } else {
      let gone = cleared.withLock { $0 }
      if !gone.isEmpty { canvas.clear(in: gone) }
      changed = changed.union(gone)
    }
    if frame.blends == 0 || frame.has_alpha == 0 {
      // The frame replaces the canvas content.
      try WebPFile.decode(
        frames.bytes, range, into: canvas, at: frame.area, color: frames.color, name: frames.name, isCancelled: isCancelled)
    } else {
      let picture = try PictureRequest(width: frame.area.width, height: frame.area.height).makeBuffer(for: frames.name)
      try WebPFile.decode(
        frames.bytes, range, into: picture, at: picture.bounds, color: frames.color, name: frames.name, isCancelled: isCancelled)
      canvas.blend(picture, x: frame.area.x, y: frame.area.y)
    }
    cleared.withLock { $0 = frame.clears != 0 ? frame.area : .zero }
    return changed
  }
}
