import TesseraKit
import Testing

@testable import TesseraScene

/// Scenes with changed, removed, repeated and moved bytes: each is read, or rejected with a location, and never traps.
@Suite struct SceneFuzzTests {
  /// xorshift64*: the same numbers everywhere.
  struct Numbers {
    var state: UInt64
    mutating func next(_ limit: Int) -> Int {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % max(1, limit)
    }
  }

  static let seedScenes = [
    """
    tessera: 1
    size: [800, 480]
    background: "#fafafa"
    defaults: {box: {flexDirection: column}}
    styles: {card: &card {padding: 4 8, cornerRadius: [1, 2, 3, 4]}, wide: {<<: *card, width: 50%}}
    definitions: [&base {type: sample, amount: 2, stops: [1, 2]}]
    root:
      type: box
      styles: [card, wide]
      shadow: {color: red, x: 1, radius: 3}
      background: {gradient: linear, from: [0, 0], to: [1, 1], stops: [{at: 0, color: red}, {at: 1, color: blue}]}
      children:
        - *base
        - {<<: *base, string: "a\\nb\\u00e9", flag: yes, mixed: {at: 0.5, name: no}}
        - {type: sample, transform: {rotate: 45, scale: 2}, count: 0x2}
        - type: box
          style: {margin: -3 auto, aspectRatio: 3 / 2, flex: 1 0 auto}
    """,
    """
    tessera: 1
    data: {t: 21.5, on: true, rooms: [{id: a, n: 1}, {id: b, n: 2}]}
    screens: {more: {type: box, children: [{type: sample, string: {bind: value.n}}]}}
    root:
      type: box
      variants: [{when: {width: ["< 480", ">= 2"], scheme: dark}, padding: {bind: "t / 2", format: "%d%%"}}]
      children:
        - {type: sample, string: {bind: "format('%.1f', t) + (on ? ' a' : ' b')"}, amount: {bind: min(t, 3)}}
        - {type: sample, each: {bind: rooms, key: id, as: r}, when: r.n > 1, string: {bind: "rooms[index].id ?? 'none'"}}
        - {type: box, when: on, on: {tap: [{set: {"rooms[0].n": t + 1}}, {toggle: on}, {push: {screen: more, value: "rooms[1]"}}, {send: {name: x, payload: {t: t}}}]}}
    """,
    "{\"tessera\": 1, \"root\": {\"type\": \"box\", \"id\": \"a\", \"children\": [{\"type\": \"sample\", \"color\": \"#123456\"}]}}",
  ]

  static let pieces = [
    "\0", "\t", "\n", "  ", "{", "}", "[", "]", ": ", "- ", "&a ", "*a", "<<: *base", "!!", "'", "\"", "|", ">", "---\n", "%YAML 1.1\n",
    "1e999", ".nan", "-", "?", "\u{FEFF}", "\u{FFFD}",
  ]

  @Test(arguments: 1...40) func mutatedSceneIsReadOrRefused(seed: Int) throws {
    let registry = try sampleRegistry()
    var numbers = Numbers(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    var outcomes = (read: 0, refused: 0)
    for _ in 0..<50 {
      var bytes = Array(Self.seedScenes[numbers.next(Self.seedScenes.count)].utf8)
      for _ in 0...numbers.next(6) {
        let at = numbers.next(bytes.count + 1)
        switch numbers.next(6) {
        case 0 where at < bytes.count: bytes[at] = UInt8(numbers.next(256))
        case 1 where at < bytes.count: bytes.remove(at: at)
        case 2: bytes.insert(contentsOf: Self.pieces[numbers.next(Self.pieces.count)].utf8, at: at)
        case 3: bytes.removeSubrange(at..<min(bytes.count, at + numbers.next(20)))
        case 4:
          let end = min(bytes.count, at + numbers.next(60))
          bytes.insert(contentsOf: Array(bytes[at..<end]), at: numbers.next(bytes.count + 1))
        default: bytes.removeSubrange(min(bytes.count, max(at, bytes.count / 2))...)
        }
      }
      do throws(SceneErrors) {
        let scene = try Scene.parse(bytes: bytes, registry: registry)
        let root = try scene.makeRoot()
        outcomes.read += 1
        // Every scene that can be read can be written, and read again.
        let text = try? SceneWriter(registry: registry).text(of: root)
        #expect(throws: Never.self) { try Scene.parse(text: try #require(text), registry: registry).makeRoot() }
      } catch {
        outcomes.refused += 1
        #expect(!error.errors.isEmpty)
        #expect(error.errors.allSatisfy { !$0.message.isEmpty && $0.line >= 0 })
      }
    }
    #expect(outcomes.refused > 0)
  }
}
