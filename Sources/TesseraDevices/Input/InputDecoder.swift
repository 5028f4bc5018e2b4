/// An event of the kernel.
struct RawInputEvent: Sendable, Equatable {
  var time = 0.0
  var type: UInt16
  var code: UInt16
  var value: Int32
}

/// An action of a device, independent of the stage. Positions are 0...1 of the device's ranges.
enum InputAction: Sendable, Equatable {
  enum Phase: Sendable, Equatable { case began, moved, ended, cancelled }
  case contact(slot: Int, Phase, x: Double, y: Double)
  case moved(dx: Int, dy: Int)
  case placed(x: Double, y: Double)
  case button(code: Int, isDown: Bool)
  /// Notches, positive to the right and towards the user.
  case wheel(dx: Double, dy: Double)
  /// Steps of a knob, clockwise.
  case dial(Int)
  /// 1 pressed, 2 repeated, 0 released.
  case key(code: Int, state: Int)
  /// The kernel dropped events: the current state has to be queried.
  case lost
}

/// Converts the events of one device to actions. A value without a file or a clock, so that tests can pass any bytes.
///
/// Multi-touch is protocol B (slots). Changes since the last report are applied with the next report, as the kernel specifies.
struct InputDecoder: Sendable {
  /// Maximum number of distinguishable contacts.
  static let maximumSlots = 32

  private struct Slot {
    var id: Int32 = -1
    var x: Int32
    var y: Int32
    /// Last reported id, so that a contact that ended and began between two reports counts as two contacts.
    var toldID: Int32 = -1
    var hasMoved = false
  }

  let capabilities: InputCapabilities
  private let kinds: InputCapabilities.Kinds
  private var slots: [Slot]
  private var current: Int
  private var isLost = false
  // Single-touch screens and absolute pointers.
  private var x: Int32
  private var y: Int32
  private var placeChanged = false
  private var isTouching = false
  private var toldTouching = false
  private var moved = (x: 0, y: 0)
  private var buttons: [(code: Int, isDown: Bool)] = []
  private var notches = (x: 0, y: 0)
  private var fine = (x: 0, y: 0)
  private var hasFine = (x: false, y: false)
  private var steps = 0
  /// Pressed D-pad keys of the hat's position.
  private var hat: (x: Int?, y: Int?) = (nil, nil)

  init(_ capabilities: InputCapabilities) {
    self.capabilities = capabilities
    kinds = capabilities.kinds
    slots = (0..<capabilities.slotCount).map { _ in
      Slot(x: capabilities.slotX?.minimum ?? 0, y: capabilities.slotY?.minimum ?? 0)
    }
    current = capabilities.currentSlot
    (x, y) = (capabilities.x?.minimum ?? 0, capabilities.y?.minimum ?? 0)
  }

  /// Processes one event; `actions` receives the results of a complete report.
  mutating func feed(_ event: RawInputEvent, _ actions: inout [InputAction]) {
    if isLost {
      // Everything up to the next report is incomplete.
      if event.type == InputCode.sync, event.code == InputCode.report {
        isLost = false
        actions.append(.lost)
      }
      return
    }
    switch event.type {
    case InputCode.sync:
      if event.code == InputCode.report { report(&actions) }
      if event.code == InputCode.dropped {
        isLost = true
        forget()
      }
    case InputCode.key: key(Int(event.code), Int(event.value), &actions)
    case InputCode.relative: relative(Int(event.code), Int(event.value))
    case InputCode.absolute where capabilities.hasHat && (event.code == InputCode.hatX || event.code == InputCode.hatY):
      turnHat(Int(event.code), event.value, &actions)
    case InputCode.absolute: absolute(Int(event.code), event.value)
    default: break
    }
  }

  private mutating func key(_ code: Int, _ value: Int, _ actions: inout [InputAction]) {
    guard (0...2).contains(value) else { return }
    if code == InputCode.touch {
      isTouching = value != 0
    } else if code >= InputCode.left, code < InputCode.left + 8 {
      if value != 2, kinds.contains(.pointer), buttons.count < 64 { buttons.append((code, value == 1)) }
    } else if code < InputCode.firstButton || (InputCode.padUp...InputCode.padRight).contains(code)
      || code == InputCode.knob && capabilities.has(relative: InputCode.dial)
      || (code == InputCode.padSouth || code == InputCode.padEast)
    {
      actions.append(.key(code: code, state: value))
    }
  }

  /// Converts a hat position to D-pad keys: releases the previous key and presses the new one.
  private mutating func turnHat(_ code: Int, _ value: Int32, _ actions: inout [InputAction]) {
    let isSideways = code == InputCode.hatX
    let key: Int? =
      value == 0 ? nil : isSideways ? (value < 0 ? InputCode.padLeft : InputCode.padRight) : value < 0 ? InputCode.padUp : InputCode.padDown
    let before = isSideways ? hat.x : hat.y
    guard key != before else { return }
    if isSideways { hat.x = key } else { hat.y = key }
    if let before { actions.append(.key(code: before, state: 0)) }
    if let key { actions.append(.key(code: key, state: 1)) }
  }

