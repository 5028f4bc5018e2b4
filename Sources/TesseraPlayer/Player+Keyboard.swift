internal import Tessera
internal import TesseraKit
internal import TesseraScene

extension Player {
  /// Uses the on-screen keyboard of the options, or of a scene.
  func useKeyboard(of scene: Scene) {
    if let option = options.onScreenKeyboard { stage.useKeyboard(option.languages) } else { stage.useKeyboard(scene.keyboard) }
  }
}
