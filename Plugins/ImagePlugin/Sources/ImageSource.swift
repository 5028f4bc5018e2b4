internal import Tessera
public import TesseraRender

/// The bytes of a PNG or JPEG file in memory. Immutable; any thread. Two are equal when they are the same object.
public final class EncodedImage: Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// What error messages call it.
  public let name: String
  private let header = Locked<Result<ImageInfo, ImageError>?>(nil)

  /// Keeps the bytes of a file.
  public init(_ bytes: [UInt8], name: String = "in memory") {
    self.bytes = bytes
    self.name = name
  }

  /// What the header says; read once.
  func info() throws(ImageError) -> ImageInfo {
    try header.withLock { known in
      let result = known ?? Result { () throws(ImageError) in try ImageDecoder.probe(bytes: bytes, name: name) }
      known = result
      return result
    }.get()
  }
}

/// Where a picture comes from.
public enum ImageSource: Sendable {
  /// A PNG or JPEG file. What it holds is noticed again when its size or time of change differs.
  case file(String)
  /// A PNG or JPEG file in memory.
  case encoded(EncodedImage)
  /// Pixels, in any format; nobody writes them any more.
  case pixels(PixelBuffer)

  /// What error messages call it.
  public var name: String {
    switch self {
    case .file(let path): path
    case .encoded(let image): image.name
    case .pixels(let buffer): "of \(buffer.width) x \(buffer.height) pixels in memory"
    }
  }
}

extension ImageSource: Hashable {
  /// Files are equal by path, the others when they are the same object.
  public static func == (a: ImageSource, b: ImageSource) -> Bool {
    switch (a, b) {
    case (.file(let x), .file(let y)): x == y
    case (.encoded(let x), .encoded(let y)): x === y
    case (.pixels(let x), .pixels(let y)): x === y
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .file(let path): hasher.combine(path)
    case .encoded(let image): hasher.combine(ObjectIdentifier(image))
    case .pixels(let buffer): hasher.combine(ObjectIdentifier(buffer))
    }
  }
}
