internal import TesseraBase

/// Packet of a stream's pictures. A value.
struct CodedPacket: Sendable, Hashable {
  /// Bytes; more than fit were not written.
  var byteCount: Int
  /// When its picture is shown, in seconds; NaN if unknown.
  var time: Double
  /// Seconds; 0 if unknown.
  var duration: Double
  var isKey: Bool
}

/// Part of a stream whose pictures are decoded elsewhere.
enum CodedPart: Sendable {
  case packet(CodedPacket)
  case sound(LiveSound)
  /// Only a picture can be read now, and none was demanded.
  case blocked
}

/// Stream that a decoder of the kernel decodes. A value.
struct CodecRequest: Sendable {
  /// Format of V4L2.
  var format: UInt32
  var width: Int
  var height: Int
  var color = CodedColor()
  var maximumPixels: Int
  /// Name for messages.
  var source: String
}

/// Conversation with a stateful decoder of the kernel, from the first packet to the last picture. One thread at a time.
///
/// The steps are those of the kernel's documentation: the queue of packets runs first; an event tells that the device knows the layout of the
/// pictures, and their buffers are created then, and again after each change. Pictures are copied, and their buffers return to the device
/// immediately: its memory is often not cached, so one pass over it is cheaper than the several ones of a conversion.
final class CodecSession {
  /// Buffers of packets.
  static let packetCount = 4
  /// Buffers of pictures in addition to those that the device needs.
  static let pictureCount = 3
  /// Time without any answer after which the device has failed, in waits of ``wait`` milliseconds.
  static let patience = 30
  static let wait = 100
  /// Consecutive damaged pictures after which the device has failed.
  static let mostDamaged = 30
  /// Packets whose pictures are pending; more than any codec's.
  static let mostPending = 256

  /// Result of ``next(wantsPicture:isCancelled:read:)``.
  enum Outcome {
    case picture(CodecPicture)
    case sound(LiveSound)
    case blocked
    case end
    case failed(VideoFileError)
  }

  private let device: KernelCodec
  private let request: CodecRequest
  private var packets: [CodecMemory] = []
  private var free: [Int] = []
  private var layout: CodecLayout?
  private var pictures: [CodecMemory] = []
  /// Packets by their numbers.
  private var pending: [UInt64: CodedPacket] = [:]
  private var number: UInt64 = 0
  /// First number since the last seek.
  private var first: UInt64 = 1
  private var isChanging = false
  private var isDraining = false
  private var isEnded = false
  private var damaged = 0
  private var silence = 0

  /// Starts the queue of packets.
  init(_ device: KernelCodec, _ request: CodecRequest) throws(CodecFailure) {
    (self.device, self.request) = (device, request)
    // A packet is smaller than its picture without compression.
    let size = max(256 << 10, request.width * request.height)
    do throws(CameraProblem) {
      try device.setPackets(request.format, width: request.width, height: request.height, byteCount: size)
      try device.subscribe()
      for index in 0..<min(try device.request(.packets, Self.packetCount), 32) { packets.append(try device.map(.packets, index)) }
      try device.setStreaming(.packets, true)
    } catch { throw CodecFailure(error) }
    free = Array(packets.indices)
    if packets.isEmpty { throw CodecFailure("it has no buffers for packets") }
  }

  deinit {
    try? device.setStreaming(.packets, false)
    if layout != nil { try? device.setStreaming(.pictures, false) }
  }

  /// Returns the next part of the stream.
  ///
  /// - Parameters:
  ///   - wantsPicture: whether a picture is taken; otherwise none is returned.
  ///   - isCancelled: polled while it waits.
  ///   - read: reads the next part, and writes a packet to the buffer; nil at the end.
  /// - Throws: if the device refuses a call or does not answer.
  func next(
    wantsPicture: Bool, isCancelled: () -> Bool, read: (UnsafeMutableRawBufferPointer) -> Result<CodedPart?, VideoFileError>
  ) throws(CodecFailure) -> Outcome {
    do throws(CameraProblem) {
      while true {
        if wantsPicture, let picture = try picture() { return .picture(picture) }
        if isEnded { return .end }
        guard let slot = try slot() else {
          if isCancelled() { return .failed(.cancelled(source: request.source)) }
          try pause()
          continue
        }
        switch read(packets[slot].bytes) {
        case .failure(let error): return .failed(error)
        case .success(nil): try drain()
        case .success(.sound(let sound)): return .sound(sound)
        case .success(.blocked): return .blocked
        case .success(.packet(let packet)): try send(packet, slot)
        }
      }
    } catch {
      throw refusal ?? CodecFailure(error)
    }
  }

  /// Reason of a failure that is not the kernel's.
  private var refusal: CodecFailure?

  private func refuse(_ reason: String) -> CameraProblem {
    refusal = CodecFailure(reason)
    return CameraProblem(code: CameraChoice.Code.invalid)
  }

  /// Continues with other packets, after a seek.
  func restart() throws(CodecFailure) {
    do throws(CameraProblem) {
      try device.setStreaming(.packets, false)
      (free, pending, first) = (Array(packets.indices), [:], number + 1)
      (isDraining, isEnded, damaged, silence) = (false, false, 0, 0)
      if let layout {
        // Pictures of before the seek are returned with the buffers.
        try device.setStreaming(.pictures, false)
        try handleEvents()
        if isChanging {
          try setUpPictures()
        } else {
          for index in pictures.indices { try device.queue(.pictures, index, planes: layout.planes) }
          try device.setStreaming(.pictures, true)
        }
      }
      try device.setStreaming(.packets, true)
    } catch { throw refusal ?? CodecFailure(error) }
  }

