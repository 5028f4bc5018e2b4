internal import CVideoDecoder
internal import TesseraPictures
internal import TesseraRender

/// Picture of a camera in the memory of a buffer. Its content is valid until the buffer is returned.
struct CameraPicture: VideoPicture {
  let facts: DecodedFrameFacts
  private let layout: CameraLayout
  private let memory: CameraMemory
  private let range: Range<Int>
  private let source: String

  init(_ layout: CameraLayout, _ memory: CameraMemory, _ range: Range<Int>, time: Double, source: String) {
    (self.layout, self.memory, self.range, self.source) = (layout, memory, range, source)
    var facts = DecodedFrameFacts(time: time, width: layout.width, height: layout.height)
    (facts.isKey, facts.pixelFormat, facts.range) = (true, CameraPixelFormat.text(of: layout.format), layout.isFull ? "full" : "limited")
    self.facts = facts
  }

  func pixels(_ conversion: FrameConversion) throws(VideoFileError) -> PixelBuffer {
    let bytes = UnsafeRawBufferPointer(rebasing: memory.bytes[range])
    if CameraPixelFormat(code: layout.format)?.isCompressed == true { return try decoded(bytes, conversion) }
    return try converted(bytes, layout, conversion)
  }

  private func converted(
    _ bytes: UnsafeRawBufferPointer, _ layout: CameraLayout, _ conversion: FrameConversion
  ) throws(VideoFileError) -> PixelBuffer {
    guard let buffer = try layout.picture.pixels(bytes, conversion, source) else {
      throw .noSignal(source: source, reason: "a picture is damaged")
    }
    return buffer
  }

  /// Decodes a JPEG file.
  private func decoded(_ bytes: UnsafeRawBufferPointer, _ conversion: FrameConversion) throws(VideoFileError) -> PixelBuffer {
    let pixels: PixelBuffer
    do throws(PictureError) {
      let (data, codec) = (PictureData([UInt8](bytes), name: source), JPEGCodec())
      let header = try codec.header(of: data)
      guard header.storedWidth > 0, header.storedHeight > 0, header.storedWidth * header.storedHeight <= CameraLayout.mostPixels else {
        throw .tooLarge(source: source, reason: "a picture has \(header.storedWidth) x \(header.storedHeight) pixels")
      }
      let shrink = [1, 2, 4, 8].contains(conversion.shrink) ? conversion.shrink : 1
      let size = (width: max(1, header.storedWidth / shrink), height: max(1, header.storedHeight / shrink))
      pixels = try codec.decode(data, header, PictureRequest(width: size.width, height: size.height))
    } catch { throw .noSignal(source: source, reason: "a picture is damaged") }
    return try turned(pixels, conversion)
  }

  /// Rotates and mirrors pixels that have their size already; opaque ones.
  private func turned(_ pixels: PixelBuffer, _ conversion: FrameConversion) throws(VideoFileError) -> PixelBuffer {
    guard conversion.isMirrored || conversion.quarterTurns % 4 != 0 else { return pixels }
    let layout = CameraLayout(
      width: pixels.width, height: pixels.height, format: CameraPixelFormat.xbgr32.code, stride: pixels.stride,
      size: pixels.stride * pixels.height)
    var conversion = conversion
    conversion.shrink = 1
    var result: Result<PixelBuffer, VideoFileError> = .failure(.outOfMemory(source: source))
    pixels.withUnsafeBytes { bytes in
      result = Result { () throws(VideoFileError) in try converted(bytes, layout, conversion) }
    }
    return try result.get()
  }
}
