internal import TesseraBase

/// Camera that captures: the conversation with its device. One thread at a time.
///
/// The device has four buffers. The newest filled one is used, and all others are returned to the device immediately.
final class CameraCapture {
  /// Buffers that are requested. One is read, one is filled; two more hold what arrives meanwhile.
  static let bufferCount = 4
  /// Consecutive damaged pictures after which a camera counts as broken: a second of most cameras.
  static let mostDamaged = 30

  let port: any CameraPort
  let layout: CameraLayout
  let info: VideoFileInfo
  private let source: String
  private let memory: [CameraMemory]
  private let controls: [CameraControl]
  private var damaged = 0

  /// Starts the capture.
  init(_ port: any CameraPort, _ request: CameraRequest) throws(VideoFileError) {
    let source = LiveSource.camera(request.name).shownName
    (self.port, self.source, controls) = (port, source, Cameras.controls(of: port))
    guard let wanted = CameraChoice.mode(Cameras.modes(of: port), for: request) else {
      let formats = CameraPixelFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw .noSignal(
        source: source,
        reason: request.format.map { "it does not have the format \($0.rawValue)" } ?? "it has none of the formats \(formats)")
    }
    do throws(CameraProblem) {
      layout = try port.setLayout(wanted.layout)
    } catch { throw Self.failure(error, source) }
    if let problem = layout.problem { throw .noSignal(source: source, reason: problem) }
    // A camera with one rate refuses the request, and captures at that rate.
    if let rate = wanted.rate { try? port.setDuration(CameraChoice.duration(rate)) }
    do throws(CameraProblem) {
      memory = try Self.map(port)
      for index in memory.indices { try port.queue(index) }
      try port.setStreaming(true)
    } catch { throw Self.failure(error, source) }
    var info = VideoFileInfo(
      container: "v4l2", codec: CameraPixelFormat.text(of: layout.format), width: layout.width, height: layout.height)
    info.framesPerSecond = wanted.rate
    self.info = info
    setControls(request.controls)
  }

  private static func map(_ port: any CameraPort) throws(CameraProblem) -> [CameraMemory] {
    let count = try port.requestBuffers(bufferCount)
    var memory: [CameraMemory] = []
    for index in 0..<min(count, 32) { memory.append(try port.map(index)) }
    guard memory.count >= 2 else { throw CameraProblem(code: CameraChoice.Code.noMemory) }
    return memory
  }

  /// Passes the newest picture to `body`. Returns whether there was one.
  func newest(_ body: (CameraPicture) -> Void) throws(VideoFileError) -> Bool {
    do throws(CameraProblem) {
      var newest: CameraFilled?
      for _ in memory.indices {
        guard let filled = try dequeue() else { break }
        if let old = newest { try port.queue(old.index) }
        newest = filled
      }
      guard let filled = newest else { return false }
      guard let range = layout.bytes(of: filled, length: memory[filled.index].bytes.count) else {
        try port.queue(filled.index)
        try countDamage()
        return false
      }
      damaged = 0
      body(CameraPicture(layout, memory[filled.index], range, time: filled.time, source: source))
      try port.queue(filled.index)
      return true
    } catch { throw Self.failure(error, source) }
  }

  /// Takes a buffer; nil if there is none, or after a failure that the next picture may not have.
  private func dequeue() throws(CameraProblem) -> CameraFilled? {
    do throws(CameraProblem) {
      guard let filled = try port.dequeue() else { return nil }
      // A buffer that does not exist cannot be returned.
      guard memory.indices.contains(filled.index) else { throw CameraProblem(code: CameraChoice.Code.invalid) }
      return filled
    } catch {
      guard error.code == CameraChoice.Code.inputOutput else { throw error }
      try countDamage()
      return nil
    }
  }

  private func countDamage() throws(CameraProblem) {
    damaged += 1
    if damaged >= Self.mostDamaged { throw CameraProblem(code: CameraChoice.Code.inputOutput) }
  }

  /// Sets controls; unknown names and fixed controls are ignored, and values become the nearest valid ones.
  func setControls(_ values: [String: Int]) {
    // Automatic modes first: they decide which others can be set.
    for control in controls.sorted(by: { ($0.kind == .integer ? 1 : 0, $0.name) < ($1.kind == .integer ? 1 : 0, $1.name) }) {
      guard let value = values[control.name] else { continue }
      try? port.set(control.identifier, to: Int32(clamping: CameraChoice.value(value, of: control)))
    }
  }

  /// Stops the capture.
  func stop() { try? port.setStreaming(false) }

  static func failure(_ problem: CameraProblem, _ source: String) -> VideoFileError {
    .noSignal(source: source, reason: CameraChoice.reason(problem, KernelCameras.text(of: problem)))
  }
}
