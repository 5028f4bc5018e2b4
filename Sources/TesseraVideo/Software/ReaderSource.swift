internal import TesseraBase

/// MP4 or WebM file, read without FFmpeg. The decoder is opened with the first picture.
final class ReaderSource: PacketReader {
  let info: VideoFileInfo
  let color: CodedColor?
  let isLive = false
  private let input: any VideoInput
  private let options: VideoOptions
  private let codec: MediaCodec
  private let cancelled = Locked(false)
  private let state: Locked<State>

  private struct State: @unchecked Sendable {
    // Container, window and decoder are used with the lock held.
    var container: any MediaContainer
    let window: InputWindow
    let format: PacketFormat
    var decoder: SoftwareDecoder?
    /// Packets of the last sample that were not decoded yet.
    var queue: [MediaPacket] = []
    /// Samples whose pictures were not returned yet, by number.
    var pending: [(number: Int, sample: MediaSample, kind: DecodedFrameFacts.Kind)] = []
    var number = 0
    var isFirst = true
    var isDraining = false
    var isEnded = false
    var fruitless = 0
    /// Time of the last picture that was decoded, and of the last one that was returned.
    var lastTime: Double?
    var shownTime: Double?
    /// Decoded pictures in order of their times.
    var held: [SoftwareFrame] = []
  }

  /// Maximum pictures that are awaited for the order, samples that are remembered, samples in sequence without a picture, and bytes of a sample.
  private static let mostDelayed = 16, mostPending = 64, mostFruitless = 3000, mostBytes = 64 << 20

  var readerName: String { "tessera" }
  var decoderName: String { SoftwareDecoder.name(of: codec) }
  var decoderFailure: String? { nil }
  var name: String { input.name }
  var isCancelled: Bool { cancelled.withLock { $0 } }

  /// Reads the tables of a file.
  init(_ input: any VideoInput, _ options: VideoOptions) throws(VideoFileError) {
    (self.input, self.options) = (input, options)
    do throws(ContainerProblem) {
      var container = try MediaOpening.open(InputWindow(input), video: options.track)
      let format = try PacketFormat(container.track, maximumPixels: max(1, options.maximumPixels))
      let first = try Self.firstFrame(&container, format, InputWindow(input))
      info = Self.info(container, format, first)
      codec = container.track.codec
      color = Self.color(container.track, format, first)
      state = Locked(State(container: container, window: InputWindow(input), format: format))
    } catch {
      throw error.error(of: input.name)
    }
  }

  /// Returns the header of the first frame of VP9, which containers may leave out.
  private static func firstFrame(
    _ container: inout any MediaContainer, _ format: PacketFormat, _ window: InputWindow
  ) throws(ContainerProblem) -> VP9Header? {
    guard container.track.codec == .vp9, let sample = try container.next() else { return nil }
    try container.seek(to: -.infinity)
    return VP9Header.frames(of: try format.expanded(try window.bytes(at: sample.offset, min(sample.size, mostBytes)))).first.flatMap(
      VP9Header.init)
  }

  private static func info(_ container: any MediaContainer, _ format: PacketFormat, _ first: VP9Header?) -> VideoFileInfo {
    let (header, track, sequence) = (container.header, container.track, format.units?.sequence)
    var info = VideoFileInfo(
      container: header.container, codec: track.codec.name, width: sequence?.width ?? track.width, height: sequence?.height ?? track.height)
    info.profile = first.map { "Profile \($0.profile)" } ?? profile(track, format)
    if let aspect = track.pixelAspect ?? sequence?.pixelAspect {
      let divisor = greatestCommonDivisor(aspect.width, aspect.height)
      (info.pixelWidth, info.pixelHeight) = (aspect.width / divisor, aspect.height / divisor)
    }
    info.rotation = track.rotation
    info.videoTrackCount = header.tracks.count { $0.kind == .video }
    info.audioTrackCount = header.tracks.count { $0.kind == .audio }
    (info.start, info.duration, info.framesPerSecond) = (container.start, header.duration, header.framesPerSecond)
    return info
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? max(1, a) : greatestCommonDivisor(b, a % b) }

  private static func profile(_ track: MediaTrack, _ format: PacketFormat) -> String? {
    switch track.codec {
    case .h264: format.units?.sequence?.profileName
    case .vp8: "0"
    case .av1:
      track.configuration.count > 1 ? ["Main", "High", "Professional"][min(2, Int(track.configuration[1] >> 5))] : nil
    case .vp9, .h265, .other: nil
    }
  }

  /// Color for decoders of the kernel, which decode 4:2:0 with 8 bits.
  private static func color(_ track: MediaTrack, _ format: PacketFormat, _ first: VP9Header?) -> CodedColor? {
    let color = (format.units?.sequence?.color ?? MediaColor()).completed(by: track.color)
    let isPlain =
      switch track.codec {
      case .h264, .h265: format.units?.isPlain ?? false
      case .vp8: true
      // Profile 0 is 4:2:0 with 8 bits.
      case .vp9: first?.profile == 0
      case .av1, .other: false
      }
    return isPlain ? CodedColor(matrix: color.matrix, isFull: color.isFull == true) : nil
  }

  func cancel() {
    cancelled.withLock { $0 = true }
    input.cancel()
  }

  func seek(to time: Double) throws(VideoFileError) {
    try state.withLock { state throws(VideoFileError) in
      do throws(ContainerProblem) {
        try state.container.seek(to: time)
      } catch {
        throw failure(error)
      }
      (state.queue, state.pending, state.held) = ([], [], [])
      (state.isFirst, state.isDraining, state.isEnded, state.fruitless) = (true, false, false, 0)
      (state.lastTime, state.shownTime) = (nil, nil)
      try state.decoder?.restart()
    }
  }

