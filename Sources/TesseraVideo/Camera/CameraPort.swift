/// Failure of a call to the kernel. A value.
struct CameraProblem: Error, Sendable, Hashable {
  /// `errno` code.
  var code: Int32
}

/// Identity of a device.
struct CameraIdentity: Sendable, Hashable {
  var name: String
  var driver = ""
  var bus = ""
  /// Whether it captures pictures into memory that is mapped.
  var isCapture = true
}

/// Range of sizes in pixels, as the kernel answers.
struct CameraSizes: Sendable, Hashable {
  var leastWidth: UInt32, mostWidth: UInt32, stepWidth: UInt32
  var leastHeight: UInt32, mostHeight: UInt32, stepHeight: UInt32
}

/// Durations of pictures in seconds as fractions, as the kernel answers.
struct CameraDurations: Sendable, Hashable {
  var least: Fraction, most: Fraction

  struct Fraction: Sendable, Hashable {
    var numerator: UInt32, denominator: UInt32
  }
}

/// Buffer that the device has filled, as the kernel answers.
struct CameraFilled: Sendable, Hashable {
  var index: Int
  /// Bytes from the start of the buffer, and the offset of the first one of the picture.
  var used: Int
  var offset = 0
  var isDamaged = false
  /// Seconds of the driver's clock.
  var time = 0.0
}

/// Open camera: calls of V4L2, without decisions. Answers are not checked. One thread at a time.
protocol CameraPort: AnyObject, Sendable {
  func identity() throws(CameraProblem) -> CameraIdentity
  /// Answers of lists; nil after the last one.
  func format(at index: Int) -> UInt32?
  func sizes(of format: UInt32, at index: Int) -> CameraSizes?
  func durations(of format: UInt32, width: Int, height: Int, at index: Int) -> CameraDurations?
  /// Requests a layout. Returns the device's choice.
  func setLayout(_ layout: CameraLayout) throws(CameraProblem) -> CameraLayout
  func setDuration(_ duration: CameraDurations.Fraction) throws(CameraProblem)
  func requestBuffers(_ count: Int) throws(CameraProblem) -> Int
  func map(_ index: Int) throws(CameraProblem) -> CameraMemory
  func queue(_ index: Int) throws(CameraProblem)
  /// Returns the oldest filled buffer; nil if there is none.
  func dequeue() throws(CameraProblem) -> CameraFilled?
  func setStreaming(_ isOn: Bool) throws(CameraProblem)
  /// Returns the control that follows another one; nil after the last one.
  func control(after identifier: UInt32) -> CameraControlAnswer?
  func value(of identifier: UInt32) throws(CameraProblem) -> Int32
  func set(_ identifier: UInt32, to value: Int32) throws(CameraProblem)
}

/// Description of a control, as the kernel answers.
struct CameraControlAnswer: Sendable, Hashable {
  var identifier: UInt32
  /// nil: of a kind that is not shown.
  var kind: CameraControl.Kind?
  var title: String
  var least: Int64, most: Int64, step: Int64, standard: Int64
  var isFixed = false
}

/// Cameras of a machine. Any thread.
protocol CameraSystem: Sendable {
  /// Paths of devices that may be cameras, in order.
  func paths() -> [String]
  func open(_ path: String) throws(CameraProblem) -> any CameraPort
}

/// Events that end a wait.
struct CameraWake: OptionSet, Sendable {
  let rawValue: Int32
  static let picture = Self(rawValue: 1)
  static let stop = Self(rawValue: 2)
  /// A device appeared or disappeared.
  static let devices = Self(rawValue: 4)
  /// The device has failed.
  static let error = Self(rawValue: 8)
}

/// Waits for cameras. ``stop()`` on any thread, the others on one.
protocol CameraWaiter: Sendable {
  /// Waits for a picture of a camera, a stop or a change of devices; empty if the time is up.
  func wait(for port: (any CameraPort)?, seconds: Double) -> CameraWake
  func stop()
}

/// Memory of a buffer, unmapped with the last reference.
final class CameraMemory: @unchecked Sendable {
  // The device writes to it; readers may see a newer picture, but never memory that is not mapped.
  let bytes: UnsafeRawBufferPointer
  private let unmap: @Sendable (UnsafeRawBufferPointer) -> Void

  init(_ bytes: UnsafeRawBufferPointer, unmap: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
    (self.bytes, self.unmap) = (bytes, unmap)
  }

  deinit { unmap(bytes) }
}
