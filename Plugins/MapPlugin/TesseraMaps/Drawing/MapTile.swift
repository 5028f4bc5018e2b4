public import TesseraPictures
internal import TesseraRender

/// Decoded tile. Any thread.
public final class MapTile: Sendable {
  let layers: [String: TileLayerIndex]
  let picture: PixelBuffer?
  /// Memory of the tile, bytes, estimated.
  public let memory: Int

  /// Decodes a stored tile.
  /// - Parameters:
  ///   - bytes: tile as stored, possibly gzipped.
  ///   - kind: kind of the source.
  ///   - name: name in messages.
  ///   - codecs: formats of pictures.
  /// - Throws: `MapError` if the tile is malformed or exceeds a limit.
  public init(decoding bytes: [UInt8], _ kind: MapSource.Kind, name: String, codecs: PictureCodecs) throws(MapError) {
    if kind == .raster {
      let buffer: PixelBuffer
      do throws(PictureError) {
        let data = PictureData(bytes, name: name)
        let header = try codecs.header(of: data)
        guard header.width <= Self.maximumSide, header.height <= Self.maximumSide else {
          throw .unsupported(source: name, reason: "the picture is \(header.width)x\(header.height); the maximum is \(Self.maximumSide)")
        }
        buffer = try codecs.decode(data, header, PictureRequest(width: header.width, height: header.height))
      } catch { throw MapError(source: name, reason: "\(error)") }
      (layers, picture, memory) = ([:], buffer, buffer.width * buffer.height * 4)
      return
    }
    let tile: VectorTile
    do throws(MapError) { tile = try VectorTile(reading: TileData.expanded(bytes, source: name)) } catch {
      throw MapError(source: name, offset: error.offset, line: error.line, reason: error.reason)
    }
    layers = Dictionary(tile.layers.map { ($0.name, TileLayerIndex($0)) }) { first, _ in first }
    picture = nil
    memory = tile.layers.reduce(1024) { $0 + $1.numbers.count * 4 + $1.features.count * 64 + ($1.values.count + $1.keys.count) * 96 }
  }

  /// Maximum width and height of a picture, pixels.
  static let maximumSide = 2048
}
