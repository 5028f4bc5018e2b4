internal import CVideoDecoder

/// Calls of a device that is not the kernel's, for tests. One thread at a time.
protocol CodecCalls: AnyObject {
  /// Carries out an `ioctl`. Returns 0 or an `errno` code.
  func control(_ request: UInt64, _ argument: UnsafeMutableRawPointer) -> Int32
  /// Returns memory that the device owns.
  func memory(at offset: UInt64, count: Int) -> UnsafeMutableRawPointer?
  /// Returns the bits that are set, as of `vd_codec_wait`.
  func wait(for bits: Int32) -> Int32
}

/// Queues of a decoder.
enum CodecQueue: Sendable {
  case packets, pictures

  fileprivate var code: vd_queue { self == .packets ? VD_QUEUE_PACKETS : VD_QUEUE_PICTURES }
}

/// Events of a wait.
struct CodecWake: OptionSet, Sendable {
  let rawValue: Int32
  static let packet = Self(rawValue: 1)
  static let picture = Self(rawValue: 2)
  static let event = Self(rawValue: 4)
  static let error = Self(rawValue: 8)
}

/// Open decoder of the kernel: calls of V4L2, without decisions. Closed with the last reference. One thread at a time.
final class KernelCodec: @unchecked Sendable {
  // Used by one thread at a time: its session is behind the lock of its source.
  let name: String
  let driver: String
  private let device: vd_device
  private let isMulti: Int32
  private let calls: (any CodecCalls)?
  /// Whether it is a decoder or another device with two queues.
  let isCodec: Bool

  /// Opens a device.
  convenience init(_ path: String) throws(CameraProblem) {
    let file = vd_camera_open(path)
    guard file >= 0 else { throw CameraProblem(code: -file) }
    var device = vd_device()
    device.file = file
    try self.init(device, nil)
  }

  /// Takes a device of a test.
  convenience init(_ calls: any CodecCalls) throws(CameraProblem) {
    var device = vd_device()
    device.file = -1
    // Unretained: this object keeps it.
    device.context = Unmanaged.passUnretained(calls as AnyObject).toOpaque()
    device.control = { context, request, argument in
      guard let argument, let calls = KernelCodec.calls(context) else { return 22 }
      return calls.control(request, argument)
    }
    device.map = { context, offset, count in KernelCodec.calls(context)?.memory(at: offset, count: count) }
    device.wait = { context, bits, _ in KernelCodec.calls(context)?.wait(for: bits) ?? 0 }
    try self.init(device, calls)
  }

  private static func calls(_ context: UnsafeMutableRawPointer?) -> (any CodecCalls)? {
    context.flatMap { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? any CodecCalls }
  }

