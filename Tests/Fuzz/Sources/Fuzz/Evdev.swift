import Glibc
import TesseraKit

@testable import TesseraDevices

/// A pipe in the place of a device.
private final class PipeInput: InputPort {
  var capabilities = InputCapabilities()
  var down = InputState()
  var end: Int32 = -1

  func open(_ path: String) throws(DeviceError) -> (file: Int32, capabilities: InputCapabilities)? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    end = ends[1]
    return (ends[0], capabilities)
  }

  func state(of file: Int32, _ capabilities: InputCapabilities) -> InputState { down }
}

/// A folder with the name of one device, which goes when the process does.
private let folder: String = {
  var name = Array("/tmp/tessera-fuzz-XXXXXX".utf8CString)
  guard mkdtemp(&name) != nil else { fatalError("no folder is to be had") }
  let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  close(open(path + "/event0", O_CREAT | O_WRONLY, 0o600))
  atexit(removeFolder)
  return path
}()

private func removeFolder() {
  unlink(folder + "/event0")
  rmdir(folder)
}

private func capabilities(_ kind: UInt8) -> InputCapabilities {
  var c = InputCapabilities()
  func keys(_ codes: some Sequence<Int>) { for code in codes { c.keys[code / 8] |= 1 << UInt8(code % 8) } }
  func relative(_ axes: Int...) { for axis in axes { c.relative |= 1 << UInt32(axis) } }
  switch kind % 6 {
  case 0:
    (c.isDirect, c.slotCount) = (true, 5)
    (c.slotX, c.slotY) = (.init(minimum: 0, maximum: 99), .init(minimum: 100, maximum: 299))
  case 1:
    keys([0x110, 0x111])
    relative(0, 1, 8, 11)
  case 2: keys(1...100)
  case 3:
    keys([0x14A])
    (c.x, c.y) = (.init(minimum: .min, maximum: .max), .init(minimum: 0, maximum: 0))
  case 4:
    keys([0x100, 0x130, 0x131])
    relative(7, 6, 12)
    c.hasHat = true
  default:
    // All at once.
    keys(0..<768)
    c.relative = .max
    (c.isDirect, c.hasHat, c.slotCount) = (true, true, InputDecoder.maximumSlots)
    let all = InputCapabilities.AxisRange(minimum: -1000, maximum: 1000)
    (c.x, c.y, c.slotX, c.slotY) = (all, all, all, all)
  }
  return c
}

/// Events of a device: 8 bytes each (type, code, value), or, where the first byte's high bit is set, bytes of the device as they come, cut anywhere.
/// The second byte says what is down after events were lost.
@Sendable func readEvdev(_ input: [UInt8]) {
  guard input.count > 2 else { return }
  let port = PipeInput()
  port.capabilities = capabilities(input[0])
  let slots = port.capabilities.slotCount
  let down = Int32(Int8(bitPattern: input[1]))
  port.down = InputState(
    ids: (0..<slots).map { $0 % 2 == 0 ? down : -1 }, xs: Array(repeating: down &* 999_999_999, count: slots),
    ys: Array(repeating: down, count: slots),
    slot: Int(down), x: down, y: .max, keys: Array(repeating: input[1], count: 96))
  var options = EvdevInput.Options()
  options.directory = folder
  options.wheelIsEncoder = input[0] & 0x40 != 0
  options.keyboard = KeyboardNames(layout: "us")
  guard let source = try? EvdevInput(options, port: port) else { fatalError("nothing is to be had to wait with") }
  defer { close(port.end) }
  let root = ScrollNode()
  root.addSubnode(EditableTextNode())
  root.addSubnode(ButtonNode(Button("Go")))
  guard let stage = try? Stage(size: Size(160, 120), root: root, clock: ManualClock(), workers: WorkerPool(threads: 0)) else { return }
  try? stage.settle()
  stage.attach(source)
  let events = Array(input.dropFirst(2).prefix(2400))
  var at = 0
  while at < events.count {
    // A turn has up to 16 events.
    var bytes: [UInt8] = []
    if input[0] & 0x80 != 0 {
      bytes = Array(events[at..<min(at + 100, events.count)])
      at += 100
    } else {
      for start in stride(from: at, to: min(at + 128, events.count), by: 8) where start + 8 <= events.count {
        bytes += [UInt8](repeating: 0, count: 16) + events[start..<start + 8]
      }
      at += 128
    }
    _ = write(port.end, bytes, bytes.count)
    try? stage.settle()
  }
}
