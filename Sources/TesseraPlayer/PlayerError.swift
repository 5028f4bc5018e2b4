public import TesseraScene
public import TesseraDevices

/// Why a player cannot start or go on.
public enum PlayerError: Error, Sendable, CustomStringConvertible {
  /// The scene.
  case scene(SceneErrors)
  /// A display or an input device.
  case device(DeviceError)
  /// A font, the size of the stage.
  case setting(String)
  /// The stage itself.
  case stage(String)

  public var description: String {
    switch self {
    case .scene(let errors): errors.description
    case .device(let error): "\(error)"
    case .setting(let reason), .stage(let reason): reason
    }
  }
}
