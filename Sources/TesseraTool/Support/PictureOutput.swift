internal import TesseraDevices
internal import TesseraRender

/// How a picture is written: which kind of file, in which pixel format.
struct PictureOutput {
  enum Kind: String, CaseIterable { case png, ppm, raw }

  let path: String
  let kind: Kind
  let format: PixelFormat?
  let rotation: Rotation

  /// The ending of the path decides; standard output gets a PNG, or bare rows where a pixel format is named.
  init(path: String, format: PixelFormat? = nil, rotation: Rotation = .none) throws(ToolError) {
    if path == "-" {
      kind = format == nil ? .png : .raw
    } else if let known = Kind(rawValue: Files.fileExtension(path)) {
      kind = known
    } else {
      throw ToolError(.usage, "the output `\(path)` should end in .png, .ppm or .raw, or be - for standard output")
    }
    (self.path, self.format, self.rotation) = (path, format, rotation)
  }

  /// Writes `frame`; the file appears whole or not at all.
  func write(_ frame: PixelBuffer) throws(ToolError) {
    do throws(DeviceError) {
      try AtomicFile.write(try encode(converted(frame)), to: path)
    } catch {
      throw ToolError(error)
    }
  }

  private func converted(_ frame: PixelBuffer) throws(DeviceError) -> PixelBuffer {
    guard format != nil || rotation != .none else { return frame }
    do throws(RenderError) {
      return try frame.converted(to: format ?? frame.format, rotation: rotation)
    } catch {
      throw .badFrame("\(error)")
    }
  }

  private func encode(_ picture: PixelBuffer) throws(DeviceError) -> [UInt8] {
    switch kind {
    case .png: try PNGEncoder.encode(picture)
    case .ppm: PPMEncoder.encode(picture)
    case .raw: try RawEncoder.encode(picture)
    }
  }
}
