internal import CImageCodecs
internal import TesseraBase
internal import TesseraGeometry
public import TesseraRender

/// List of image codecs. The format is recognized by content; codecs added later are tried first. Any thread.
///
/// ```swift
/// PictureCodecs.shared.add(TargaCodec())  // from then on every image node reads Targa files
/// ```
public final class PictureCodecs: Sendable {
  /// Maximum width and height in pixels of a decoded picture.
  public static let maximumSide = Int(IC_MAX_SIDE)

  private let codecs: Locked<[any PictureCodec]>

  /// Creates a list of codecs.
  public init(_ codecs: [any PictureCodec] = [PNGCodec(), JPEGCodec()]) { self.codecs = Locked(codecs) }

  /// All codecs, in the order in which they were added.
  public var all: [any PictureCodec] { codecs.withLock { $0 } }

  /// Adds a codec; it replaces a codec of the same format.
  public func add(_ codec: any PictureCodec) {
    codecs.withLock { all in
      all.removeAll { $0.format == codec.format }
      all.append(codec)
    }
  }

  /// Returns the codec for the data.
  /// - Throws: `PictureError.notAnImage`. If the format is known, the reason names it and its requirements.
  public func codec(for data: PictureData) throws(PictureError) -> any PictureCodec {
    let all = all
    return try data.withBeginning { beginning throws(PictureError) in
      if !beginning.isEmpty, let codec = all.last(where: { $0.recognizes(beginning) }) { return codec }
      throw .notAnImage(source: data.name, reason: UnknownFormat.reason(beginning, read: all.map(\.format)))
    }
  }

  /// Parses the header; reads no more of the data than needed.
  public func header(of data: PictureData) throws(PictureError) -> PictureHeader { try codec(for: data).header(of: data) }

  /// Returns the frames of an animated image; nil if it has a single frame.
  public func frames(of data: PictureData) throws(PictureError) -> (any PictureFrames)? { try codec(for: data).frames(of: data) }

  /// Decodes a picture and applies its orientation.
  ///
  /// - Parameters:
  ///   - data: the file.
  ///   - request: size of the result, orientation applied. A smaller size than the picture's is decoded by averaging the covered pixels. A
  ///     larger size gives the picture's own, except for vector pictures. A crop is a part of the picture with its orientation applied, in
  ///     its own pixels; it is clipped to the picture. Requests that exceed the memory limit are refused before allocation.
  /// - Returns: premultiplied `argb8888`.
  public func decode(_ data: PictureData, _ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    let codec = try codec(for: data)
    return try decode(data, codec.header(of: data), request)
  }

  /// Decodes as ``decode(_:_:)``, with a known header.
  public func decode(_ data: PictureData, _ header: PictureHeader, _ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    let limit = Self.maximumSide
    guard header.width <= limit, header.height <= limit else {
      throw .tooLarge(
        source: data.name, reason: "its header gives \(header.width) x \(header.height) pixels; the maximum is \(limit) per side")
    }
    let crop = request.crop?.intersection(PixelRect(x: 0, y: 0, width: header.width, height: header.height))
    if let crop, crop.isEmpty {
      throw .unsupported(source: data.name, reason: "the crop is outside of the \(header.width) x \(header.height) pixels")
    }
    let most = header.isVector ? (limit, limit) : (crop?.width ?? header.width, crop?.height ?? header.height)
    let (width, height) = (max(1, min(request.width, most.0)), max(1, min(request.height, most.1)))
    try request.check(width * height * 4, for: "a picture of \(width) x \(height)", of: data.name)
    var stored = request
    (stored.width, stored.height) = header.isTurned ? (height, width) : (width, height)
    stored.byteLimit -= width * height * 4
    stored.crop = crop.map(header.stored)
    let pixels = try decode(data, header, stored, by: codec(for: data))
    if header.orientation == 1 { return pixels }
    return try CodecCall.turn(pixels, header.orientation, name: data.name, isCancelled: request.isCancelled)
  }

  /// Decodes a request in stored pixels: by the codec if it supports crops, otherwise by decoding more and cutting.
  private func decode(
    _ data: PictureData, _ header: PictureHeader, _ request: PictureRequest, by codec: any PictureCodec
  ) throws(PictureError) -> PixelBuffer {
    guard let crop = request.crop, !codec.crops else { return try codec.decode(data, header, request) }
    var whole = request
    whole.crop = nil
    (whole.width, whole.height) = (header.storedWidth, header.storedHeight)
    var part = crop
    if header.isVector {
      // Choose the scale at which the part has the requested size.
      let (x, y) = (Double(request.width) / Double(crop.width), Double(request.height) / Double(crop.height))
      (whole.width, whole.height) = (Int((Double(whole.width) * x).rounded()), Int((Double(whole.height) * y).rounded()))
      part = PixelRect(
        x: Int((Double(crop.x) * x).rounded()), y: Int((Double(crop.y) * y).rounded()), width: request.width, height: request.height)
      let side = Self.maximumSide
      guard whole.width <= side, whole.height <= side else {
        throw .tooLarge(
          source: data.name, reason: "a part at this size requires decoding the whole picture at \(whole.width) x \(whole.height) pixels")
      }
      (whole.width, whole.height) = (max(whole.width, part.maxX), max(whole.height, part.maxY))
    }
    try request.check(whole.width * whole.height * 4, for: "a picture of \(whole.width) x \(whole.height) before cropping", of: data.name)
    whole.byteLimit -= whole.width * whole.height * 4
    let pixels = try codec.decode(data, header, whole).cut(part, name: data.name)
    return pixels.width == request.width && pixels.height == request.height ? pixels : try pixels.shrunk(to: request, name: data.name)
  }
}