  // MARK: packets

  /// Returns a buffer for a packet; nil if the device has all of them, or no packets follow.
  private func slot() throws(CameraProblem) -> Int? {
    guard !isDraining else { return nil }
    while free.count < packets.count, let filled = try device.dequeue(.packets) {
      guard packets.indices.contains(filled.index), !free.contains(filled.index) else {
        throw refuse("it returns a buffer that it does not have")
      }
      free.append(filled.index)
    }
    return free.first
  }

  private func send(_ packet: CodedPacket, _ slot: Int) throws(CameraProblem) {
    guard packet.byteCount > 0 else { return }
    guard packet.byteCount <= packets[slot].bytes.count else {
      throw refuse("a packet has \(packet.byteCount) bytes, and its buffers \(packets[slot].bytes.count)")
    }
    number += 1
    pending[number] = packet
    // Pictures that a device has dropped.
    if pending.count > Self.mostPending { pending = pending.filter { $0.key + UInt64(Self.mostPending / 2) > number } }
    try device.queue(.packets, slot, planes: 1, used: packet.byteCount, number: number)
    free.removeAll { $0 == slot }
    silence = 0
  }

  private func drain() throws(CameraProblem) {
    isDraining = true
    try device.drain()
  }

  // MARK: pictures

  /// Waits for the device.
  private func pause() throws(CameraProblem) {
    let wake = device.wait(for: [.packet, .picture], milliseconds: Self.wait)
    if wake == .error { throw refuse("it reports an error") }
    silence = wake.isEmpty ? silence + 1 : silence
    if silence > Self.patience { throw refuse("it gives no picture for \(Self.patience * Self.wait / 1000) s") }
  }

  private func handleEvents() throws(CameraProblem) {
    // A device that reports without end must not hold the thread.
    for _ in 0..<64 {
      guard let isChange = device.event() else { return }
      guard isChange else { continue }
      if layout == nil { try setUpPictures() } else { isChanging = true }
      silence = 0
    }
    throw refuse("it reports events without end")
  }

  /// Takes a picture that is ready.
  private func picture() throws(CameraProblem) -> CodecPicture? {
    if device.wait(for: [.picture], milliseconds: 0).contains(.event) { try handleEvents() }
    while layout != nil, !isEnded {
      guard let filled = try filled() else { return nil }
      let picture = try dequeue(filled)
      silence = 0
      if let picture { return picture }
    }
    return nil
  }

  /// Returns the next filled buffer. The end of a layout or of the stream is handled.
  private func filled() throws(CameraProblem) -> CodecFilled? {
    do throws(CameraProblem) { return try device.dequeue(.pictures) } catch {
      guard error.code == CodecFailure.broken else { throw error }
      try didTakeLast()
      return nil
    }
  }

  private func dequeue(_ filled: CodecFilled) throws(CameraProblem) -> CodecPicture? {
    guard let layout, pictures.indices.contains(filled.index) else { throw refuse("it returns a buffer that it does not have") }
    var result: CodecPicture?
    let packet = pending.removeValue(forKey: filled.number)
    if filled.isDamaged {
      damaged += 1
      if damaged > Self.mostDamaged { throw refuse("\(Self.mostDamaged) pictures in sequence are damaged") }
    } else if !filled.isEmpty, filled.number >= first {
      damaged = 0
      do throws(CodecFailure) {
        result = try CodecPicture(layout, filled, pictures[filled.index], request.color, source: request.source)
      } catch { throw refuse(error.reason) }
      result?.facts.time = packet?.time ?? .nan
      result?.facts.duration = packet?.duration ?? 0
      result?.facts.isKey = packet?.isKey ?? false
    }
    if filled.isLast { try didTakeLast() } else { try device.queue(.pictures, filled.index, planes: layout.planes) }
    return result
  }

  private func didTakeLast() throws(CameraProblem) {
    try handleEvents()
    if isChanging {
      try device.setStreaming(.pictures, false)
      try setUpPictures()
    } else if isDraining {
      isEnded = true
    } else {
      throw refuse("it ends before the stream")
    }
  }

  /// Creates the buffers of the pictures, whose layout the device knows now.
  private func setUpPictures() throws(CameraProblem) {
    if layout != nil {
      (layout, pictures) = (nil, [])
      _ = try device.request(.pictures, 0)
    }
    isChanging = false
    var new = try device.layout()
    var index = 0
    while new.packedSize == 0, index < 64, let format = device.format(of: .pictures, at: index) {
      index += 1
      if let other = try? device.setPictures(format, new), other.packedSize > 0 { new = other }
    }
    guard new.packedSize > 0 else { throw refuse("it offers no pictures of the formats NV12, NM12, YU12 and YM12") }
    guard new.width * new.height <= request.maximumPixels else { throw refuse("its pictures have \(new.width) x \(new.height) pixels") }
    let count = try device.request(.pictures, min(device.leastBuffers, 24) + Self.pictureCount)
    guard count > 0 else { throw refuse("it has no buffers for pictures") }
    for index in 0..<min(count, 32) { pictures.append(try device.map(.pictures, index)) }
    for index in pictures.indices { try device.queue(.pictures, index, planes: new.planes) }
    layout = new
    try device.setStreaming(.pictures, true)
  }
}
