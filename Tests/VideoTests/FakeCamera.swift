import TesseraBase

@testable import TesseraVideo

/// Camera whose answers are values, for tests: a recorded conversation. Any thread.
final class FakeCamera: CameraPort {
  struct State: Sendable {
    var identity = CameraIdentity(name: "Test Camera", driver: "fake")
    var formats = [CameraPixelFormat.yuyv.code, CameraPixelFormat.motionJPEG.code]
    var sizes: [CameraSizes] = [.init(640, 480), .init(320, 240)]
    var durations = [CameraDurations(least: .init(numerator: 1, denominator: 30), most: .init(numerator: 1, denominator: 30))]
    /// Replaces the device's choice of a layout.
    var layout: (@Sendable (CameraLayout) -> CameraLayout)?
    var buffers = 4
    var length = 320 * 240 * 2
    /// Answers of `dequeue`, in order; then none.
    var filled: [Result<CameraFilled, CameraProblem>] = []
    var controls: [CameraControlAnswer] = []
    /// Failures of calls by name.
    var failures: [String: Int32] = [:]
    /// Calls, in order.
    var calls: [String] = []
    /// Buffers that the device has.
    var queued: Set<Int> = []
  }

  let state = Locked(State())

  init(_ change: (inout State) -> Void = { _ in }) { state.withLock { change(&$0) } }

  private func call(_ name: String, _ detail: String = "") throws(CameraProblem) {
    let failure = state.withLock { state in
      state.calls.append(detail.isEmpty ? name : "\(name) \(detail)")
      return state.failures[name]
    }
    if let failure { throw CameraProblem(code: failure) }
  }

  func identity() throws(CameraProblem) -> CameraIdentity {
    try call("identity")
    return state.withLock { $0.identity }
  }

  func format(at index: Int) -> UInt32? { state.withLock { $0.formats.indices.contains(index) ? $0.formats[index] : nil } }
  func sizes(of format: UInt32, at index: Int) -> CameraSizes? {
    state.withLock { $0.sizes.indices.contains(index) ? $0.sizes[index] : nil }
  }
  func durations(of format: UInt32, width: Int, height: Int, at index: Int) -> CameraDurations? {
    state.withLock { $0.durations.indices.contains(index) ? $0.durations[index] : nil }
  }

  func setLayout(_ layout: CameraLayout) throws(CameraProblem) -> CameraLayout {
    try call("setLayout", "\(CameraPixelFormat.text(of: layout.format)) \(layout.width)x\(layout.height)")
    var answer = layout
    (answer.stride, answer.size) = (layout.width * 2, layout.width * layout.height * 2)
    let change = state.withLock { $0.layout }
    return change?(answer) ?? answer
  }

  func setDuration(_ duration: CameraDurations.Fraction) throws(CameraProblem) {
    try call("setDuration", "\(duration.numerator)/\(duration.denominator)")
  }

  func requestBuffers(_ count: Int) throws(CameraProblem) -> Int {
    try call("requestBuffers", "\(count)")
    return state.withLock { $0.buffers }
  }

  func map(_ index: Int) throws(CameraProblem) -> CameraMemory {
    try call("map")
    // The number of the buffer is the luma of its picture.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: state.withLock { $0.length }, alignment: 16)
    for at in bytes.indices { bytes[at] = at % 2 == 0 ? UInt8(16 + index * 40) : 128 }
    return CameraMemory(UnsafeRawBufferPointer(bytes)) { $0.deallocate() }
  }

  func queue(_ index: Int) throws(CameraProblem) {
    try call("queue")
    state.withLock { _ = $0.queued.insert(index) }
  }

  func dequeue() throws(CameraProblem) -> CameraFilled? {
    try call("dequeue")
    guard let next = state.withLock({ $0.filled.isEmpty ? nil : $0.filled.removeFirst() }) else { return nil }
    let filled = try next.get()
    state.withLock { _ = $0.queued.remove(filled.index) }
    return filled
  }

  func setStreaming(_ isOn: Bool) throws(CameraProblem) { try call("setStreaming", "\(isOn)") }

  func control(after identifier: UInt32) -> CameraControlAnswer? { state.withLock { $0.controls.first { $0.identifier > identifier } } }
  func value(of identifier: UInt32) throws(CameraProblem) -> Int32 { Int32(identifier) }
  func set(_ identifier: UInt32, to value: Int32) throws(CameraProblem) { try call("set", "\(identifier) \(value)") }
}

extension CameraSizes {
  init(_ width: UInt32, _ height: UInt32) {
    self.init(leastWidth: width, mostWidth: width, stepWidth: 1, leastHeight: height, mostHeight: height, stepHeight: 1)
  }
}

/// Machine with cameras, for tests. Any thread.
struct FakeCameras: CameraSystem {
  let cameras = Locked<[String: FakeCamera]>([:])

  init(_ cameras: [String: FakeCamera]) { self.cameras.withLock { $0 = cameras } }

  func paths() -> [String] { cameras.withLock { $0.keys.sorted() } }
  func open(_ path: String) throws(CameraProblem) -> any CameraPort {
    guard let camera = cameras.withLock({ $0[path] }) else { throw CameraProblem(code: CameraChoice.Code.noEntry) }
    return camera
  }
}

/// Waits whose ends are a list; then a stop. One thread.
final class FakeWaiter: CameraWaiter {
  let steps: Locked<[(CameraWake, @Sendable () -> Void)]>
  let pauses = Locked<[Double]>([])

  init(_ steps: [(CameraWake, @Sendable () -> Void)]) { self.steps = Locked(steps) }

  func wait(for port: (any CameraPort)?, seconds: Double) -> CameraWake {
    if port == nil { pauses.withLock { $0.append(seconds) } }
    guard let step = steps.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return .stop }
    step.1()
    return step.0
  }

  func stop() {}
}