  private func failure(_ problem: ContainerProblem) -> VideoFileError {
    isCancelled ? .cancelled(source: input.name) : problem.error(of: input.name)
  }

  // MARK: pictures

  func next() throws(VideoFileError) -> (any DecodedFrame)? {
    try state.withLock { state throws(VideoFileError) in
      let decoder = try opened(&state)
      if let frame = release(&state) { return frame }
      while !state.isEnded {
        if isCancelled { throw .cancelled(source: input.name) }
        do throws(VideoFileError) {
          switch try decoder.receive() {
          case .picture(let frame, let number): hold(frame, number, &state)
          case .needsPacket: try feed(decoder, &state)
          case .end: state.isEnded = true
          }
          if let frame = release(&state) { return frame }
        } catch {
          // A packet that cannot be decoded is left out.
          guard case .corrupt = error else { throw error }
          state.fruitless += 1
          if state.fruitless > Self.mostFruitless || state.isDraining { state.isEnded = true }
        }
      }
      return release(&state)
    }
  }

  /// Returns the decoder, which is opened with the first picture.
  private func opened(_ state: inout State) throws(VideoFileError) -> SoftwareDecoder {
    if let decoder = state.decoder { return decoder }
    let decoder = try SoftwareDecoder(state.format, options, source: input.name)
    state.decoder = decoder
    return decoder
  }

  /// Completes the facts of a picture, and keeps it if it is shown.
  private func hold(_ frame: SoftwareFrame, _ number: Int, _ state: inout State) {
    var frame = frame
    let own = state.pending.firstIndex { $0.number == number }.map { state.pending.remove(at: $0) }
    state.fruitless = 0
    guard own?.sample.isHidden != true else { return }
    let usual = info.framesPerSecond.map { $0 > 0 ? 1 / $0 : 0 } ?? 0
    frame.facts.duration = own.map(\.sample.duration).flatMap { $0 > 0 ? $0 : nil } ?? usual
    frame.facts.time = own?.sample.time ?? state.lastTime.map { $0 + usual } ?? info.start
    state.lastTime = frame.facts.time
    frame.facts.isKey = own?.sample.isKey ?? false
    if let own, own.kind != .unknown { frame.facts.kind = own.kind }
    let place = state.held.firstIndex { $0.facts.time > frame.facts.time } ?? state.held.count
    state.held.insert(frame, at: place)
  }

  /// Returns the earliest picture, unless the decoder still has one of an earlier time: it may confuse their order. Times do not decrease.
  private func release(_ state: inout State) -> SoftwareFrame? {
    guard var first = state.held.first else { return nil }
    let isEarliest = !state.pending.contains { $0.sample.time < first.facts.time && $0.number > state.number - Self.mostDelayed }
    guard isEarliest || state.held.count > Self.mostDelayed || state.isEnded else { return nil }
    state.held.removeFirst()
    if let shown = state.shownTime { first.facts.time = max(first.facts.time, shown) }
    state.shownTime = first.facts.time
    return first
  }

  /// Passes the next packet to the decoder.
  private func feed(_ decoder: SoftwareDecoder, _ state: inout State) throws(VideoFileError) {
    guard !state.isDraining else {
      state.isEnded = true
      return
    }
    if state.queue.isEmpty {
      guard let sample = try readSample(&state) else {
        state.isDraining = true
        return try decoder.send(nil, number: 0)
      }
      guard let first = state.queue.first else {
        state.fruitless += 1
        if state.fruitless > Self.mostFruitless { state.isEnded = true }
        return
      }
      state.number += 1
      state.pending.append((state.number, sample, first.kind))
      if state.pending.count > Self.mostPending { state.pending.removeFirst() }
    }
    state.fruitless += 1
    try decoder.send(state.queue.removeFirst(), number: state.number)
  }

  /// Reads the next sample into the queue; nil at the end, also of a file that is cut.
  private func readSample(_ state: inout State) throws(VideoFileError) -> MediaSample? {
    do throws(ContainerProblem) {
      guard let sample = try state.container.next() else { return nil }
      guard sample.size > 0 else { return sample }
      guard sample.size <= Self.mostBytes else {
        throw ContainerProblem.tooLarge("the sample at byte \(sample.offset) has \(sample.size) bytes; the limit is \(Self.mostBytes)")
      }
      guard sample.offset >= 0, sample.offset <= state.window.byteCount - sample.size else { return nil }
      let bytes = try state.window.bytes(at: sample.offset, sample.size)
      guard bytes.count == sample.size else { return nil }
      state.queue = try state.format.packets(bytes, isKey: sample.isKey, isFirst: state.isFirst)
      if !state.queue.isEmpty { state.isFirst = false }
      return sample
    } catch {
      throw failure(error)
    }
  }

  // MARK: packets for decoders of the kernel

  func next(_ demand: LiveDemand) throws(VideoFileError) -> StreamPart? { try next().map(StreamPart.picture) }

  func nextPacket(_ demand: LiveDemand, into buffer: UnsafeMutableRawBufferPointer) throws(VideoFileError) -> CodedPart? {
    try state.withLock { state throws(VideoFileError) in
      while state.queue.isEmpty {
        if isCancelled { throw .cancelled(source: input.name) }
        guard let sample = try readSample(&state) else { return nil }
        state.pending = [(0, sample, .unknown)]
      }
      let packet = state.queue.removeFirst()
      guard let sample = state.pending.first?.sample else { return nil }
      packet.bytes.withUnsafeBytes { if $0.count <= buffer.count { buffer.copyMemory(from: $0) } }
      return .packet(
        CodedPacket(byteCount: packet.bytes.count, time: sample.time, duration: sample.duration, isKey: sample.isKey))
    }
  }
}
