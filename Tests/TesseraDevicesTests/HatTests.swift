import Foundation
import TesseraTestSupport
import Testing

@testable import TesseraDevices

/// D-pads that speak as axes, knobs that are pressed, and devices that say what cannot be.
@Suite struct HatTests {
  static let pad: InputCapabilities = {
    var c = InputDecoderTests.capabilities(keys: [0x130, 0x131])
    c.hasHat = true
    return c
  }()
  static let knob = InputDecoderTests.capabilities(keys: [0x100], relative: [7])

  private func play(_ capabilities: InputCapabilities, _ events: [(UInt16, Int, Int32)]) -> [InputAction] {
    var decoder = InputDecoder(capabilities)
    var actions: [InputAction] = []
    for (type, code, value) in events { decoder.feed(RawInputEvent(type: type, code: UInt16(code), value: value), &actions) }
    return actions
  }

  @Test func aHatIsFourKeys() {
    #expect(Self.pad.kinds == .keyboard && Self.knob.kinds == .keyboard)
    let actions = play(Self.pad, [(3, 0x10, -1), (3, 0x10, 1), (3, 0x10, 1), (3, 0x11, -1), (3, 0x10, 0), (3, 0x11, 0), (1, 0x130, 1)])
    let (left, right, up) = (InputCode.padLeft, InputCode.padRight, InputCode.padUp)
    let expected: [InputAction] = [
      .key(code: left, state: 1), .key(code: left, state: 0), .key(code: right, state: 1), .key(code: up, state: 1),
      .key(code: right, state: 0), .key(code: up, state: 0), .key(code: 0x130, state: 1),
    ]
    #expect(actions == expected)
    #expect(KeyboardLayout.plainKey(code: 0x130) == .enter && KeyboardLayout.plainKey(code: 0x131) == .escape)
    // Axes of the same number on a device without a hat mean nothing.
    #expect(play(InputDecoderTests.mouse, [(3, 0x10, 1), (0, 0, 0)]).isEmpty)
  }

  @Test func aKnobTurnsAndIsPressed() {
    let expected: [InputAction] = [.dial(-3), .key(code: 0x100, state: 1)]
    #expect(play(Self.knob, [(2, 7, -1), (2, 7, -2), (0, 0, 0), (1, 0x100, 1)]) == expected)
    #expect(KeyboardLayout.plainKey(code: 0x100) == .enter)
    #expect(play(InputDecoderTests.mouse, [(1, 0x100, 1)]).isEmpty)
  }

  /// Any events on any device: places stay on the panel, what is pressed is let go, contacts begin before they move and end.
  @Test func invalidEventsGiveValidActions() {
    let extremes: [Int32] = [.min, .max, -1, 0, 1, 2, 3, 32, 65535, .min + 1, .max - 1]
    for seed in UInt64(1)...400 {
      var random = SeededGenerator(seed: seed)
      func number() -> Int32 {
        Bool.random(using: &random) ? extremes.randomElement(using: &random)! : Int32.random(in: -300...300, using: &random)
      }
      var c = InputCapabilities()
      for i in c.keys.indices { c.keys[i] = UInt8.random(in: 0...255, using: &random) }
      c.relative = UInt32.random(in: 0...UInt32.max, using: &random)
      c.isDirect = Bool.random(using: &random)
      c.hasHat = Bool.random(using: &random)
      func range() -> InputCapabilities.AxisRange? { Bool.random(using: &random) ? .init(minimum: number(), maximum: number()) : nil }
      (c.x, c.y, c.slotX, c.slotY) = (range(), range(), range(), range())
      c.slotCount = Int.random(in: 0...32, using: &random)
      c.currentSlot = Int(number())
      var decoder = InputDecoder(c)
      var actions: [InputAction] = []
      let codes = [0, 1, 3, 6, 7, 8, 11, 12, 0x10, 0x11, 0x2F, 0x35, 0x36, 0x39, 0x100, 0x110, 0x14A, 0x220, 0x2FF, 0xFFFF]
      for _ in 0..<600 {
        let code = Bool.random(using: &random) ? codes.randomElement(using: &random)! : Int.random(in: 0...0xFFFF, using: &random)
        let type = UInt16.random(in: 0...4, using: &random)
        decoder.feed(RawInputEvent(type: type, code: UInt16(code), value: number()), &actions)
        if Int.random(in: 0..<5, using: &random) == 0 { decoder.feed(RawInputEvent(type: 0, code: 0, value: 0), &actions) }
        if Int.random(in: 0..<90, using: &random) == 0 {
          let values = (0..<32).map { _ in number() }
          decoder.resume(
            ids: values, xs: values, ys: values, slot: Int(number()), isTouching: Bool.random(using: &random), x: number(), y: number(),
            &actions)
        }
      }
      decoder.end(&actions)
      var down = Set<Int>()
      for action in actions {
        switch action {
        case .contact(let slot, let phase, let x, let y):
          #expect((0...1).contains(x) && (0...1).contains(y) && (0..<32).contains(slot), "seed \(seed)")
          if phase == .began { down.insert(slot) } else { #expect(down.contains(slot), "seed \(seed): \(phase) before it began") }
          if phase == .ended || phase == .cancelled { down.remove(slot) }
        case .placed(let x, let y): #expect((0...1).contains(x) && (0...1).contains(y), "seed \(seed)")
        case .moved(let x, let y): #expect(abs(x) <= 1 << 20 && abs(y) <= 1 << 20, "seed \(seed)")
        case .wheel(let x, let y): #expect(x.isFinite && y.isFinite && max(abs(x), abs(y)) <= 1_048_576, "seed \(seed)")
        case .dial(let steps): #expect(abs(steps) <= 1 << 20, "seed \(seed)")
        case .key(_, let state): #expect((0...2).contains(state), "seed \(seed)")
        case .button, .lost: break
        }
      }
      #expect(down.isEmpty, "seed \(seed): \(down) stays down")
    }
  }
}
