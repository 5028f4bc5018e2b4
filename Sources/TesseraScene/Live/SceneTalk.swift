internal import Tessera
#if Sound
  internal import TesseraSound
#endif

/// Parameters of capturing sound. A value.
struct SceneTalk: Sendable, Equatable {
  /// Path of a WAV file, or `tcp://HOST:PORT`.
  var target: String
  /// Value of the data that receives the loudness, 0...1.
  var level: Expression?
  /// Seconds after which the capture ends.
  var limit = 600.0
  /// Location in the file.
  var place: Place
}

extension SceneInstance {
  /// Starts the capture of sound.
  func talk(_ talk: SceneTalk, _ view: DataView) {
    #if Sound
      let (data, name) = (data, scene.name)
      Microphone.shared.record(to: talk.target, limit: talk.limit) { [self] event in
        let level: Double
        switch event {
        case .sound(let sound): level = sound.level
        case .ended: level = 0
        case .failed(let error):
          level = 0
          let (line, column) = (Int(talk.place.line), Int(talk.place.column))
          data.report(SceneError(kind: .warning, file: name, line: line, column: column, message: error.description))
        }
        if let target = talk.level { set(target, .number((level * 100).rounded() / 100), view) }
      }
    #else
      report("`talk` needs the part `sound`, which this program was built without", at: talk.place)
    #endif
  }

  /// Stops the capture of sound.
  func hush() {
    #if Sound
      Microphone.shared.stop()
    #endif
  }
}
