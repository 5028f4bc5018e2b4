import TesseraBase

@testable import TesseraVideo

/// Stateful decoder of the kernel as a table of calls with answers, for tests: the conversation of the kernel's documentation, at the level of
/// `ioctl`. Calls out of order are refused as the kernel does. It reads of the bitstream only which pictures others refer to, and gives gray pictures:
/// the k-th one has luma 16 + k. One thread at a time.
final class ManualCodec: CodecCalls {
  /// What a device answers. A value.
  struct Answers: Sendable {
    var isMulti = true
    /// Formats of packets and of pictures.
    var packets = ["H264", "VP90"]
    var pictures = ["NV12"]
    /// Largest size of pictures.
    var most = (width: 1920, height: 1088)
    var size = (width: 320, height: 180)
    /// Size from which the layout changes, and the packet of the change.
    var change: (packet: Int, width: Int, height: Int)?
    /// Failures: `errno` codes by the name of a call, from its n-th use on.
    var failures: [String: (after: Int, code: Int32)] = [:]
    /// Pictures that are damaged.
    var damaged: Set<Int> = []
    /// Whether the device takes packets and gives nothing.
    var isSilent = false
  }

  private struct Queue {
    var memory: [UnsafeMutableRawBufferPointer] = []
    var isOn = false
    /// Buffers of the device in their order, and those that it is done with.
    var queued: [Int] = []
    var done: [Done] = []
  }

  private struct Packet {
    var number: (Int64, Int64)
    var index: Int
    var isReference: Bool
  }

  private struct Done {
    var index: Int
    var number: (Int64, Int64) = (0, 0)
    var used = 0
    var flags: UInt32 = 0
  }

  private let answers: Answers
  private var queues = [Queue(), Queue()]
  private var size: (width: Int, height: Int)?
  private var format = ""
  private var hasEvent = false
  private var isWaitingForSetUp = true
  private var isDraining = false
  private var pending: [Packet] = []
  /// Picture that is shown after others that refer to it.
  private var held: Packet?
  private var pictureCount = 0
  private var packetCount = 0
  private var uses: [String: Int] = [:]
  /// Calls in order, without those that only ask.
  let log: Locked<[String]>
  /// First bytes of each packet.
  let heads: Locked<[[UInt8]]>

  init(_ answers: Answers, log: Locked<[String]> = Locked([]), heads: Locked<[[UInt8]]> = Locked([])) {
    (self.answers, self.log, self.heads) = (answers, log, heads)
  }

  deinit { for queue in queues { for memory in queue.memory { memory.deallocate() } } }

  private static let names: [UInt64: String] = [
    0: "QUERYCAP", 2: "ENUM_FMT", 4: "G_FMT", 5: "S_FMT", 8: "REQBUFS", 9: "QUERYBUF", 15: "QBUF", 17: "DQBUF", 18: "STREAMON",
    19: "STREAMOFF", 27: "G_CTRL", 74: "ENUM_FRAMESIZES", 89: "DQEVENT", 90: "SUBSCRIBE_EVENT", 94: "G_SELECTION", 96: "DECODER_CMD",
  ]

  func control(_ request: UInt64, _ argument: UnsafeMutableRawPointer) -> Int32 {
    guard request >> 8 & 255 == 0x56, let name = Self.names[request & 255] else { return 25 }
    uses[name, default: 0] += 1
    if let failure = answers.failures[name], uses[name, default: 0] > failure.after { return failure.code }
    let code = answer(name, Structure(argument))
    work()
    return code
  }

  func memory(at offset: UInt64, count: Int) -> UnsafeMutableRawPointer? {
    let (queue, index) = (Int(offset >> 31), Int(offset >> 16 & 0x7FFF))
    return queues[queue].memory[index].baseAddress
  }

  func wait(for bits: Int32) -> Int32 {
    (bits & 1 != 0 && !queues[0].done.isEmpty ? 1 : 0) | (bits & 2 != 0 && !queues[1].done.isEmpty ? 2 : 0) | (hasEvent ? 4 : 0)
  }

  /// Structure of the kernel, by offsets of 64-bit machines.
  private struct Structure {
    let base: UnsafeMutableRawPointer
    init(_ base: UnsafeMutableRawPointer) { self.base = base }
    subscript(_ offset: Int) -> UInt32 {
      get { base.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
      nonmutating set { base.storeBytes(of: newValue, toByteOffset: offset, as: UInt32.self) }
    }
    func long(_ offset: Int) -> Int64 { base.loadUnaligned(fromByteOffset: offset, as: Int64.self) }
    func set(_ offset: Int, _ value: Int64) { base.storeBytes(of: value, toByteOffset: offset, as: Int64.self) }
    func pointer(_ offset: Int) -> Structure? {
      base.loadUnaligned(fromByteOffset: offset, as: UnsafeMutableRawPointer?.self).map(Structure.init)
    }
    func set(_ offset: Int, text: String) {
      for (at, byte) in text.utf8.enumerated() { base.storeBytes(of: byte, toByteOffset: offset + at, as: UInt8.self) }
    }
  }

