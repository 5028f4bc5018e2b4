internal import CVideoDecoder

/// Decoder of one codec: libopenh264, libvpx or libdav1d. One thread at a time.
final class SoftwareDecoder {
  /// Answer of ``receive()``.
  enum Answer {
    case picture(SoftwareFrame, number: Int)
    case needsPacket
    case end
  }

  private let decoder: OpaquePointer
  private let track: MediaTrack
  private let color: MediaColor
  private let source: String

  /// Opens the decoder of a track.
  ///
  /// - Throws: with the reason why the codec, or this kind of it, cannot be decoded.
  init(_ format: PacketFormat, _ options: VideoOptions, source: String) throws(VideoFileError) {
    (track, self.source) = (format.track, source)
    guard let codec = Self.codec(of: track.codec) else {
      throw .unsupported(
        source: source, reason: "its codec \(track.codec.name) needs FFmpeg's libraries\(Self.packages)")
    }
    if let sequence = format.units?.sequence {
      color = sequence.color.completed(by: track.color)
      if sequence.chromaFormat != 1 || sequence.depth != 8 || !sequence.isProgressive {
        let chroma = ["gray", "4:2:0", "4:2:2", "4:4:4"][min(3, max(0, sequence.chromaFormat))]
        throw .unsupported(
          source: source,
          reason: "its H.264 is \(chroma) with \(sequence.depth) bits, \(sequence.isProgressive ? "progressive" : "interlaced"); "
            + "libopenh264 decodes 4:2:0 with 8 bits, progressive, and FFmpeg's libraries decode the others\(Self.packages)")
      }
    } else {
      color = track.color
    }
    var (wanted, decoder) = (vd_options(), OpaquePointer?.none)
    (wanted.most_pixels, wanted.threads) = (Int64(max(1, options.maximumPixels)), Int32(clamping: min(16, max(1, options.threads))))
    try LibavFailure.check(source) { vd_software_open(codec, &wanted, &decoder, $0) }
    guard let decoder else { throw .outOfMemory(source: source) }
    self.decoder = decoder
  }

  deinit { vd_software_close(decoder) }

  /// Reason why FFmpeg's libraries cannot be used, for messages.
  private static var packages: String { LibavDecoder.problem.map { "; \($0)" } ?? "" }

  private static func codec(of codec: MediaCodec) -> vd_software_codec? {
    switch codec {
    case .h264: VD_SOFTWARE_H264
    case .vp8: VD_SOFTWARE_VP8
    case .vp9: VD_SOFTWARE_VP9
    case .av1: VD_SOFTWARE_AV1
    case .h265, .other: nil
    }
  }

  /// Name of the library that decodes a codec; `none` if there is none.
  static func name(of codec: MediaCodec) -> String { self.codec(of: codec).map { String(cString: vd_software_name($0)) } ?? "none" }

  /// Decodes a packet. nil: no packets follow.
  func send(_ packet: MediaPacket?, number: Int) throws(VideoFileError) {
    guard let packet else {
      try LibavFailure.check(source) { vd_software_send(decoder, nil, 0, 0, $0) }
      return
    }
    try LibavFailure.check(source) { vd_software_send(decoder, packet.bytes, packet.bytes.count, Int64(number), $0) }
  }

  /// Takes the next picture.
  func receive() throws(VideoFileError) -> Answer {
    var picture = vd_software_picture()
    guard try LibavFailure.check(source, { vd_software_receive(decoder, &picture, $0) }) else { return .end }
    guard picture.bytes.0 != nil else { return .needsPacket }
    return .picture(SoftwareFrame(picture, color, codec: track.codec, source: source), number: Int(picture.number))
  }

  /// Drops all pictures.
  func restart() throws(VideoFileError) { try LibavFailure.check(source) { vd_software_restart(decoder, $0) } }
}
