internal import TesseraPictures

/// Packet as decoders take it. A value.
struct MediaPacket: Sendable {
  var bytes: [UInt8]
  /// Type of its compression, as far as its header has it.
  var kind = DecodedFrameFacts.Kind.unknown
}

/// Samples of a track as packets of its codec. A value.
struct PacketFormat: Sendable {
  let track: MediaTrack
  /// Maximum pixels of a frame.
  let maximumPixels: Int
  /// Of H.264 and H.265.
  private(set) var units: CodecUnits?

  /// Maximum bytes of a sample that is compressed by the container.
  private static let mostExpanded = 64 << 20

  init(_ track: MediaTrack, maximumPixels: Int) throws(ContainerProblem) {
    (self.track, self.maximumPixels) = (track, maximumPixels)
    switch track.codec {
    case .h264 where !track.configuration.isEmpty: units = try CodecUnits(avc: track.configuration)
    case .h265 where !track.configuration.isEmpty: units = try CodecUnits(hevc: track.configuration)
    case .h264, .h265: throw .corrupt("its track has no header of \(track.codec.name)")
    default: break
    }
    if let sequence = units?.sequence { try check(sequence.codedWidth, sequence.codedHeight) }
    try check(track.width, track.height)
  }

  /// Checks the size of a frame before a decoder allocates it.
  private func check(_ width: Int, _ height: Int) throws(ContainerProblem) {
    let side = 16384
    guard width <= side, height <= side, width * height <= maximumPixels || isPadded(width, height) else {
      throw .tooLarge("a frame has \(width) x \(height) pixels; the limits are \(side) a side and \(maximumPixels) together")
    }
  }

  /// Whether a size is within the limit without the padding of H.264 to blocks of 16 or 32 pixels.
  private func isPadded(_ width: Int, _ height: Int) -> Bool {
    track.codec == .h264 && max(0, width - 15) * max(0, height - 31) <= maximumPixels
  }

  /// Converts the bytes of a sample.
  ///
  /// - Parameters:
  ///   - isFirst: whether no packet precedes it, so that it needs the header of the codec.
  func packets(_ sample: [UInt8], isKey: Bool, isFirst: Bool) throws(ContainerProblem) -> [MediaPacket] {
    let bytes = try expanded(sample)
    switch track.codec {
    case .h264, .h265: return try unitPackets(bytes, isKey: isKey || isFirst)
    case .vp8:
      if let size = VP8Header.size(bytes[...]) { try check(size.width, size.height) }
      return [MediaPacket(bytes: bytes, kind: VP8Header.isKey(bytes[...]) ? .intra : .predicted)]
    case .vp9:
      var packets: [MediaPacket] = []
      for frame in VP9Header.frames(of: bytes) {
        guard let header = VP9Header(frame) else { continue }
        if let width = header.width, let height = header.height { try check(width, height) }
        packets.append(MediaPacket(bytes: Array(frame), kind: header.isIntra ? .intra : .predicted))
      }
      return packets
    case .av1:
      let header = isFirst && track.configuration.count > 4 ? Array(track.configuration[4...]) : []
      return [MediaPacket(bytes: header + bytes)]
    case .other: return []
    }
  }

  /// Returns the bytes of a sample without the compression of the container.
  func expanded(_ sample: [UInt8]) throws(ContainerProblem) -> [UInt8] {
    switch track.coding {
    case .plain: return sample
    case .prefix(let prefix): return prefix + sample
    case .zlib:
      // Without the header of zlib; its checksum at the end is ignored.
      guard sample.count > 2 else { return [] }
      let result = sample.withUnsafeBytes { bytes in
        Result { () throws(DeflateError) in
          try Deflate.expand(UnsafeRawBufferPointer(rebasing: bytes.dropFirst(2)), .raw, limit: Self.mostExpanded)
        }
      }
      guard case .success(let bytes) = result else { throw .corrupt("a compressed sample of track \(track.number) is damaged") }
      return bytes
    }
  }

  /// Replaces the lengths of units by start codes. Key frames get the parameter sets unless they have some.
  private func unitPackets(_ sample: [UInt8], isKey: Bool) throws(ContainerProblem) -> [MediaPacket] {
    guard let units else { return [] }
    var (packet, hasParameters, sequences) = (MediaPacket(bytes: []), false, [H264Parameters?]())
    packet.bytes.reserveCapacity(sample.count + units.parameterSets.count + 16)
    let isWhole = H264Units.forEach(in: sample, lengthSize: units.lengthSize) { unit in
      if track.codec == .h264 {
        let type = (unit.first ?? 0) & 31
        if type == 7 {
          hasParameters = true
          sequences.append(H264Parameters(unit))
        }
        if let kind = H264Units.kind(of: unit), packet.kind == .unknown || kind == .bidirectional || packet.kind == .intra {
          packet.kind = kind
        }
      }
      packet.bytes += CodecUnits.startCode + unit
    }
    for sequence in sequences {
      guard let sequence else { throw .corrupt("a sequence parameter set is damaged") }
      try check(sequence.codedWidth, sequence.codedHeight)
    }
    // Others decode what is there of a sample that is cut; the rest of the picture would be wrong.
    guard isWhole, !packet.bytes.isEmpty else { return [] }
    if isKey, !hasParameters { packet.bytes = units.parameterSets + packet.bytes }
    return [packet]
  }
}
