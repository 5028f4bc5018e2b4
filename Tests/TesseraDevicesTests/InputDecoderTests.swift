import CTesseraDevices
import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraDevices

@Suite struct InputDecoderTests {
  static let touchScreen: InputCapabilities = {
    var c = InputCapabilities()
    c.isDirect = true
    c.slotX = .init(minimum: 0, maximum: 99)
    c.slotY = .init(minimum: 100, maximum: 299)
    c.slotCount = 5
    return c
  }()

  static func capabilities(keys: [Int] = [], relative: [Int] = [], x: ClosedRange<Int32>? = nil) -> InputCapabilities {
    var c = InputCapabilities()
    for key in keys { c.keys[key / 8] |= 1 << UInt8(key % 8) }
    for axis in relative { c.relative |= 1 << UInt32(axis) }
    if let x {
      c.x = .init(minimum: x.lowerBound, maximum: x.upperBound)
      c.y = c.x
    }
    return c
  }

  static let mouse = capabilities(keys: [0x110, 0x111], relative: [0, 1, 8])
  static let tablet = capabilities(keys: [0x110], relative: [8], x: 0...32767)
  static let singleTouch = capabilities(keys: [0x14A], x: 0...1023)
  static let keyboard = capabilities(keys: Array(1...100))

  private func play(_ capabilities: InputCapabilities, _ events: [(UInt16, Int, Int32)]) -> [InputAction] {
    var decoder = InputDecoder(capabilities)
    var actions: [InputAction] = []
    for (type, code, value) in events { decoder.feed(RawInputEvent(type: type, code: UInt16(code), value: value), &actions) }
    return actions
  }

  private let report: (UInt16, Int, Int32) = (0, 0, 0)

  @Test func kindsFollowFromTheCapabilitiesOfADevice() {
    #expect(Self.touchScreen.kinds == .touch && Self.singleTouch.kinds == .touch)
    #expect(Self.mouse.kinds == [.pointer, .wheel] && Self.tablet.kinds == [.pointer, .wheel])
    #expect(Self.keyboard.kinds == .keyboard)
    #expect(InputCapabilities().kinds.isEmpty)
    // A touch pad moves nothing that it touches.
    var pad = Self.touchScreen
    pad.isDirect = false
    pad.keys[0x145 / 8] |= 1 << UInt8(0x145 % 8)
    #expect(pad.kinds.isEmpty)
  }

