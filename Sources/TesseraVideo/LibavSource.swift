internal import CVideoDecoder
internal import TesseraBase

/// File open in libavformat.
final class LibavSource: PacketReader {
  let info: VideoFileInfo
  let isLive: Bool
  let color: CodedColor?
  private let bridge: InputBridge
  /// Reader of C, used with the lock held.
  private let reader: Locked<Reader>

  private struct Reader: @unchecked Sendable {
    // C permits any thread, one at a time; the lock ensures that.
    let pointer: OpaquePointer
  }

  private typealias Opening = (
    UnsafeMutablePointer<OpaquePointer?>, UnsafeMutablePointer<vd_info>, UnsafeMutablePointer<CChar>
  ) -> vd_status

  private static func options(_ options: VideoOptions) -> vd_options {
    var wanted = vd_options()
    wanted.most_pixels = Int64(max(1, options.maximumPixels))
    wanted.threads = Int32(clamping: options.threads)
    wanted.track = Int32(clamping: options.track)
    return wanted
  }

  var readerName: String { "libavformat" }
  var decoderName: String { "libavcodec" }
  var decoderFailure: String? { nil }
  var name: String { bridge.bytes.name }
  var isCancelled: Bool { bridge.isCancelled.withLock { $0 } }

  private init(_ bridge: InputBridge, isLive: Bool, _ open: Opening) throws(VideoFileError) {
    var (reader, facts) = (OpaquePointer?.none, vd_info())
    try LibavFailure.check(bridge.bytes.name) { open(&reader, &facts, $0) }
    guard let reader else { throw .outOfMemory(source: bridge.bytes.name) }
    (self.bridge, self.isLive) = (bridge, isLive)
    color = facts.is_plain != 0 ? CodedColor(matrix: Int(facts.matrix), isFull: facts.is_full != 0) : nil
    self.reader = Locked(Reader(pointer: reader))
    func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
    var info = VideoFileInfo(
      container: text(facts.container) ?? "unknown", codec: text(facts.codec) ?? "unknown", width: Int(facts.width),
      height: Int(facts.height))
    info.profile = text(facts.profile) ?? (facts.profile_number >= 0 ? "\(facts.profile_number)" : nil)
    (info.pixelWidth, info.pixelHeight) = (Int(facts.sar_width), Int(facts.sar_height))
    info.rotation = facts.rotation
    (info.videoTrackCount, info.audioTrackCount) = (Int(facts.video_tracks), Int(facts.audio_tracks))
    info.start = facts.start
    info.duration = facts.duration >= 0 ? facts.duration : nil
    info.framesPerSecond = facts.frame_rate > 0 ? facts.frame_rate : nil
    self.info = info
  }

  convenience init(_ input: any VideoInput, _ options: VideoOptions) throws(VideoFileError) {
    let bridge = InputBridge(input)
    try self.init(bridge, isLive: false) { reader, facts, message in
      var (bytes, wanted) = (bridge.makeInput(), Self.options(options))
      return vd_reader_open(&bytes, &wanted, reader, facts, message)
    }
  }

  /// Opens a live stream. `bridge` cancels it, and has its name for messages. It fails after `readPatience` seconds without data.
  convenience init(
    stream url: String, _ bridge: InputBridge, _ options: VideoOptions, readPatience: Double = StreamSession.readPatience
  ) throws(VideoFileError) {
    let input = bridge.makeInput()
    try self.init(bridge, isLive: true) { reader, facts, message in
      url.withCString { url in
        var stream = vd_stream(
          url: url, context: input.context, is_cancelled: input.is_cancelled, open_patience: StreamSession.openPatience,
          read_patience: readPatience)
        var wanted = Self.options(options)
        return vd_reader_open_stream(&stream, &wanted, reader, facts, message)
      }
    }
  }

  deinit { reader.withLock { vd_reader_close($0.pointer) } }

  func next() throws(VideoFileError) -> (any DecodedFrame)? {
    try reader.withLock { reader throws(VideoFileError) in
      var frame: OpaquePointer?
      let hasFrame = try LibavFailure.check(bridge.bytes.name) { vd_reader_next(reader.pointer, &frame, $0) }
      return hasFrame ? frame.map { LibavFrame($0, source: bridge.bytes.name) } : nil
    }
  }

  func next(_ demand: LiveDemand) throws(VideoFileError) -> StreamPart? {
    try reader.withLock { reader throws(VideoFileError) in
      var (part, wanted) = (vd_part(), vd_demand(picture: demand.hasPicture ? 1 : 0, sound: demand.hasSound ? 1 : 0))
      let hasPart = try LibavFailure.check(bridge.bytes.name) { vd_reader_next_part(reader.pointer, &wanted, &part, $0) }
      guard hasPart else { return nil }
      if let frame = part.frame { return .picture(LibavFrame(frame, source: bridge.bytes.name)) }
      guard let samples = part.samples else { return .blocked }
      let all = UnsafeBufferPointer(start: samples, count: Int(part.frames) * 2)
      return .sound(LiveSound(time: part.time, rate: Int(part.rate), samples: Array(all)))
    }
  }

  func nextPacket(_ demand: LiveDemand, into buffer: UnsafeMutableRawBufferPointer) throws(VideoFileError) -> CodedPart? {
    try reader.withLock { reader throws(VideoFileError) in
      var (part, wanted) = (vd_part(), vd_demand(picture: demand.hasPicture ? 2 : 0, sound: demand.hasSound ? 1 : 0))
      let hasPart = try LibavFailure.check(bridge.bytes.name) { vd_reader_next_part(reader.pointer, &wanted, &part, $0) }
      guard hasPart else { return nil }
      if let bytes = part.packet.bytes {
        let packet = UnsafeRawBufferPointer(start: bytes, count: part.packet.count)
        if packet.count <= buffer.count { buffer.copyMemory(from: packet) }
        return .packet(
          CodedPacket(
            byteCount: packet.count, time: part.packet.time, duration: part.packet.duration, isKey: part.packet.is_key != 0))
      }
      guard let samples = part.samples else { return .blocked }
      return .sound(
        LiveSound(time: part.time, rate: Int(part.rate), samples: Array(UnsafeBufferPointer(start: samples, count: Int(part.frames) * 2))))
    }
  }

  func seek(to time: Double) throws(VideoFileError) {
    try reader.withLock { reader throws(VideoFileError) in
      _ = try LibavFailure.check(bridge.bytes.name) { vd_reader_seek(reader.pointer, time, $0) }
    }
  }

  func cancel() { bridge.cancel() }
}
