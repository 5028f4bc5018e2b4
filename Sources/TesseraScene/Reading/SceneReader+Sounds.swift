internal import Tessera

// Actions that play sounds.
extension SceneReader {
  /// Reads `play: click.wav`, or `play: {source: click.wav, volume: 0.5}`.
  mutating func readPlay(_ index: Int32, _ name: String) -> SceneAction.What? {
    let place = tree.place(index)
    guard case .map = tree[index].content else { return readSource(index, "play", name).map { .play(SceneSound(path: $0, place: place)) } }
    var (path, sound) = (String?.none, SceneSound(path: "", place: place))
    for entry in map(index, "`play` on \(name)") ?? [] {
      func value(_ kind: AttributeKind, _ reader: inout SceneReader) -> AttributeValue? {
        reader.values.read(entry.value, as: kind, name: "`\(entry.key)` of `play`")
      }
      switch entry.key {
      case "source": path = readSource(entry.value, "play", name)
      case "volume": sound.volume = readResult(entry.value, name)
      case "pan": sound.pan = value(.number(-1...1), &self)?.number ?? 0
      case "loop": sound.loops = value(.boolean, &self)?.boolean ?? false
      case "fade": sound.fade = value(.number(0...3600), &self)?.number ?? 0
      case "ducks": sound.ducks = value(.boolean, &self)?.boolean ?? false
      default:
        let valid = ["source", "volume", "pan", "loop", "fade", "ducks"]
        errors.add(
          at: entry.keyPlace, "unknown key `\(entry.key)` of `play`; valid are \(valid.joined(separator: ", "))",
          suggestion: nearestName(to: entry.key, among: valid))
      }
    }
    guard let path else {
      if !errors.isFull { errors.add(at: place, "`play` on \(name) needs `source`, the path of a sound") }
      return nil
    }
    sound.path = path
    return .play(sound)
  }

  /// Reads `silence: alarm.wav`, or `silence: {source: alarm.wav, fade: 0.5}`.
  mutating func readSilence(_ index: Int32, _ name: String) -> SceneAction.What? {
    guard case .map = tree[index].content else { return readSource(index, "silence", name).map { .silence($0, fade: 0) } }
    var (path, fade) = (String?.none, 0.0)
    for entry in map(index, "`silence` on \(name)") ?? [] {
      switch entry.key {
      case "source": path = readSource(entry.value, "silence", name)
      case "fade": fade = values.read(entry.value, as: .number(0...3600), name: "`fade` of `silence`")?.number ?? 0
      default: errors.add(at: entry.keyPlace, "unknown key `\(entry.key)` of `silence`; valid are source and fade")
      }
    }
    if path == nil { errors.add(at: tree.place(index), "`silence` on \(name) needs `source`, the path of a sound") }
    return path.map { .silence($0, fade: fade) }
  }

  /// Reads `talk: message.wav`, `talk: {to: "tcp://door:5000", level: loudness}`, or `talk: stop`.
  mutating func readTalk(_ index: Int32, _ name: String) -> SceneAction.What? {
    let place = tree.place(index)
    if case .scalar(let text, _) = tree[index].content, !text.isEmpty {
      return text == "stop" ? .hush : .talk(SceneTalk(target: talkTarget(text), place: place))
    }
    var (target, talk) = (String?.none, SceneTalk(target: "", place: place))
    for entry in map(index, "`talk` on \(name)") ?? [] {
      switch entry.key {
      case "to":
        if case .scalar(let text, _) = tree[entry.value].content, !text.isEmpty { target = talkTarget(text) }
      case "level":
        if case .scalar(let text, _) = tree[entry.value].content { talk.level = readTarget(text, tree.place(entry.value), name) }
      case "limit": talk.limit = values.read(entry.value, as: .number(0...3600), name: "`limit` of `talk`")?.number ?? talk.limit
      default: errors.add(at: entry.keyPlace, "unknown key `\(entry.key)` of `talk`; valid are to, level and limit")
      }
    }
    guard let target else {
      if !errors.isFull { errors.add(at: place, "`talk` on \(name) needs `to`, the path of a WAV file or tcp://HOST:PORT") }
      return nil
    }
    talk.target = target
    return .talk(talk)
  }

  /// Returns a receiver as it is, and the path of a file relative to the scene.
  private func talkTarget(_ text: String) -> String {
    guard !text.hasPrefix("tcp://"), case .file(let path) = AssetLocation(text, in: values.directory) else { return text }
    return path
  }

  private mutating func readSource(_ index: Int32, _ action: String, _ name: String) -> String? {
    guard case .scalar(let text, _) = tree[index].content, !text.isEmpty else {
      errors.add(at: tree.place(index), "`\(action)` on \(name) must be the path of a sound, got \(tree.describe(index))")
      return nil
    }
    return values.asset(text, at: tree.place(index), "`\(action)` on \(name)")
  }
}
