/// Output of sound. One thread at a time uses it: that of the ``SoundOutput`` that owns it.
public protocol SoundDevice: AnyObject, Sendable {
  /// Name for error messages.
  var name: String { get }
  /// Whether ``write(_:)`` waits while the buffer of the device is full. Otherwise the output keeps the pace.
  var waits: Bool { get }

  /// Opens the device and returns its format, which may differ from the wanted one.
  ///
  /// - Throws: ``SoundError/noDevice(name:reason:)``.
  func open(_ wanted: SoundFormat) throws(SoundError) -> SoundFormat

  /// Writes interleaved frames, samples in -1...1. Allocates nothing, and recovers from underruns.
  ///
  /// - Throws: ``SoundError/lostDevice(name:)``; the device is then closed, and opened again later.
  func write(_ samples: UnsafeBufferPointer<Float>) throws(SoundError)

  /// Number of frames that were written and are not heard yet.
  var delay: Int { get }

  /// Closes the device.
  func close()
}
