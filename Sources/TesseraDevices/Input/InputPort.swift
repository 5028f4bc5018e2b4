internal import CTesseraDevices
internal import Glibc

/// Access to input devices; tests replace it.
protocol InputPort: AnyObject {
  /// Opens a device. Returns its file and its capabilities; nil if it is not an input device.
  func open(_ path: String) throws(DeviceError) -> (file: Int32, capabilities: InputCapabilities)?
  /// Returns the current state, after events were lost.
  func state(of file: Int32, _ capabilities: InputCapabilities) -> InputState
}

/// Current contacts and pressed keys of a device.
struct InputState: Equatable {
  var ids: [Int32] = []
  var xs: [Int32] = []
  var ys: [Int32] = []
  var slot = 0
  var x: Int32 = 0
  var y: Int32 = 0
  var keys: [UInt8] = []
}

/// Access to kernel devices.
final class KernelInput: InputPort {
  private let grabs: Bool
  init(grabs: Bool) { self.grabs = grabs }

  func open(_ path: String) throws(DeviceError) -> (file: Int32, capabilities: InputCapabilities)? {
    let file = td_input_open(path)
    guard file >= 0 else { throw .opening(path, action: "open", code: -file, group: "input", kind: "input device") }
    var info = td_input_info()
    guard td_input_describe(file, &info) == 0 else {
      td_close(file)
      return nil
    }
    if grabs { _ = td_input_grab(file, 1) }
    return (file, InputCapabilities(info))
  }

  func state(of file: Int32, _ capabilities: InputCapabilities) -> InputState {
    var state = InputState()
    func values(_ axis: Int) -> [Int32] {
      var values = [Int32](repeating: -1, count: capabilities.slotCount)
      let code = values.withUnsafeMutableBufferPointer { td_input_slots(file, UInt32(axis), $0.baseAddress, Int32($0.count)) }
      return code == 0 ? values : []
    }
    if capabilities.slotCount > 0 {
      (state.ids, state.xs, state.ys) = (values(InputCode.slotID), values(InputCode.slotX), values(InputCode.slotY))
    }
    var info = td_input_info()
    if td_input_describe(file, &info) == 0 {
      (state.slot, state.x, state.y) = (Int(info.slot.value), info.x.value, info.y.value)
    }
    state.keys = [UInt8](repeating: 0, count: 96)
    _ = state.keys.withUnsafeMutableBufferPointer { td_input_keys(file, $0.baseAddress) }
    return state
  }
}