  private func code(_ format: String) -> UInt32 { format.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

  /// Number of the queue of a type of buffers; nil for the types of the other interface.
  private func queue(_ type: UInt32) -> Int? { (answers.isMulti ? [10, 9] : [2, 1]).firstIndex(of: type) }

  private func note(_ text: String) { log.withLock { $0.append(text) } }

  private func answer(_ name: String, _ s: Structure) -> Int32 {
    let invalid: Int32 = 22
    switch name {
    case "QUERYCAP":
      s.set(0, text: "manual")
      s.set(16, text: "Manual decoder")
      (s[84], s[88]) = (0x8000_0000 | 0x0400_0000, 0x0400_0000 | (answers.isMulti ? 0x4000 : 0x8000))
    case "ENUM_FMT":
      guard let queue = queue(s[4]) else { return invalid }
      let formats = queue == 0 ? answers.packets : answers.pictures
      guard Int(s[0]) < formats.count else { return invalid }
      s[44] = code(formats[Int(s[0])])
    case "ENUM_FRAMESIZES":
      guard s[0] == 0 else { return invalid }
      s[8] = 3
      (s[12], s[16], s[20]) = (32, UInt32(answers.most.width), 2)
      (s[24], s[28], s[32]) = (32, UInt32(answers.most.height), 2)
    case "S_FMT":
      guard let queue = queue(s[0]), queues[queue].memory.isEmpty else { return 16 }
      if queue == 0 {
        note("S_FMT packets \(s[8])x\(s[12])")
      } else {
        note("S_FMT pictures")
        writeLayout(s)
      }
    case "G_FMT":
      guard queue(s[0]) == 1, size != nil else { return invalid }
      writeLayout(s)
    case "G_SELECTION":
      guard s[0] == 1, s[4] == 0x100, let size else { return invalid }
      (s[12], s[16], s[20], s[24]) = (0, 0, UInt32(size.width), UInt32(size.height))
    case "G_CTRL":
      guard s[0] == 0x0098_0927 else { return invalid }
      s[4] = 4
    case "SUBSCRIBE_EVENT": note("SUBSCRIBE_EVENT \(s[0])")
    case "DQEVENT":
      guard hasEvent else { return 2 }
      (hasEvent, s[0], s[8]) = (false, 5, 1)
    case "DECODER_CMD":
      guard s[0] == 1, queues[0].isOn else { return invalid }
      note("DECODER_CMD stop")
      isDraining = true
    case "STREAMON", "STREAMOFF": return stream(name == "STREAMON", s)
    default: return buffers(name, s)
    }
    return 0
  }

  private func stream(_ isOn: Bool, _ s: Structure) -> Int32 {
    guard let queue = queue(s[0]), !isOn || !queues[queue].memory.isEmpty else { return 22 }
    note((isOn ? "STREAMON " : "STREAMOFF ") + ["packets", "pictures"][queue])
    queues[queue].isOn = isOn
    if isOn, queue == 1 { isWaitingForSetUp = false }
    guard !isOn else { return 0 }
    (queues[queue].queued, queues[queue].done) = ([], [])
    if queue == 0 { (pending, held, isDraining) = ([], nil, false) }
    return 0
  }

  private func buffers(_ name: String, _ s: Structure) -> Int32 {
    let (again, invalid) = (Int32(11), Int32(22))
    if name == "REQBUFS" {
      guard let queue = queue(s[4]), s[8] == 1 else { return invalid }
      guard !queues[queue].isOn else { return 16 }
      let count = min(Int(s[0]), 8)
      note("REQBUFS \(["packets", "pictures"][queue]) \(s[0])")
      for memory in queues[queue].memory { memory.deallocate() }
      queues[queue] = Queue()
      queues[queue].memory = (0..<count).map { _ in .allocate(byteCount: queue == 0 ? 262_144 : bufferSize, alignment: 16) }
      s[0] = UInt32(count)
      return 0
    }
    guard let queue = queue(s[4]), s[60] == 1 else { return invalid }
    let planes = answers.isMulti ? s.pointer(64) : nil
    switch name {
    case "QUERYBUF":
      let (index, length) = (Int(s[0]), UInt32(queues[queue].memory.first?.count ?? 0))
      guard queues[queue].memory.indices.contains(index) else { return invalid }
      // The highest bit of an offset is the queue. There is one plane.
      let offset = UInt64(index) << 16
      if let planes {
        guard s[72] >= 1 else { return invalid }
        (s[72], planes[4], planes[8]) = (1, length, UInt32(offset) | (queue == 1 ? 0x8000_0000 : 0))
      } else {
        (s[72], s[64]) = (length, UInt32(offset) | (queue == 1 ? 0x8000_0000 : 0))
      }
    case "QBUF":
      let index = Int(s[0])
      guard queues[queue].memory.indices.contains(index), !queues[queue].queued.contains(index) else { return invalid }
      if queue == 0 {
        let used = Int(planes.map { $0[0] } ?? s[8])
        guard used > 0, used <= queues[0].memory[index].count else { return invalid }
        heads.withLock { $0.append(Array(queues[0].memory[index].prefix(8))) }
        let isReference = Self.isReference(queues[0].memory[index].prefix(used))
        pending.append(Packet(number: (s.long(24), s.long(32)), index: packetCount, isReference: isReference))
        packetCount += 1
      }
      queues[queue].queued.append(index)
    default:
      guard queues[queue].isOn else { return invalid }
      guard !queues[queue].done.isEmpty else { return again }
      let done = queues[queue].done.removeFirst()
      (s[0], s[12]) = (UInt32(done.index), done.flags)
      s.set(24, done.number.0)
      s.set(32, done.number.1)
      if let planes { (s[72], planes[0], planes[16]) = (1, UInt32(done.used), 0) } else { s[8] = UInt32(done.used) }
    }
    return 0
  }

  // MARK: decoding

  private var stride: Int { ((size ?? answers.size).width + 63) / 64 * 64 }
  private var rows: Int { ((size ?? answers.size).height + 15) / 16 * 16 }
  private var bufferSize: Int { stride * rows * 3 / 2 }

  private func writeLayout(_ s: Structure) {
    (s[8], s[12], s[16]) = (UInt32(stride), UInt32(rows), code(answers.pictures[0]))
    if answers.isMulti {
      (s[28], s[32]) = (UInt32(bufferSize), UInt32(stride))
      s.base.storeBytes(of: 1, toByteOffset: 188, as: UInt8.self)
    } else {
      (s[24], s[28]) = (UInt32(stride), UInt32(bufferSize))
    }
  }

  /// Whether a packet of H.264 is shown after the packets that follow it: all but B pictures.
  private static func isReference(_ packet: Slice<UnsafeMutableRawBufferPointer>) -> Bool {
    let bytes = Array(packet.prefix(1024))
    for at in bytes.indices.dropLast(4) where bytes[at] == 0 && bytes[at + 1] == 0 && bytes[at + 2] == 1 {
      // Slices begin with the number 0 and their kind, 1 or 6 for B, as Exp-Golomb codes.
      let (kind, start) = (bytes[at + 3] & 31, bytes[at + 4])
      if kind == 1 || kind == 5 { return start & 0x70 != 0x20 && start & 0x7C != 0x1C }
    }
    return false
  }

  /// Decodes the packets that are queued.
  private func work() {
    guard !answers.isSilent, queues[0].isOn else { return }
    while !isWaitingForSetUp || size == nil, let next = pending.first, let index = queues[0].queued.first {
      let wanted = answers.change.map { next.index >= $0.packet ? ($0.width, $0.height) : answers.size } ?? answers.size
      if size.map({ $0 == wanted }) != true {
        // The last picture of the old layout is an empty one.
        if size != nil, !finish() { return }
        (size, hasEvent, isWaitingForSetUp) = (wanted, true, true)
        return
      }
      guard queues[1].isOn, !queues[1].queued.isEmpty else { return }
      let shown = next.isReference ? held : next
      if next.isReference { held = next }
      if let shown { show(shown) }
      queues[0].queued.removeFirst()
      queues[0].done.append(Done(index: index))
      pending.removeFirst()
    }
    if isDraining, pending.isEmpty, finish() { isDraining = false }
  }

  /// Fills a picture.
  private func show(_ packet: Packet) {
    let picture = queues[1].queued.removeFirst()
    let memory = queues[1].memory[picture]
    memory.initializeMemory(as: UInt8.self, repeating: 128)
    UnsafeMutableRawBufferPointer(rebasing: memory[..<(stride * rows)]).initializeMemory(
      as: UInt8.self, repeating: UInt8(16 + pictureCount % 200))
    let flags: UInt32 = answers.damaged.contains(pictureCount) ? 0x40 : 0
    queues[1].done.append(Done(index: picture, number: packet.number, used: memory.count, flags: flags))
    pictureCount += 1
  }

  /// Gives an empty picture that is marked as the last one.
  private func finish() -> Bool {
    guard queues[1].isOn, queues[1].queued.count >= 2 else { return false }
    if let held { show(held) }
    held = nil
    queues[1].done.append(Done(index: queues[1].queued.removeFirst(), flags: 0x0010_0000))
    return true
  }
}
