internal import TesseraBase

/// PMTiles file, version 3. Any thread.
///
/// A tile takes one read, and one for each level of leaf directories that is not cached.
public final class PMTiles: TileArchive {
  /// Maximum size of an expanded directory or of expanded metadata, bytes.
  static let maximumPart = 16 << 20
  /// Maximum depth of leaf directories.
  static let maximumDepth = 4
  /// Number of cached leaf directories.
  static let cachedLeaves = 16

  public let header: PMTilesHeader
  public let metadata: MapValue
  private let file: TileFile
  private let root: PMTilesDirectory
  /// Leaf directories by offset, the last used at the end.
  private let leaves = Locked<[(offset: UInt64, directory: PMTilesDirectory)]>([])

  /// Opens a file.
  public convenience init(_ path: String) throws(MapError) { try self.init(TileFile(path)) }

  init(_ file: TileFile) throws(MapError) {
    self.file = file
    header = try PMTilesHeader(file.bytes(0..<min(PMTilesHeader.size, file.size)), source: file.path, fileSize: file.size)
    root = try PMTilesDirectory(Self.part(header.root, file, header, "root directory"), source: file.path)
    let text = try Self.part(header.metadata, file, header, "metadata")
    metadata = text.isEmpty ? .map([]) : try MapValue.read(text, source: "\(file.path): metadata")
  }

  public var zooms: ClosedRange<Int> { header.minimumZoom...header.maximumZoom }

  public var kind: TileKind {
    switch header.tileType {
    case 1: .vector
    case 2: .png
    case 3: .jpeg
    case 4: .webp
    case 5: .avif
    default: .unknown
    }
  }

  private static func part(_ range: Range<Int>, _ file: TileFile, _ header: PMTilesHeader, _ name: String) throws(MapError) -> [UInt8] {
    guard range.count <= maximumPart else {
      throw MapError(source: file.path, offset: range.lowerBound, reason: "\(name): \(range.count) bytes; the maximum is \(maximumPart)")
    }
    let bytes = try file.bytes(range)
    switch header.internalCompression {
    case 1: return bytes
    case 2, 0: return try TileData.expanded(bytes, source: "\(file.path): \(name)", limit: maximumPart)
    default:
      throw MapError(
        source: file.path, offset: 97,
        reason: "directories are compressed with method \(header.internalCompression); supported are 1 (none) and 2 (gzip)")
    }
  }

  public func tile(_ address: TileAddress) throws(MapError) -> [UInt8]? {
    guard address.isValid else { return nil }
    let number = HilbertCurve.number(address)
    var directory = root
    for _ in 0..<Self.maximumDepth {
      guard let entry = directory.entry(for: number) else { return nil }
      if entry.run > 0 {
        guard number - entry.first < entry.run else { return nil }
        return try bytes(of: entry)
      }
      directory = try leaf(entry)
    }
    throw MapError(source: file.path, reason: "leaf directories are nested more than \(Self.maximumDepth) deep")
  }

  private func bytes(of entry: PMTilesDirectory.Entry) throws(MapError) -> [UInt8] {
    guard entry.length <= TileArchives.maximumTileSize else {
      throw MapError(source: file.path, reason: "a tile of \(entry.length) bytes; the maximum is \(TileArchives.maximumTileSize)")
    }
    return try file.bytes(range(entry, in: header.data, "a tile"))
  }

  private func range(_ entry: PMTilesDirectory.Entry, in part: Range<Int>, _ name: String) throws(MapError) -> Range<Int> {
    guard entry.offset <= UInt64(part.count), entry.length <= UInt64(part.count) - entry.offset else {
      throw MapError(
        source: file.path, reason: "\(name): \(entry.length) bytes at \(entry.offset) exceed their part of \(part.count) bytes")
    }
    let start = part.lowerBound + Int(entry.offset)
    return start..<(start + Int(entry.length))
  }

  private func leaf(_ entry: PMTilesDirectory.Entry) throws(MapError) -> PMTilesDirectory {
    if let found = leaves.withLock({ list -> PMTilesDirectory? in
      guard let index = list.firstIndex(where: { $0.offset == entry.offset }) else { return nil }
      let item = list.remove(at: index)
      list.append(item)
      return item.directory
    }) {
      return found
    }
    let range = try range(entry, in: header.leaves, "a leaf directory")
    let directory = try PMTilesDirectory(Self.part(range, file, header, "leaf directory"), source: file.path)
    leaves.withLock { list in
      if list.count >= Self.cachedLeaves { list.removeFirst() }
      list.append((entry.offset, directory))
    }
    return directory
  }

  public func forEachTile(_ body: (TileAddress) throws(MapError) -> Bool) throws(MapError) {
    var steps = 0
    _ = try visit(root, 1, &steps, body)
  }

  /// Maximum number of entries and tiles that `forEachTile` visits: directories can contain each other.
  static let maximumSteps = 16 << 20

  /// Returns whether the walk continues.
  private func visit(
    _ directory: PMTilesDirectory, _ depth: Int, _ steps: inout Int, _ body: (TileAddress) throws(MapError) -> Bool
  ) throws(MapError) -> Bool {
    for entry in directory.entries {
      steps += 1
      guard steps <= Self.maximumSteps else {
        throw MapError(source: file.path, reason: "there are more than \(Self.maximumSteps) entries")
      }
      if entry.run == 0 {
        guard depth < Self.maximumDepth else {
          throw MapError(source: file.path, reason: "leaf directories are nested more than \(Self.maximumDepth) deep")
        }
        guard try visit(leaf(entry), depth + 1, &steps, body) else { return false }
        continue
      }
      for step in 0..<entry.run {
        guard let address = HilbertCurve.address(entry.first &+ step) else {
          throw MapError(source: file.path, reason: "tile number \(entry.first) exceeds zoom \(TileAddress.maximumZoom)")
        }
        steps += 1
        guard steps <= Self.maximumSteps else {
          throw MapError(source: file.path, reason: "there are more than \(Self.maximumSteps) tiles")
        }
        guard try body(address) else { return false }
      }
    }
    return true
  }
}
