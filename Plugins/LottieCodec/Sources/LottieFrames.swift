internal import TesseraBase
internal import TesseraGeometry
internal import TesseraPictures
internal import TesseraRender

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Frames of an animation. Each is drawn independently, so any may be the first.
struct LottieFrames: PictureFrames {
  let document: LottieDocument
  let name: String
  private(set) var width: Int
  private(set) var height: Int
  let delays: [Double]
  let byteCount: Int
  private let step: Double

  /// Creates the frames.
  /// - Parameter byteCount: size of the file in bytes.
  init(_ document: LottieDocument, name: String, byteCount: Int) {
    let head = LottieHead(document)
    (self.document, self.name) = (document, name)
    (width, height, step) = (head.width, head.height, head.step / head.frameRate)
    let count = head.shownFrames
    let last = document.duration - Double(count - 1) * step
    delays = (0..<count).map { [step] in $0 < count - 1 ? step : last }
    self.byteCount = byteCount + document.imageBytes
  }

  var isOpaque: Bool { false }
  var loopCount: Int { 0 }
  var notes: [String] { document.unsupported }
  func makeReader() -> any PictureFrameReader { LottieReader(self) }
  func start(for index: Int) -> Int { min(max(index, 0), delays.count - 1) }

  func resized(width: Int, height: Int) -> (any PictureFrames)? {
    var frames = self
    (frames.width, frames.height) = (width, height)
    return frames
  }

  /// Returns the time of a frame in seconds from the beginning.
  func time(of index: Int) -> Double { Double(index) * step }
}

extension LottieHead {
  init(_ document: LottieDocument) {
    (size, frameRate, firstFrame, endFrame) = (document.size, document.frameRate, document.firstFrame, document.endFrame)
  }
}

/// Draws the frames of an animation.
final class LottieReader: PictureFrameReader {
  private let frames: LottieFrames
  /// The last frame drawn, to find the difference to the next.
  private let last = Locked<(index: Int, pixels: PixelBuffer)?>(nil)

  init(_ frames: LottieFrames) { self.frames = frames }

  func decode(_ index: Int, into canvas: PixelBuffer, isCancelled: () -> Bool) throws(PictureError) -> PixelRect {
    let before = last.withLock { last in
      defer { last = nil }
      return last
    }
    try frames.document.draw(
      into: canvas, at: frames.time(of: index), name: frames.name, byteLimit: DecodingBudget.shared.byteLimit, isCancelled: isCancelled)
    var changed = canvas.bounds
    var kept = before?.pixels
    if let before, before.index == index - 1 { changed = canvas.difference(from: before.pixels) }
    do {
      if let kept { kept.put(canvas, changed) } else { kept = try canvas.copy() }
    } catch {
      throw .outOfMemory(source: frames.name)
    }
    if let kept { last.withLock { $0 = (index, kept) } }
    return changed
  }
}

extension PixelBuffer {
  /// Returns the smallest rectangle that contains all pixels that differ from another buffer of the same size.
  func difference(from other: PixelBuffer) -> PixelRect {
    withUnsafeBytes { mine in
      other.withUnsafeBytes { others in
        func rows(_ y: Int) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer) {
          let (start, end) = (y * stride, y * other.stride)
          return (
            UnsafeRawBufferPointer(rebasing: mine[start..<start + width * 4]),
            UnsafeRawBufferPointer(rebasing: others[end..<end + width * 4])
          )
        }
        func differs(_ y: Int) -> Bool {
          let (a, b) = rows(y)
          // Both rows have the same number of bytes.
          guard let first = a.baseAddress, let second = b.baseAddress else { return false }
          return memcmp(first, second, width * 4) != 0
        }
        guard let top = (0..<height).first(where: differs), let bottom = (top..<height).last(where: differs) else { return .zero }
        var (left, right) = (width, 0)
        for y in top...bottom {
          let (a, b) = rows(y)
          var x = 0
          while x < left, a.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self) == b.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
          {
            x += 1
          }
          left = min(left, x)
          x = width
          while x > right,
            a.loadUnaligned(fromByteOffset: x * 4 - 4, as: UInt32.self) == b.loadUnaligned(fromByteOffset: x * 4 - 4, as: UInt32.self)
          {
            x -= 1
          }
          right = max(right, x)
        }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top + 1)
      }
    }
  }

  /// Copies a part of another buffer of the same size.
  fileprivate func put(_ source: PixelBuffer, _ area: PixelRect) {
    guard !area.isEmpty else { return }
    withUnsafeMutableBytes { target in
      source.withUnsafeBytes { pixels in
        for y in area.y..<area.maxY {
          let (from, to) = (y * source.stride + area.x * 4, y * stride + area.x * 4)
          target[to..<to + area.width * 4].copyBytes(from: pixels[from..<from + area.width * 4])
        }
      }
    }
  }
}
