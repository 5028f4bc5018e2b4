/// Reads entries of the element `Tracks`.
enum WebMTrack {
  /// Reads a `TrackEntry`. Nanoseconds become seconds.
  static func read(_ entry: ByteCursor) throws(ContainerProblem) -> MediaTrack {
    var (entry, track, codec) = (entry, MediaTrack(number: 0), "")
    while let (id, content) = try entry.nextElement() {
      switch id {
      case 0xD7: track.number = try content.elementNumber()
      case 0x83:
        let kind = try content.elementNumber()
        track.kind = kind == 1 ? .video : kind == 2 ? .audio : .other
      case 0x86: codec = content.elementText()
      case 0x63A2: track.configuration = content.rest()
      case 0x23E383: track.usualDuration = Double(try content.elementNumber()) / 1e9
      case 0xE0: try readVideo(content, &track)
      case 0x6D80: try readEncodings(content, &track)
      default: break
      }
    }
    switch codec {
    case "V_MPEG4/ISO/AVC": track.codec = .h264
    case "V_MPEGH/ISO/HEVC": track.codec = .h265
    case "V_VP8": track.codec = .vp8
    case "V_VP9": track.codec = .vp9
    case "V_AV1": track.codec = .av1
    default: track.codec = .other(codec.isEmpty ? "unknown" : codec)
    }
    return track
  }

  private static func readVideo(_ content: ByteCursor, _ track: inout MediaTrack) throws(ContainerProblem) {
    var (content, shown, unit) = (content, (width: 0, height: 0), 0)
    while let (id, value) = try content.nextElement() {
      switch id {
      case 0xB0: track.width = try value.elementNumber()
      case 0xBA: track.height = try value.elementNumber()
      case 0x54B0: shown.width = try value.elementNumber()
      case 0x54BA: shown.height = try value.elementNumber()
      case 0x54B2: unit = try value.elementNumber()
      case 0x55B0: try readColor(value, &track)
      case 0x7670: try readProjection(value, &track)
      default: break
      }
    }
    // Pixels, centimeters, inches and aspect ratios all have the ratio; 4 is unknown.
    let limit = 1 << 24
    guard unit < 4, shown.width > 0, shown.height > 0, track.width > 0, track.height > 0 else { return }
    guard max(shown.width, shown.height, track.width, track.height) <= limit else { return }
    track.pixelAspect = (shown.width * track.height, shown.height * track.width)
  }

  private static func readColor(_ content: ByteCursor, _ track: inout MediaTrack) throws(ContainerProblem) {
    var content = content
    while let (id, value) = try content.nextElement() {
      switch id {
      case 0x55B1: track.color.matrix = try value.elementNumber()
      case 0x55BA: track.color.transfer = try value.elementNumber()
      case 0x55BB: track.color.primaries = try value.elementNumber()
      case 0x55B9:
        let range = try value.elementNumber()
        track.color.isFull = range == 1 ? false : range == 2 ? true : nil
      default: break
      }
    }
  }

  /// Reads the roll of a flat projection: degrees counterclockwise.
  private static func readProjection(_ content: ByteCursor, _ track: inout MediaTrack) throws(ContainerProblem) {
    var content = content
    while let (id, value) = try content.nextElement() {
      if id == 0x7675 {
        let roll = try value.elementFloat()
        if roll.isFinite { track.rotation = min(180, max(-180, roll)) }
      }
    }
  }

  private static func readEncodings(_ content: ByteCursor, _ track: inout MediaTrack) throws(ContainerProblem) {
    var content = content
    while let (id, encoding) = try content.nextElement() {
      guard id == 0x6240 else { continue }
      guard track.coding == .plain else { throw .unsupported("track \(track.number) is compressed twice") }
      // Without other values: zlib, of the samples.
      var (encoding, kind, algorithm, scope, prefix) = (encoding, 0, 0, 1, [UInt8]())
      while let (id, value) = try encoding.nextElement() {
        switch id {
        case 0x5033: kind = try value.elementNumber()
        case 0x5032: scope = try value.elementNumber()
        case 0x5034:
          var compression = value
          while let (id, value) = try compression.nextElement() {
            if id == 0x4254 { algorithm = try value.elementNumber() }
            if id == 0x4255 { prefix = value.rest() }
          }
        default: break
        }
      }
      guard kind == 0 else { throw .unsupported("track \(track.number) is encrypted") }
      guard scope & 1 != 0 else { continue }
      switch algorithm {
      case 0: track.coding = .zlib
      case 3: track.coding = .prefix(prefix)
      default: throw .unsupported("track \(track.number) is compressed with algorithm \(algorithm); 0 and 3 can be read")
      }
    }
  }
}
