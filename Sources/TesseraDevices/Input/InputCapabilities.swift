internal import CTesseraDevices
internal import Tessera

/// Capabilities of an input device, as reported by the kernel.
public struct InputCapabilities: Sendable, Equatable {
  /// The device's name.
  public var name = ""
  /// One bit per key and button.
  var keys = [UInt8](repeating: 0, count: 96)
  /// One bit per relative axis.
  var relative: UInt32 = 0
  /// Whether touches are on the screen itself.
  var isDirect = false
  /// Whether it has a D-pad reported as an axis.
  var hasHat = false
  /// Ranges of its axes, device units.
  var x: AxisRange?
  var y: AxisRange?
  var slotX: AxisRange?
  var slotY: AxisRange?
  /// Number of distinguishable contacts, and the current one.
  var slotCount = 0
  var currentSlot = 0

  /// A range of device units.
  struct AxisRange: Sendable, Equatable {
    var minimum: Int32
    var maximum: Int32

    /// Returns the position of a value, 0...1: the middle of its unit, so that the last unit is on the screen.
    func share(of value: Int32) -> Double {
      guard maximum > minimum else { return 0.5 }
      let share = (Double(value) - Double(minimum) + 0.5) / (Double(maximum) - Double(minimum) + 1)
      return min(1, max(0, share))
    }
  }

  init() {}

  init(_ info: td_input_info) {
    name = withUnsafeBytes(of: info.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    keys = withUnsafeBytes(of: info.keys) { Array($0) }
    relative = info.relative
    isDirect = info.is_direct != 0
    hasHat = info.has_hat != 0
    func range(_ axis: td_axis) -> AxisRange? { axis.is_there != 0 ? AxisRange(minimum: axis.minimum, maximum: axis.maximum) : nil }
    (x, y, slotX, slotY) = (range(info.x), range(info.y), range(info.slot_x), range(info.slot_y))
    if info.slot.is_there != 0, info.slot_id.is_there != 0, info.slot.maximum >= 0 {
      slotCount = min(Int(info.slot.maximum) + 1, InputDecoder.maximumSlots)
      currentSlot = Int(info.slot.value)
    }
  }

  func has(key code: Int) -> Bool { code >= 0 && code / 8 < keys.count && keys[code / 8] >> UInt8(code % 8) & 1 == 1 }
  func has(relative code: Int) -> Bool { code < 32 && relative >> UInt32(code) & 1 == 1 }

  /// Uses of a device; one device may have several.
  public struct Kinds: OptionSet, Sendable, Hashable {
    /// One bit per use.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A touch screen.
    public static let touch = Kinds(rawValue: 1)
    /// Moves a cursor, relatively or absolutely.
    public static let pointer = Kinds(rawValue: 2)
    /// Has keys.
    public static let keyboard = Kinds(rawValue: 4)
    /// Has a wheel.
    public static let wheel = Kinds(rawValue: 8)
  }

  /// Uses of the device; empty if it is not supported.
  public var kinds: Kinds {
    var kinds: Kinds = []
    let hasSlots = slotCount > 0 && slotX != nil && slotY != nil
    let isPad = has(key: InputCode.toolFinger) && !isDirect
    if !isPad, hasSlots || x != nil && y != nil && has(key: InputCode.touch) { kinds.insert(.touch) }
    if !kinds.contains(.touch), !isPad, has(key: InputCode.left),
      has(relative: InputCode.relativeX) && has(relative: InputCode.relativeY) || x != nil && y != nil
    {
      kinds.insert(.pointer)
    }
    if has(relative: InputCode.wheel) || has(relative: InputCode.sideWheel) { kinds.insert(.wheel) }
    if has(relative: InputCode.dial) || hasHat { kinds.insert(.keyboard) }
    // Keys below the first button.
    if keys.prefix(0x100 / 8).contains(where: { $0 != 0 }) || (InputCode.padUp...InputCode.padRight).contains(where: { has(key: $0) }) {
      kinds.insert(.keyboard)
    }
    return kinds
  }
}

/// Event codes of the kernel. Source: linux/input-event-codes.h.
enum InputCode {
  // Event types.
  static let sync: UInt16 = 0
  static let key: UInt16 = 1
  static let relative: UInt16 = 2
  static let absolute: UInt16 = 3
  // Codes of the type sync.
  static let report: UInt16 = 0
  static let dropped: UInt16 = 3
  // Relative axes.
  static let relativeX = 0
  static let relativeY = 1
  static let sideWheel = 6
  static let dial = 7
  static let wheel = 8
  static let fineWheel = 11
  static let fineSideWheel = 12
  // Absolute axes.
  static let x = 0
  static let y = 1
  static let hatX = 0x10
  static let hatY = 0x11
  static let slot = 0x2F
  static let slotX = 0x35
  static let slotY = 0x36
  static let slotID = 0x39
  // Buttons.
  static let left = 0x110
  static let right = 0x111
  static let middle = 0x112
  static let (side, extra, forward, back) = (0x113, 0x114, 0x115, 0x116)
  static let toolFinger = 0x145
  static let touch = 0x14A
  static let padUp = 0x220
  static let padDown = 0x221
  static let padLeft = 0x222
  static let padRight = 0x223
  static let firstButton = 0x100
  /// Press of a knob, and the first two buttons of a game pad.
  static let knob = 0x100
  static let padSouth = 0x130
  static let padEast = 0x131

  /// Returns the mouse button of a code; nil for the left one, which is a touch, and for other codes. The side buttons of most mice are `side` and
  /// `extra`.
  static func button(_ code: Int) -> PointerPress.Button? {
    switch code {
    case right: .secondary
    case middle: .middle
    case side, back: .back
    case extra, forward: .forward
    default: nil
    }
  }
}
