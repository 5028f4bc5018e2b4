internal import Tessera
#if Sound
  internal import TesseraSound
#endif

/// Parameters of playing a sound. A value.
struct SceneSound: Sendable, Equatable {
  /// Path of the file.
  var path: String
  /// Volume, 0...1; nil means 1.
  var volume: Expression?
  /// Place between left (-1) and right (1).
  var pan = 0.0
  /// Whether it is repeated until `silence` stops it.
  var loops = false
  /// Seconds in which the volume rises.
  var fade = 0.0
  /// Whether other sounds are quieter meanwhile.
  var ducks = false
  /// Location in the file.
  var place: Place
}

extension SceneInstance {
  /// Starts a sound.
  func play(_ sound: SceneSound, _ view: DataView) {
    #if Sound
      var options = SoundOptions(pan: sound.pan, loops: sound.loops, fadeIn: sound.fade, ducks: sound.ducks)
      if let volume = sound.volume {
        guard case .number(let number) = value(volume, view) else {
          return report("`volume` of `play` must be a number from 0 to 1", at: volume)
        }
        options.volume = number
      }
      let (data, name, place) = (data, scene.name, sound.place)
      Sound.play(sound.path, options) { error in
        data.report(
          SceneError(kind: .warning, file: name, line: Int(place.line), column: Int(place.column), message: error.description))
      }
    #else
      report("`play` needs the part `sound`, which this program was built without", at: sound.place)
    #endif
  }

  /// Fades a sound out.
  func silence(_ path: String, fade: Double) {
    #if Sound
      Sound.stop(path, fade: fade)
    #endif
  }
}
