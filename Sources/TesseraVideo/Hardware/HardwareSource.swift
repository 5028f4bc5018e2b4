internal import TesseraBase

/// File or live stream whose pictures a decoder of the kernel decodes while it can, and software otherwise: libavcodec, or that of the own reader.
///
/// The device is opened with the first picture. After a failure, software continues: in a file with the picture that follows the last one, in a
/// live stream with the next key frame.
final class HardwareSource: VideoSource, StreamSource {
  /// Decoder that is used.
  private enum Mode {
    /// Decoders that are tried with the first picture.
    case untried([HardwareDecoder])
    case hardware(CodecSession, HardwareDecoder)
    case software
  }

  private struct State: @unchecked Sendable {
    // The session is used with the lock held.
    var mode: Mode
    var failure: String?
    /// Time of the last picture since the last seek, and of that seek.
    var last: Double?
    var sought: Double?
  }

  private let reader: any PacketReader
  private let devices: CodecDevices
  private let maximumPixels: Int
  private let state: Locked<State>

  /// Returns a source that uses a decoder of the kernel; the reader itself if none has its codec and size.
  static func wrap(_ reader: any PacketReader, _ options: VideoOptions, _ devices: CodecDevices) -> any VideoSource & StreamSource {
    let info = reader.info
    guard options.decoder == .automatic, reader.color != nil else { return reader }
    let decoders = devices.decoders(of: info.codec, width: info.width, height: info.height)
    return decoders.isEmpty ? reader : HardwareSource(reader, decoders, devices, options)
  }

  private init(_ reader: any PacketReader, _ decoders: [HardwareDecoder], _ devices: CodecDevices, _ options: VideoOptions) {
    (self.reader, self.devices, maximumPixels) = (reader, devices, options.maximumPixels)
    state = Locked(State(mode: .untried(decoders)))
  }

  var info: VideoFileInfo { reader.info }
  var readerName: String { reader.readerName }

  var decoderName: String {
    state.withLock { state in
      switch state.mode {
      case .untried(let decoders): decoders[0].shownName
      case .hardware(_, let decoder): decoder.shownName
      case .software: reader.decoderName
      }
    }
  }

  var decoderFailure: String? { state.withLock { $0.failure } }

  func cancel() { reader.cancel() }

  // MARK: files

  func next() throws(VideoFileError) -> (any DecodedFrame)? {
    try state.withLock { state throws(VideoFileError) in
      while case .picture(let frame)? = try step(LiveDemand(), &state) {
        state.last = frame.facts.time
        return frame
      }
      return nil
    }
  }

  func seek(to time: Double) throws(VideoFileError) {
    try state.withLock { state throws(VideoFileError) in
      (state.last, state.sought) = (nil, time)
      try reader.seek(to: time)
      guard case .hardware(let session, let decoder) = state.mode else { return }
      do throws(CodecFailure) { try session.restart() } catch { fail(error, decoder, &state) }
    }
  }

  // MARK: live streams

  func next(_ demand: LiveDemand) throws(VideoFileError) -> StreamPart? {
    try state.withLock { state throws(VideoFileError) in try step(demand, &state) }
  }

  // MARK: decoders

  private func step(_ demand: LiveDemand, _ state: inout State) throws(VideoFileError) -> StreamPart? {
    if case .untried(let decoders) = state.mode { open(decoders, &state) }
    guard case .hardware(let session, let decoder) = state.mode else { return try reader.next(demand) }
    let outcome: CodecSession.Outcome
    do throws(CodecFailure) {
      outcome = try session.next(wantsPicture: demand.hasPicture, isCancelled: { reader.isCancelled }) { buffer in
        Result { () throws(VideoFileError) in try reader.nextPacket(demand, into: buffer) }
      }
    } catch {
      fail(error, decoder, &state)
      guard !reader.isLive else { return try reader.next(demand) }
      return try resume(&state).map(StreamPart.picture)
    }
    switch outcome {
    case .picture(let picture): return .picture(timed(picture, state))
    case .sound(let sound): return .sound(sound)
    case .blocked: return .blocked
    case .end: return nil
    case .failed(let error): throw error
    }
  }

  /// Completes the time of a picture. In a file, times do not decrease.
  private func timed(_ picture: CodecPicture, _ state: State) -> CodecPicture {
    var picture = picture
    if picture.facts.duration <= 0, let rate = info.framesPerSecond, rate > 0 { picture.facts.duration = 1 / rate }
    if !picture.facts.time.isFinite { picture.facts.time = state.last.map { $0 + picture.facts.duration } ?? info.start }
    if let last = state.last, !reader.isLive { picture.facts.time = max(picture.facts.time, last) }
    return picture
  }

  private func open(_ decoders: [HardwareDecoder], _ state: inout State) {
    state.mode = .software
    guard let format = CodecDevices.format(of: info.codec), let color = reader.color else { return }
    let request = CodecRequest(
      format: format, width: info.width, height: info.height, color: color, maximumPixels: maximumPixels, source: reader.name)
    for decoder in decoders {
      do throws(CodecFailure) {
        let device: KernelCodec
        do throws(CameraProblem) { device = try devices.open(decoder.path) } catch { throw CodecFailure(error) }
        state.mode = .hardware(try CodecSession(device, request), decoder)
        state.failure = nil
        return
      } catch { fail(error, decoder, &state) }
    }
  }

  private func fail(_ failure: CodecFailure, _ decoder: HardwareDecoder, _ state: inout State) {
    state.mode = .software
    state.failure = "the decoder \(decoder.shownName) failed: \(failure.reason); \(reader.decoderName) decodes \(reader.name)"
  }

  /// Continues a file behind the last picture with software.
  private func resume(_ state: inout State) throws(VideoFileError) -> (any DecodedFrame)? {
    try reader.seek(to: state.last ?? state.sought ?? -1e9)
    while let frame = try reader.next() {
      if let last = state.last, frame.facts.time <= last + 1e-6 { continue }
      return frame
    }
    return nil
  }
}

extension HardwareDecoder {
  /// Name for messages.
  var shownName: String { "\(path) (\(name))" }
}
