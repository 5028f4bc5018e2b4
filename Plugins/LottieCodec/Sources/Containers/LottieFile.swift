internal import TesseraJSON

/// JSON of an animation, extracted from its container.
struct LottieFile {
  /// JSON text of the animation.
  let json: [UInt8]
  /// Archive that contains it; nil if there is none.
  var archive: ZipArchive?

  /// Folders of animations in archives of dotLottie 1 and 2, and folders of pictures.
  static let animationFolders = ["animations/", "a/"]
  private static let pictureFolders = ["images/", "i/"]

  init(_ bytes: [UInt8], source: String) throws(LottieError) {
    if bytes.starts(with: [0x1F, 0x8B]) {
      json = try Expansion.expand(bytes[...], .gzip, limit: LottieLimits.bytes, what: "its gzip stream", source: source)
    } else if bytes.starts(with: [0x50, 0x4B, 3, 4]) {
      let archive = try ZipArchive(bytes, source: source)
      json = try Self.animation(in: archive)
      self.archive = archive
    } else {
      json = bytes
    }
  }

  /// Returns the first animation of the manifest, or else the first one of the archive.
  private static func animation(in archive: ZipArchive) throws(LottieError) -> [UInt8] {
    var names: [String] = []
    if let manifest = try archive.bytes(of: "manifest.json") {
      let root = try JSONValue.lottie(manifest, source: "\(archive.source): manifest.json")
      let ids = [
        root[present: "activeAnimationId"]?.text, root[present: "initial"]?[present: "animation"]?.text,
        root[present: "animations"]?.list?.first?[present: "id"]?.text,
      ]
      names = ids.compactMap { $0 }.flatMap { id in animationFolders.map { "\($0)\(id).json" } }
    }
    names += archive.names.filter { name in name.hasSuffix(".json") && animationFolders.contains { name.hasPrefix($0) } }
    for name in names {
      if let json = try archive.bytes(of: name) { return json }
    }
    throw LottieError(source: archive.source, reason: "the archive has no animation (animations/NAME.json)")
  }

  /// Returns a picture of the archive by its path in the animation; nil if there is none or it cannot be read.
  static func picture(_ path: String, in archive: ZipArchive) -> [UInt8]? {
    let path = String(path.drop { $0 == "/" })
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    for candidate in [path] + pictureFolders.map({ $0 + name }) {
      if let bytes = try? archive.bytes(of: candidate) { return bytes }
    }
    return nil
  }
}