  private mutating func relative(_ code: Int, _ value: Int) {
    func add(_ sum: inout Int) { sum = min(1 << 20, max(-1 << 20, sum + value)) }
    switch code {
    case InputCode.relativeX: add(&moved.x)
    case InputCode.relativeY: add(&moved.y)
    case InputCode.wheel: add(&notches.y)
    case InputCode.sideWheel: add(&notches.x)
    case InputCode.fineWheel:
      hasFine.y = true
      add(&fine.y)
    case InputCode.fineSideWheel:
      hasFine.x = true
      add(&fine.x)
    case InputCode.dial: add(&steps)
    default: break
    }
  }

  private mutating func absolute(_ code: Int, _ value: Int32) {
    switch code {
    case InputCode.x:
      placeChanged = placeChanged || x != value
      x = value
    case InputCode.y:
      placeChanged = placeChanged || y != value
      y = value
    // A slot out of range is a device error: its events are dropped.
    case InputCode.slot: current = Int(value)
    case InputCode.slotX where slots.indices.contains(current):
      slots[current].x = value
      slots[current].hasMoved = true
    case InputCode.slotY where slots.indices.contains(current):
      slots[current].y = value
      slots[current].hasMoved = true
    case InputCode.slotID where slots.indices.contains(current): slots[current].id = value < 0 ? -1 : value
    default: break
    }
  }

  private mutating func report(_ actions: inout [InputAction]) {
    if kinds.contains(.touch) {
      if slots.isEmpty { reportTouch(&actions) } else { reportSlots(&actions) }
    } else if kinds.contains(.pointer) {
      if placeChanged, let rangeX = capabilities.x, let rangeY = capabilities.y {
        actions.append(.placed(x: rangeX.share(of: x), y: rangeY.share(of: y)))
      }
      if moved != (0, 0) { actions.append(.moved(dx: moved.x, dy: moved.y)) }
      for button in buttons { actions.append(.button(code: button.code, isDown: button.isDown)) }
    }
    let turned = (
      x: hasFine.x ? Double(fine.x) / 120 : Double(notches.x),
      y: hasFine.y ? Double(-fine.y) / 120 : Double(-notches.y)
    )
    if turned != (0, 0) { actions.append(.wheel(dx: turned.x, dy: turned.y)) }
    if steps != 0 { actions.append(.dial(steps)) }
    endReport()
  }

  private mutating func endReport() {
    placeChanged = false
    moved = (0, 0)
    notches = (0, 0)
    fine = (0, 0)
    hasFine = (false, false)
    steps = 0
    buttons.removeAll(keepingCapacity: true)
  }

  private mutating func reportTouch(_ actions: inout [InputAction]) {
    guard let rangeX = capabilities.x, let rangeY = capabilities.y, isTouching || toldTouching else { return }
    let phase: InputAction.Phase? = isTouching ? (toldTouching ? (placeChanged ? .moved : nil) : .began) : .ended
    toldTouching = isTouching
    if let phase { actions.append(.contact(slot: 0, phase, x: rangeX.share(of: x), y: rangeY.share(of: y))) }
  }

  private mutating func reportSlots(_ actions: inout [InputAction]) {
    guard let rangeX = capabilities.slotX, let rangeY = capabilities.slotY else { return }
    for i in slots.indices {
      let slot = slots[i]
      func emit(_ phase: InputAction.Phase) {
        actions.append(.contact(slot: i, phase, x: rangeX.share(of: slot.x), y: rangeY.share(of: slot.y)))
      }
      if slot.toldID >= 0, slot.id != slot.toldID { emit(.ended) }
      if slot.id >= 0 {
        if slot.id != slot.toldID {
          emit(.began)
        } else if slot.hasMoved {
          emit(.moved)
        }
      }
      slots[i].toldID = slot.id
      slots[i].hasMoved = false
    }
  }

  private mutating func forget() {
    endReport()
    // Its pressed keys are released together with all keys that are no longer down.
    hat = (nil, nil)
  }

  /// Adopts the kernel's current state after lost events: identities and positions of the slots, and whether a single-touch screen is
  /// touched.
  mutating func resume(
    ids: [Int32], xs: [Int32], ys: [Int32], slot: Int, isTouching: Bool, x: Int32, y: Int32, _ actions: inout [InputAction]
  ) {
    for i in slots.indices {
      slots[i].id = i < ids.count ? (ids[i] < 0 ? -1 : ids[i]) : -1
      if i < xs.count, i < ys.count, slots[i].id >= 0 {
        slots[i].hasMoved = slots[i].x != xs[i] || slots[i].y != ys[i]
        (slots[i].x, slots[i].y) = (xs[i], ys[i])
      }
    }
    current = slot
    placeChanged = self.x != x || self.y != y
    (self.x, self.y, self.isTouching) = (x, y, isTouching)
    report(&actions)
  }

  /// Ends all contacts and keys after the device was removed.
  mutating func end(_ actions: inout [InputAction]) {
    if let rangeX = capabilities.slotX, let rangeY = capabilities.slotY {
      for i in slots.indices where slots[i].toldID >= 0 {
        actions.append(.contact(slot: i, .cancelled, x: rangeX.share(of: slots[i].x), y: rangeY.share(of: slots[i].y)))
        slots[i].toldID = -1
        slots[i].id = -1
      }
    }
    if toldTouching, let rangeX = capabilities.x, let rangeY = capabilities.y {
      actions.append(.contact(slot: 0, .cancelled, x: rangeX.share(of: x), y: rangeY.share(of: y)))
    }
    (isTouching, toldTouching) = (false, false)
  }
}
