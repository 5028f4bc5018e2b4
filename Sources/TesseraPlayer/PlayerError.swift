public import TesseraScene
public import TesseraDevices

/// Failure of starting or running a player.
public enum PlayerError: Error, Sendable, CustomStringConvertible {
  /// Error in the scene.
  case scene(SceneErrors)
  /// Error of a display or an input device.
  case device(DeviceError)
  /// Invalid setting, such as a font or the size of the stage.
  case setting(String)
  /// Error of the stage itself.
  case stage(String)

  public var description: String {
    switch self {
    case .scene(let errors): errors.description
    case .device(let error): "\(error)"
    case .setting(let reason), .stage(let reason): reason
    }
  }
}
