internal import Tessera
internal import TesseraPictures
public import TesseraRender

#if Network
  internal import TesseraLoading
#endif

/// The bytes of a picture file in memory, of any format of ``TesseraPictures/PictureCodecs/shared``. A value; copies are equal, and two made of the same bytes are not.
public struct EncodedImage: Sendable {
  /// The bytes of the file.
  public let bytes: [UInt8]
  /// What error messages call it.
  public let name: String
  /// What the header says.
  let header: Result<ImageInfo, ImageError>
  /// URL that the bytes were loaded from; nil: the program has them.
  let url: String?
  private let id: UInt64

  private static let counter = Locked<UInt64>(0)

  /// Keeps the bytes of a file, and reads its header. What is wrong with the file is told when it is shown.
  public init(_ bytes: [UInt8], name: String = "in memory") { self.init(bytes, name: name, url: nil) }

  #if Network
    /// Keeps the bytes that were loaded from `url`.
    init(_ bytes: [UInt8], url: String) { self.init(bytes, name: URLText.shown(url), url: url) }
  #endif

  private init(_ bytes: [UInt8], name: String, url: String?) {
    self.bytes = bytes
    self.name = name
    self.url = url
    header = Result { () throws(ImageError) in try ImageDecoder.probe(bytes: bytes, name: name) }
    id = Self.counter.withLock {
      $0 += 1
      return $0
    }
  }
}

extension EncodedImage: Hashable {
  public static func == (a: EncodedImage, b: EncodedImage) -> Bool { a.id == b.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Where a picture comes from.
public enum ImageSource: Sendable {
  /// A file of any format of ``TesseraPictures/PictureCodecs/shared``. What it holds is noticed again when its size or time of change differs.
  case file(String)
  /// A picture from an absolute http or https URL, loaded when the node comes near the screen.
  case url(String)
  /// A file in memory.
  case encoded(EncodedImage)
  /// Pixels, in any format; nobody writes them any more.
  case pixels(PixelBuffer)

  /// What error messages call it.
  public var name: String {
    switch self {
    case .file(let path): path
    case .url(let url): Self.shown(url)
    case .encoded(let image): image.name
    case .pixels(let buffer): "of \(buffer.width) x \(buffer.height) pixels in memory"
    }
  }
}

extension ImageSource: Hashable {
  /// Files are equal by path, encoded pictures when one is a copy of the other, pixels when they are the same buffer.
  public static func == (a: ImageSource, b: ImageSource) -> Bool {
    switch (a, b) {
    case (.file(let x), .file(let y)), (.url(let x), .url(let y)): x == y
    case (.encoded(let x), .encoded(let y)): x == y
    case (.pixels(let x), .pixels(let y)): x === y
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .file(let path): hasher.combine(path)
    case .url(let url):
      hasher.combine(url)
      hasher.combine(true)
    case .encoded(let image): hasher.combine(image)
    case .pixels(let buffer): hasher.combine(ObjectIdentifier(buffer))
    }
  }
}

extension ImageSource {
  /// A URL where `location` begins with http:// or https://, else a file.
  public init(location: String) { self = Self.isURL(location) ? .url(location) : .file(location) }

  /// A URL for messages.
  private static func shown(_ url: String) -> String {
    #if Network
      URLText.shown(url)
    #else
      url
    #endif
  }

  /// Path or URL; nil for what is in memory.
  public var location: String? {
    switch self {
    case .file(let path): path
    case .url(let url): url
    case .encoded, .pixels: nil
    }
  }

  private static func isURL(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }
}
