public import Tessera

/// A display that writes frames to files or a pipe; also attached to the stage as a source. Frame loop thread.
///
/// It never waits for a slow reader, and frames don't queue up. The display is not ready until a frame is accepted; then it takes the
/// newest one.
public protocol StreamDisplay: Display, EventSource {
  /// Permanent failure of the output: a full disk, a closed pipe.
  var failure: DeviceError? { get }
  /// Handler for failures between frames; a failure during a frame is thrown.
  var onFailure: ((Stage) -> Void)? { get set }
  /// Ends the stream at `time`, and completes the file.
  func finish(at time: Double) throws(DeviceError)
}
