/// Source of captured sound, such as a microphone. One thread at a time uses it: that of the ``Microphone`` that owns it.
public protocol CaptureDevice: AnyObject, Sendable {
  /// Name for error messages.
  var name: String { get }

  /// Opens the device and returns its rate in frames a second, which may differ from the wanted one.
  ///
  /// - Throws: ``SoundError/noDevice(name:reason:)``.
  func open(rate: Int) throws(SoundError) -> Int

  /// Reads frames of one channel, samples in -1...1. It may wait for them.
  ///
  /// - Returns: number of frames; 0 only if no frames are ready and the device does not wait.
  /// - Throws: ``SoundError/lostDevice(name:)``.
  func read(into samples: UnsafeMutableBufferPointer<Float>) throws(SoundError) -> Int

  /// Closes the device.
  func close()
}
