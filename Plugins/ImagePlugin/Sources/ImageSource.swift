internal import Tessera
internal import TesseraPictures
public import TesseraRender

#if Network
  internal import TesseraLoading
#endif

/// Picture file in memory, of any format of ``TesseraPictures/PictureCodecs/shared``. A value; copies are equal, but two values created
/// from the same bytes are not.
public struct EncodedImage: Sendable {
  /// Content of the file.
  public let bytes: [UInt8]
  /// Name in error messages.
  public let name: String
  /// Parsed header.
  let header: Result<ImageInfo, ImageError>
  /// URL that the bytes were loaded from; nil if they are the program's.
  let url: String?
  private let id: UInt64

  private static let counter = Locked<UInt64>(0)

  /// Keeps the bytes of a file and parses its header. Errors of the file are reported when it is shown.
  public init(_ bytes: [UInt8], name: String = "in memory") { self.init(bytes, name: name, url: nil) }

  #if Network
    /// Keeps bytes loaded from `url`.
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

/// Source of a picture.
public enum ImageSource: Sendable {
  /// File of any format of ``TesseraPictures/PictureCodecs/shared``. It is read again if its size or modification time changes.
  case file(String)
  /// Picture from an absolute http or https URL, loaded when the node approaches the viewport.
  case url(String)
  /// File in memory.
  case encoded(EncodedImage)
  /// Pixels in any format; they must not be modified afterwards.
  case pixels(PixelBuffer)

  /// Name in error messages.
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
  /// Compares files by path, encoded pictures by copy, pixels by buffer identity.
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
  /// Creates a URL source if `location` begins with http:// or https://, otherwise a file source.
  public init(location: String) { self = Self.isURL(location) ? .url(location) : .file(location) }

  /// Source at the location that an attribute gives; nil if it is empty or not set: data that has no picture yet has an empty text.
  init?(attribute location: String?) {
    guard let location, !location.isEmpty else { return nil }
    self.init(location: location)
  }

  /// Returns a URL for messages.
  private static func shown(_ url: String) -> String {
    #if Network
      URLText.shown(url)
    #else
      url
    #endif
  }

  /// Path or URL; nil for pictures in memory.
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
