import Foundation
import ImagePlugin
import Tessera
import TesseraGeometry
import TesseraPictures
import TesseraRender

/// Format for tests of moving pictures: frames of one colour each, as large as the picture or a part of it, decoded on top of one another.
///
/// A file consists of `MOVE` and the number of its description, which counts decoded frames.
final class MovingTestPicture: Sendable {
  struct Frame: Sendable {
    var color: Color
    var delay: Double
    /// Area of the frame; nil means the whole picture.
    var area: PixelRect?
    var fails = false
  }

  let frames: [Frame]
  let loopCount: Int
  let size: (width: Int, height: Int)
  /// Numbers of the decoded frames, in order; the cover is -1.
  let decoded = Locked<[Int]>([])
  let source: ImageSource

  private static let known = Locked<[MovingTestPicture]>([])
  private static let isRegistered: Bool = {
    PictureCodecs.shared.add(MovingTestCodec())
    return true
  }()

  init(_ frames: [Frame], loopCount: Int = 0, width: Int = 8, height: Int = 8) {
    _ = Self.isRegistered
    (self.frames, self.loopCount, size) = (frames, loopCount, (width, height))
    // The number must be known before the source is created, which reads its header immediately.
    let number = Self.known.withLock { $0.count }
    Self.pending.withLock { $0[number] = (frames, loopCount, width, height) }
    source = .encoded(EncodedImage(Array("MOVE".utf8) + [UInt8(number)], name: "moving \(number)"))
    Self.known.withLock { $0.append(self) }
  }

  private static let pending = Locked<[Int: (frames: [Frame], loopCount: Int, width: Int, height: Int)]>([:])

  static func size(_ data: PictureData) -> (width: Int, height: Int)? {
    pending.withLock { $0[Int(data.bytesAtHand.last ?? 255)] }.map { ($0.width, $0.height) }
  }

  static func of(_ data: PictureData) -> MovingTestPicture? {
    let number = Int(data.bytesAtHand.last ?? 255)
    return known.withLock { $0.indices.contains(number) ? $0[number] : nil }
  }

  /// Number of decoded frames, without the cover.
  var count: Int { decoded.withLock { $0.count { $0 >= 0 } } }
}

private struct MovingTestCodec: PictureCodec {
  var format: PictureFormat { PictureFormat(rawValue: "Moving test") }
  var fileExtensions: [String] { [] }
  var summary: String { "for tests" }
  func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool { beginning.starts(with: "MOVE".utf8) }

  func header(of data: PictureData) throws(PictureError) -> PictureHeader {
    guard let size = MovingTestPicture.size(data) else { throw .corrupt(source: data.name, reason: "no such picture") }
    var header = PictureHeader(format: format, width: size.width, height: size.height, isOpaque: true)
    header.mayMove = true
    return header
  }

  func decode(_ data: PictureData, _ header: PictureHeader, _ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    let picture = try request.makeBuffer(for: data.name)
    guard let moving = MovingTestPicture.of(data) else { throw .corrupt(source: data.name, reason: "no such picture") }
    moving.decoded.withLock { $0.append(-1) }
    picture.clear(moving.frames[0].color)
    return picture
  }

  func frames(of data: PictureData) throws(PictureError) -> (any PictureFrames)? { MovingTestPicture.of(data).map(Frames.init) }

  func makeIncrementalDecoder(name: String, byteLimit: Int) -> (any IncrementalDecoder)? { nil }

  struct Frames: PictureFrames {
    let picture: MovingTestPicture
    var width: Int { picture.size.width }
    var height: Int { picture.size.height }
    var isOpaque: Bool { true }
    var delays: [Double] { picture.frames.map(\.delay) }
    var loopCount: Int { picture.loopCount }
    var byteCount: Int { 5 }
    func resized(width: Int, height: Int) -> (any PictureFrames)? { nil }
    func makeReader() throws(PictureError) -> any PictureFrameReader { Reader(picture) }
  }

  final class Reader: PictureFrameReader {
    private let picture: MovingTestPicture
    init(_ picture: MovingTestPicture) { self.picture = picture }
    func decode(_ index: Int, into canvas: PixelBuffer, isCancelled: () -> Bool) throws(PictureError) -> PixelRect {
      let frame = picture.frames[index]
      picture.decoded.withLock { $0.append(index) }
      if frame.fails { throw .corrupt(source: "test", reason: "frame \(index) is damaged") }
      if index == 0 { canvas.clear() }
      canvas.clear(frame.color, in: frame.area)
      return index == 0 ? canvas.bounds : frame.area ?? canvas.bounds
    }
  }
}
