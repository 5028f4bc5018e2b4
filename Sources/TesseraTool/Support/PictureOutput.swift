internal import TesseraDevices
internal import TesseraRender

/// Output of a picture: file type and pixel format.
struct PictureOutput {
  enum Kind: String, CaseIterable { case png, ppm, raw }

  let path: String
  let kind: Kind
  let format: PixelFormat?
  let rotation: Rotation

  /// Chooses the type by the extension of the path. Standard output gets a PNG, or raw rows if a pixel format is given.
  init(path: String, format: PixelFormat? = nil, rotation: Rotation = .none) throws(ToolError) {
    if path == "-" {
      kind = format == nil ? .png : .raw
    } else if let known = Kind(rawValue: Files.fileExtension(path)) {
      kind = known
    } else {
      throw ToolError(.usage, "the output `\(path)` must end in .png, .ppm or .raw, or be - for standard output")
    }
    (self.path, self.format, self.rotation) = (path, format, rotation)
  }

  /// Writes `frame`, atomically if the output is a file.
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