  @Test func twoFingersAreDistinguishedAndLiftedOneByOne() {
    let actions = play(
      Self.touchScreen,
      [
        (3, 0x39, 7), (3, 0x35, 10), (3, 0x36, 110), (3, 0x2F, 1), (3, 0x39, 8), (3, 0x35, 90), (3, 0x36, 299), report,
        (3, 0x2F, 0), (3, 0x35, 20), report,
        (3, 0x39, -1), report,
        (3, 0x2F, 1), (3, 0x39, -1), report,
      ])
    #expect(
      actions == [
        .contact(slot: 0, .began, x: 0.105, y: 0.0525), .contact(slot: 1, .began, x: 0.905, y: 0.9975),
        .contact(slot: 0, .moved, x: 0.205, y: 0.0525), .contact(slot: 0, .ended, x: 0.205, y: 0.0525),
        .contact(slot: 1, .ended, x: 0.905, y: 0.9975),
      ])
  }

  @Test func aFingerThatReturnsBetweenReportsIsANewTouch() {
    let actions = play(
      Self.touchScreen, [(3, 0x39, 7), (3, 0x35, 10), report, (3, 0x39, -1), (3, 0x39, 9), (3, 0x35, 50), report])
    #expect(actions.count == 3)
    guard actions.count == 3, case .contact(_, .ended, _, _) = actions[1], case .contact(_, .began, _, _) = actions[2] else {
      Issue.record("\(actions)")
      return
    }
  }

  @Test func noEventIsSentBeforeItsReport() {
    #expect(play(Self.touchScreen, [(3, 0x39, 7), (3, 0x35, 10)]).isEmpty)
    #expect(play(Self.mouse, [(2, 0, 5), (1, 0x110, 1)]).isEmpty)
  }

  @Test func singleTouchAndAbsolutePointersAreDifferentThings() {
    let touched = play(Self.singleTouch, [(3, 0, 0), (3, 1, 1023), (1, 0x14A, 1), report, (3, 0, 512), report, (1, 0x14A, 0), report])
    let (left, middle, bottom) = (0.5 / 1024, 512.5 / 1024, 1023.5 / 1024)
    let contacts: [InputAction] = [
      .contact(slot: 0, .began, x: left, y: bottom), .contact(slot: 0, .moved, x: middle, y: bottom),
      .contact(slot: 0, .ended, x: middle, y: bottom),
    ]
    #expect(touched == contacts)
    let pointed = play(Self.tablet, [(3, 0, 16384), (3, 1, 0), report, (1, 0x110, 1), report])
    let places: [InputAction] = [.placed(x: 16384.5 / 32768, y: 0.5 / 32768), .button(code: 0x110, isDown: true)]
    #expect(pointed == places)
  }

  @Test func aMouseMovesPressesAndTurns() {
    #expect(
      play(Self.mouse, [(2, 0, 5), (2, 0, -2), (2, 1, 4), (1, 0x110, 1), report, (2, 8, -2), report]) == [
        .moved(dx: 3, dy: 4), .button(code: 0x110, isDown: true), .wheel(dx: 0, dy: 2),
      ])
    // A wheel that tells fine steps tells whole ones too: they count once.
    #expect(play(Self.mouse, [(2, 8, 1), (2, 11, 60), report]) == [.wheel(dx: 0, dy: -0.5)])
  }

  @Test func droppedEventsAreReadAgainAndNothingStaysPressed() {
    var decoder = InputDecoder(Self.touchScreen)
    var actions: [InputAction] = []
    for (type, code, value) in [(3, 0x39, 7), (3, 0x35, 10), report, (0, 3, 0), (3, 0x35, 99), report] as [(UInt16, Int, Int32)] {
      decoder.feed(RawInputEvent(type: type, code: UInt16(code), value: value), &actions)
    }
    #expect(actions.last == .lost)
    actions = []
    // The finger went away meanwhile and another one came.
    decoder.resume(ids: [-1, 12], xs: [0, 49], ys: [0, 199], slot: 1, isTouching: false, x: 0, y: 0, &actions)
    #expect(
      actions == [.contact(slot: 0, .ended, x: 0.105, y: 0.0025), .contact(slot: 1, .began, x: 0.495, y: 0.4975)])
    actions = []
    decoder.end(&actions)
    #expect(actions == [.contact(slot: 1, .cancelled, x: 0.495, y: 0.4975)])
  }

  /// Whatever a device says, contacts begin before they move, end once, and lie on the screen.
  @Test(arguments: [touchScreen, singleTouch, mouse, tablet, keyboard, InputCapabilities()])
  func anyEventsGiveContactsThatMakeSense(capabilities: InputCapabilities) {
    var random = SeededGenerator(seed: 42)
    let codes: [UInt16: [Int]] = [
      0: [0, 0, 0, 3, 2], 1: [0x110, 0x14A, 30, 0x2FF, 65535], 2: [0, 1, 6, 7, 8, 11, 12, 40], 3: [0, 1, 0x2F, 0x35, 0x36, 0x39, 9999],
    ]
    let values: [Int32] = [0, 1, 2, -1, 3, 50, 150, 1000, .min, .max, 40000]
    for _ in 0..<40 {
      var decoder = InputDecoder(capabilities)
      var actions: [InputAction] = []
      for _ in 0..<500 {
        let type = UInt16.random(in: 0...4, using: &random)
        let code = codes[type]?.randomElement(using: &random) ?? 0
        decoder.feed(RawInputEvent(type: type, code: UInt16(code), value: values.randomElement(using: &random)!), &actions)
      }
      decoder.end(&actions)
      var down = Set<Int>()
      for action in actions {
        guard case .contact(let slot, let phase, let x, let y) = action else { continue }
        #expect((0...1).contains(x) && (0...1).contains(y))
        switch phase {
        case .began: #expect(down.insert(slot).inserted)
        case .moved: #expect(down.contains(slot))
        case .ended, .cancelled: #expect(down.remove(slot) != nil)
        }
      }
      #expect(down.isEmpty)
    }
  }

  @Test func anyBytesAreEvents() {
    var random = SeededGenerator(seed: 3)
    let size = td_input_event_size()
    for length in [0, 1, size - 1, size, size * 3 + 5, size * 64] {
      for _ in 0..<200 {
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
        var events = [td_input_event](repeating: td_input_event(), count: 64)
        let count = Int(td_input_decode(bytes, length, &events, 64))
        #expect(count == length / size)
        var decoder = InputDecoder(Self.touchScreen)
        var actions: [InputAction] = []
        for e in events.prefix(count) {
          // Types that there are, so that something happens.
          decoder.feed(RawInputEvent(time: Double(e.time_ns) / 1e9, type: e.type % 4, code: e.code % 64, value: e.value), &actions)
        }
      }
    }
  }

  @Test func anEmptyRangeIsItsCenter() {
    #expect(InputCapabilities.AxisRange(minimum: 5, maximum: 5).share(of: 5) == 0.5)
    #expect(InputCapabilities.AxisRange(minimum: 9, maximum: 5).share(of: 5) == 0.5)
    #expect(InputCapabilities.AxisRange(minimum: .min, maximum: .max).share(of: .max) <= 1)
  }

  @Test func calibrationAndRotationFindThePlace() throws {
    let flipped = try #require(Calibration([-1, 0, 1, 0, 1, 0]))
    #expect(flipped.apply(x: 0.25, y: 0.75) == (0.75, 0.75))
    #expect(Calibration([1, 0, 0, 0, 1]) == nil && Calibration([1, 0, 0, 0, 1, .nan]) == nil)
    let far = try #require(Calibration([1e308, 1e308, 1e308, -1e308, -1e308, 0]))
    #expect(far.apply(x: 1, y: 1) == (1, 0))
    // A point turned with the picture and back again is where it was: through the same rule as pixels.
    for rotation in Rotation.allCases {
      let area = rotation.turned(PixelRect(x: 10, y: 20, width: 1, height: 1), in: (100, 50))
      let turned = rotation.swapsAxes ? (50.0, 100.0) : (100.0, 50.0)
      let back = rotation.unturned(x: (Double(area.x) + 0.5) / turned.0, y: (Double(area.y) + 0.5) / turned.1)
      #expect(abs(back.x - 0.105) < 1e-9 && abs(back.y - 0.41) < 1e-9, "\(rotation): \(back)")
    }
  }
}
