public import Tessera

/// A display that writes frames to files or to whoever reads a pipe; attached to the stage as a source, too. Frame loop thread.
///
/// Whoever reads slowly is not waited for, and nothing gathers: the display is not ready until a frame was taken, and then takes the newest.
public protocol StreamDisplay: Display, EventSource {
  /// Why nothing can be written any more: a full disk, a closed pipe.
  var failure: DeviceError? { get }
  /// Is told of a failure that came between frames; one that comes with a frame is thrown.
  var onFailure: ((Stage) -> Void)? { get set }
  /// Ends the stream at `time`, and makes a file appear.
  func finish(at time: Double) throws(DeviceError)
}