  private init(_ device: vd_device, _ calls: (any CodecCalls)?) throws(CameraProblem) {
    (self.device, self.calls) = (device, calls)
    var (found, copy) = (vd_codec_identity(), device)
    let code = vd_codec_identify(&copy, &found)
    func text(_ value: some Any) -> String {
      withUnsafeBytes(of: value) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    (name, driver, isMulti, isCodec) = (text(found.name), text(found.driver), found.is_multi, found.is_codec != 0)
    if code != 0 { throw CameraProblem(code: code) }
  }

  deinit { if device.file >= 0 { vd_camera_close(device.file) } }

  /// Calls C with the device. Throws the code of a failure.
  private func call(_ body: (UnsafePointer<vd_device>) -> Int32) throws(CameraProblem) {
    let code = withUnsafePointer(to: device, body)
    if code != 0 { throw CameraProblem(code: code) }
  }

  // MARK: description

  /// Returns the format of a queue; nil after the last one.
  func format(of queue: CodecQueue, at index: Int) -> UInt32? {
    var format: UInt32 = 0
    return withUnsafePointer(to: device) { vd_codec_format($0, isMulti, queue.code, UInt32(clamping: index), &format) } == 0 ? format : nil
  }

  /// Returns sizes of a format of packets; nil after the last one.
  func sizes(of format: UInt32, at index: Int) -> CameraSizes? {
    var found = vd_camera_sizes()
    guard withUnsafePointer(to: device, { vd_codec_size($0, format, UInt32(clamping: index), &found) }) == 0 else { return nil }
    return CameraSizes(
      leastWidth: found.least_width, mostWidth: found.most_width, stepWidth: found.step_width, leastHeight: found.least_height,
      mostHeight: found.most_height, stepHeight: found.step_height)
  }

  // MARK: decoding

  func setPackets(_ format: UInt32, width: Int, height: Int, byteCount: Int) throws(CameraProblem) {
    try call { vd_codec_set_packets($0, isMulti, format, UInt32(clamping: width), UInt32(clamping: height), UInt32(clamping: byteCount)) }
  }

  func layout() throws(CameraProblem) -> CodecLayout {
    var own = vd_codec_layout()
    try call { vd_codec_layout_of($0, isMulti, &own) }
    return CodecLayout(own)
  }

  /// Requests a format of the pictures. Returns the device's choice.
  func setPictures(_ format: UInt32, _ layout: CodecLayout) throws(CameraProblem) -> CodecLayout {
    var own = layout.own
    try call { vd_codec_set_pictures($0, isMulti, format, &own) }
    return CodecLayout(own)
  }

  /// Buffers that the device needs for itself; 0 if it does not say.
  var leastBuffers: Int {
    var count: UInt32 = 0
    return withUnsafePointer(to: device) { vd_codec_least_buffers($0, &count) } == 0 ? Int(count) : 0
  }

  func subscribe() throws(CameraProblem) { try call { vd_codec_subscribe($0) } }

  /// Takes an event. Returns whether the layout of the pictures changes; nil: there is no event.
  func event() -> Bool? {
    var isChange: Int32 = 0
    return withUnsafePointer(to: device) { vd_codec_event($0, &isChange) } == 0 ? isChange != 0 : nil
  }

  func request(_ queue: CodecQueue, _ count: Int) throws(CameraProblem) -> Int {
    var own = UInt32(clamping: count)
    try call { vd_codec_request($0, isMulti, queue.code, &own) }
    return Int(own)
  }

  func map(_ queue: CodecQueue, _ index: Int) throws(CameraProblem) -> CodecMemory {
    var own = vd_codec_memory()
    let code = withUnsafePointer(to: device) { vd_codec_map($0, isMulti, queue.code, UInt32(clamping: index), &own) }
    let memory = CodecMemory(own) { [self] own in withUnsafePointer(to: device) { vd_codec_unmap($0, &own) } }
    if code != 0 { throw CameraProblem(code: code) }
    return memory
  }

  func queue(_ queue: CodecQueue, _ index: Int, planes: Int, used: Int = 0, number: UInt64 = 0) throws(CameraProblem) {
    try call {
      vd_codec_queue($0, isMulti, queue.code, UInt32(clamping: index), UInt32(clamping: planes), UInt32(clamping: used), number)
    }
  }

  /// Returns the oldest filled buffer; nil if there is none.
  func dequeue(_ queue: CodecQueue) throws(CameraProblem) -> CodecFilled? {
    var own = vd_codec_filled()
    let code = withUnsafePointer(to: device) { vd_codec_dequeue($0, isMulti, queue.code, &own) }
    if code == CodecFailure.again { return nil }
    if code != 0 { throw CameraProblem(code: code) }
    return CodecFilled(own)
  }

  func setStreaming(_ queue: CodecQueue, _ isOn: Bool) throws(CameraProblem) {
    try call { vd_codec_stream($0, isMulti, queue.code, isOn ? 1 : 0) }
  }

  func drain() throws(CameraProblem) { try call { vd_codec_drain($0) } }

  func wait(for bits: CodecWake, milliseconds: Int) -> CodecWake {
    withUnsafePointer(to: device) { CodecWake(rawValue: vd_codec_wait($0, bits.rawValue, Int32(clamping: milliseconds))) }
  }
}

/// Failure of a decoder of the kernel. A value.
struct CodecFailure: Error, Sendable, Hashable {
  var reason: String

  init(_ reason: String) { self.reason = reason }
  init(_ problem: CameraProblem) { reason = KernelCameras.text(of: problem) }

  /// `errno` codes EAGAIN and EPIPE.
  static let again: Int32 = 11
  static let broken: Int32 = 32
}
