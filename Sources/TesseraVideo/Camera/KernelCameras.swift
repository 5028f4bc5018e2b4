internal import CVideoDecoder
internal import Glibc

/// Cameras of the kernel: Video4Linux.
struct KernelCameras: CameraSystem {
  static let folder = "/dev"

  /// Paths `/dev/videoN` in the order of their numbers.
  func paths() -> [String] {
    guard let folder = opendir(Self.folder) else { return [] }
    defer { closedir(folder) }
    var numbers: [Int] = []
    while let entry = readdir(folder) {
      // Names of the kernel end with a zero.
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix("video"), let number = Int(name.dropFirst(5)), number >= 0 { numbers.append(number) }
    }
    return numbers.sorted().map { "\(Self.folder)/video\($0)" }
  }

  func open(_ path: String) throws(CameraProblem) -> any CameraPort {
    let file = vd_camera_open(path)
    guard file >= 0 else { throw CameraProblem(code: -file) }
    return try KernelCamera(file)
  }

  /// Returns the text of a code.
  static func text(of problem: CameraProblem) -> String { String(cString: strerror(problem.code)) }
}

/// Waits by poll.
final class KernelWaiter: CameraWaiter {
  private let stopFile: Int32
  private let watch: Int32

  /// Watches the folder of devices.
  init() { (stopFile, watch) = (vd_camera_stop_open(), vd_camera_watch_open(KernelCameras.folder)) }

  deinit {
    for file in [stopFile, watch] where file >= 0 { vd_camera_close(file) }
  }

  func wait(for port: (any CameraPort)?, seconds: Double) -> CameraWake {
    let camera = (port as? KernelCamera)?.file ?? -1
    var wake = CameraWake(rawValue: vd_camera_wait(camera, stopFile, watch, Int32(min(max(0, seconds), 3600) * 1000)))
    if wake.contains(.devices), vd_camera_watch_take(watch) == 0 { wake.remove(.devices) }
    return wake
  }

  func stop() { if stopFile >= 0 { vd_camera_stop(stopFile) } }
}

/// Open camera of the kernel; closed with the last reference. One thread at a time.
final class KernelCamera: CameraPort {
  let file: Int32
  private let isMulti: Int32
  private let known: CameraIdentity

  /// Takes an open file, which it closes also after a failure.
  init(_ file: Int32) throws(CameraProblem) {
    var found = vd_camera_identity()
    let code = vd_camera_identify(file, &found)
    func text(_ value: some Any) -> String {
      withUnsafeBytes(of: value) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    (self.file, isMulti) = (file, found.is_multi)
    known = CameraIdentity(name: text(found.name), driver: text(found.driver), bus: text(found.bus), isCapture: found.is_capture != 0)
    if code != 0 { throw CameraProblem(code: code) }
  }

  deinit { vd_camera_close(file) }

  private func check(_ code: Int32) throws(CameraProblem) { if code != 0 { throw CameraProblem(code: code) } }

  func identity() throws(CameraProblem) -> CameraIdentity { known }

  func format(at index: Int) -> UInt32? {
    var format: UInt32 = 0
    return vd_camera_format(file, isMulti, UInt32(index), &format) == 0 ? format : nil
  }

  func sizes(of format: UInt32, at index: Int) -> CameraSizes? {
    var found = vd_camera_sizes()
    guard vd_camera_size(file, format, UInt32(index), &found) == 0 else { return nil }
    return CameraSizes(
      leastWidth: found.least_width, mostWidth: found.most_width, stepWidth: found.step_width, leastHeight: found.least_height,
      mostHeight: found.most_height, stepHeight: found.step_height)
  }

  func durations(of format: UInt32, width: Int, height: Int, at index: Int) -> CameraDurations? {
    var found = vd_camera_durations()
    guard vd_camera_duration(file, format, UInt32(clamping: width), UInt32(clamping: height), UInt32(index), &found) == 0 else {
      return nil
    }
    return CameraDurations(
      least: .init(numerator: found.least_numerator, denominator: found.least_denominator),
      most: .init(numerator: found.most_numerator, denominator: found.most_denominator))
  }

  func setLayout(_ layout: CameraLayout) throws(CameraProblem) -> CameraLayout {
    var own = vd_camera_layout()
    (own.width, own.height, own.format) = (UInt32(clamping: layout.width), UInt32(clamping: layout.height), layout.format)
    try check(vd_camera_set_layout(file, isMulti, &own))
    return CameraLayout(
      width: Int(own.width), height: Int(own.height), format: own.format, stride: Int(own.stride), size: Int(own.size),
      planes: Int(own.planes), isFull: own.is_full != 0, matrix: Int(own.matrix))
  }

  func setDuration(_ duration: CameraDurations.Fraction) throws(CameraProblem) {
    var (numerator, denominator) = (duration.numerator, duration.denominator)
    try check(vd_camera_set_duration(file, isMulti, &numerator, &denominator))
  }

  func requestBuffers(_ count: Int) throws(CameraProblem) -> Int {
    var own = UInt32(clamping: count)
    try check(vd_camera_request(file, isMulti, &own))
    return Int(own)
  }

  func map(_ index: Int) throws(CameraProblem) -> CameraMemory {
    var (bytes, length) = (UnsafeMutableRawPointer?.none, 0)
    try check(vd_camera_map(file, isMulti, UInt32(index), &bytes, &length))
    return CameraMemory(UnsafeRawBufferPointer(start: bytes, count: length)) {
      // It was mapped with this length, and is unmapped once.
      vd_camera_unmap(UnsafeMutableRawPointer(mutating: $0.baseAddress), $0.count)
    }
  }

  func queue(_ index: Int) throws(CameraProblem) { try check(vd_camera_queue(file, isMulti, UInt32(clamping: index))) }

  func dequeue() throws(CameraProblem) -> CameraFilled? {
    var found = vd_camera_filled()
    let code = vd_camera_dequeue(file, isMulti, &found)
    if code == EAGAIN { return nil }
    try check(code)
    return CameraFilled(
      index: Int(found.index), used: Int(found.used), offset: Int(found.offset), isDamaged: found.is_damaged != 0,
      time: Double(found.time_us) / 1e6)
  }

  func setStreaming(_ isOn: Bool) throws(CameraProblem) { try check(vd_camera_stream(file, isMulti, isOn ? 1 : 0)) }

  func control(after identifier: UInt32) -> CameraControlAnswer? {
    var found = vd_camera_control()
    guard vd_camera_next_control(file, identifier, &found) == 0 else { return nil }
    let kinds: [Int32: CameraControl.Kind] = [
      Int32(VD_CONTROL_INTEGER): .integer, Int32(VD_CONTROL_BOOLEAN): .boolean, Int32(VD_CONTROL_MENU): .menu,
    ]
    let title = withUnsafeBytes(of: found.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return CameraControlAnswer(
      identifier: found.id, kind: kinds[found.kind], title: title, least: found.least, most: found.most, step: found.step,
      standard: found.standard, isFixed: found.is_read_only != 0 || found.is_inactive != 0)
  }

  func value(of identifier: UInt32) throws(CameraProblem) -> Int32 {
    var value: Int32 = 0
    try check(vd_camera_control_value(file, identifier, &value))
    return value
  }

  func set(_ identifier: UInt32, to value: Int32) throws(CameraProblem) { try check(vd_camera_set_control(file, identifier, value)) }
}
