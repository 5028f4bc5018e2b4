import Foundation
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraLayout
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraDevices

/// Notes what it is told. One test at a time.
private struct Viewed: FocusableType {
  static let typeName = "viewed"
  private static let log = Locked<[String]>([])
  private static let told = DispatchSemaphore(value: 0)

  static func handle(_ event: Event, node: Node<Viewed>) -> EventResponse {
    let text: String? =
      switch event {
      case .touch(let t): "\(t.phase) \(Int(t.location.x)),\(Int(t.location.y))"
      case .contextMenu(let p): "menu \(Int(p.x)),\(Int(p.y))"
      case .pointerButton(let b): "\(b.button) \(b.isDown ? "down" : "up") \(Int(b.location.x)),\(Int(b.location.y))"
      case .wheel(_, let d): "wheel \(Int(d.x)),\(Int(d.y))"
      case .key(let k): "\(k.isDown ? "down" : "up") \(k.key) \(k.modifiers.rawValue)"
      case .text(let t): "text \(t)"
      case .composition(let t): "composition \(t)"
      case .focus(let has): has ? "focus" : nil
      }
    if let text {
      log.withLock { $0.append(text) }
      told.signal()
    }
    return .handled
  }

  /// Takes `count` of what was told.
  static func take(_ count: Int) -> [String] {
    for _ in 0..<count where told.wait(timeout: .now() + 20) == .timedOut { break }
    return log.withLock { log in
      defer { log = [] }
      return log
    }
  }
}

/// A viewer of few words: the handshake, raw pixels, keys and pointer. Blocking, for a thread of its own.
struct Viewer {
  let file: Int32
  /// Whether it says that it copies pixels within its picture when it is told to.
  var copies = false
  /// Bytes that came as updates, and pixels that were copied.
  private(set) var received = 0
  private(set) var copied = 0
  var width = 0
  var height = 0
  struct Ended: Error {}

  init(port: Int) throws {
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    guard code == 0 else { throw Ended() }
  }

  func close() { Foundation.close(file) }

  func read(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = bytes.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress! + done, count - done) }
      guard got > 0 else { throw Ended() }
      done += got
    }
    return bytes
  }

  func write(_ bytes: [UInt8]) throws {
    guard send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw Ended() }
  }

  static func big16(_ v: Int) -> [UInt8] { [UInt8(v >> 8 & 255), UInt8(v & 255)] }
  static func big32(_ v: Int) -> [UInt8] { big16(v >> 16 & 0xFFFF) + big16(v & 0xFFFF) }
  static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  /// Returns the security types that are offered.
  func hello() throws -> [UInt8] {
    #expect(try read(12) == Array("RFB 003.008\n".utf8))
    try write(Array("RFB 003.008\n".utf8))
    return try read(Int(read(1)[0]))
  }

  mutating func begin() throws {
    #expect(try hello() == [1])
    try write([1])
    #expect(try Self.number(read(4)) == 0)
    try initialize()
  }

  mutating func initialize() throws {
    try write([1])
    let bytes = try read(24)
    (width, height) = (Self.number(bytes[0..<2]), Self.number(bytes[2..<4]))
    _ = try read(Self.number(bytes[20..<24]))
    // Raw, a new size, and copies.
    let encodings = [0, -223] + (copies ? [1] : [])
    try write([2, 0] + Self.big16(encodings.count) + encodings.flatMap { Self.big32($0) })
  }

  /// Asks for 16 bits a pixel of 5, 6 and 5 bits.
  func askForWords() throws { try write([0, 0, 0, 0, 16, 16, 0, 1] + [0, 31, 0, 63, 0, 31, 11, 5, 0] + [0, 0, 0]) }

  func ask(incremental: Bool) throws {
    try write([3, incremental ? 1 : 0] + Self.big16(0) + Self.big16(0) + Self.big16(width) + Self.big16(height))
  }

  /// Reads an update into `picture`, `bytes` a pixel. Returns the areas.
  mutating func update(_ picture: inout [UInt8], bytes: Int = 4) throws -> [PixelRect] {
    let head = try read(4)
    received += 4
    #expect(head[0] == 0)
    var areas: [PixelRect] = []
    for _ in 0..<Self.number(head[2..<4]) {
      let r = try read(12)
      received += 12
      let (x, y, w, h) = (Self.number(r[0..<2]), Self.number(r[2..<4]), Self.number(r[4..<6]), Self.number(r[6..<8]))
      if Self.number(r[8..<12]) == 0xFFFF_FF21 {
        (width, height) = (w, h)
        picture = [UInt8](repeating: 0, count: w * h * bytes)
        areas.append(PixelRect(x: 0, y: 0, width: 0, height: 0))
        continue
      }
      if Self.number(r[8..<12]) == 1 {
        let from = try read(4)
        (received, copied) = (received + 4, copied + w * h)
        let (fromX, fromY, before) = (Self.number(from[0..<2]), Self.number(from[2..<4]), picture)
        for row in 0..<h {
          let (at, source) = (((y + row) * width + x) * bytes, ((fromY + row) * width + fromX) * bytes)
          picture.replaceSubrange(at..<at + w * bytes, with: before[source..<source + w * bytes])
        }
        areas.append(PixelRect(x: x, y: y, width: w, height: h))
        continue
      }
      let pixels = try read(w * h * bytes)
      received += pixels.count
      for row in 0..<h {
        let at = ((y + row) * width + x) * bytes
        picture.replaceSubrange(at..<at + w * bytes, with: pixels[row * w * bytes..<(row + 1) * w * bytes])
      }
      areas.append(PixelRect(x: x, y: y, width: w, height: h))
    }
    return areas
  }
}

/// A stage whose loop runs on a thread of its own, shown by VNC.
private final class Server {
  let stage: Stage
  let display: VNCDisplay
  let root: AnyNode
  private let ended = DispatchSemaphore(value: 0)

  init(_ root: AnyNode, options: VNCOptions = free, size: Size = Size(40, 24), scale: Double = 1) throws {
    self.root = root
    stage = try Stage(size: size, scale: scale, root: root, clock: RealClock(), workers: WorkerPool(threads: 0), background: .white)
    display = try VNCDisplay(options, width: Int(size.width * scale), height: Int(size.height * scale))
    stage.attach(display)
    stage.display = display
    let stage = self.stage
    let ended = self.ended
    Thread { [ended] in
      try? stage.run(framesPerSecond: 1000)
      ended.signal()
    }.start()
  }

  static var free: VNCOptions {
    var options = VNCOptions()
    options.port = 0
    return options
  }

  func stop() {
    stage.stop()
    ended.wait()
    display.close()
  }

  /// The stage's pixels as a viewer has them; after `stop`.
  func pixels(_ format: PixelFormat = .xrgb8888) throws -> [UInt8] {
    var bytes = try RawEncoder.encode(stage.framebuffer, format: format)
    if format == .xrgb8888 { for i in stride(from: 3, to: bytes.count, by: 4) { bytes[i] = 0 } }
    return bytes
  }
}

private func opaque(_ picture: [UInt8]) -> [UInt8] {
  var picture = picture
  for i in stride(from: 3, to: picture.count, by: 4) { picture[i] = 0 }
  return picture
}

@Suite(.serialized) struct VNCTests {
  private let red = Color(rgb: 0xFF0000)
  private let blue = Color(rgb: 0x0000FF)

  private func box(_ color: Color) -> AnyNode {
    let root = BoxNode()
    let node = BoxNode()
    node.background = .color(color)
    node.style.width = .points(7)
    node.style.height = .points(5)
    root.addSubnode(node)
    return root
  }

  @Test func viewersSeeThePixelsOfTheStage() throws {
    let server = try Server(box(red))
    var viewer = try Viewer(port: server.display.options.port)
    defer { viewer.close() }
    try viewer.begin()
    #expect((viewer.width, viewer.height) == (40, 24))
    var picture = [UInt8](repeating: 0, count: 40 * 24 * 4)
    try viewer.ask(incremental: false)
    #expect(try viewer.update(&picture).reduce(0) { $0 + $1.area } == 40 * 24)
    // Only what changes is sent.
    try viewer.ask(incremental: true)
    server.root.subnodes[0].background = .color(blue)
    let areas = try viewer.update(&picture)
    #expect(areas == [PixelRect(x: 0, y: 0, width: 7, height: 5)])
    server.stop()
    #expect(opaque(picture) == (try server.pixels()))
  }

  @Test func viewersChooseTheirPixels() throws {
    let server = try Server(box(red))
    var viewer = try Viewer(port: server.display.options.port)
    defer { viewer.close() }
    try viewer.begin()
    try viewer.askForWords()
    var picture = [UInt8](repeating: 0, count: 40 * 24 * 2)
    try viewer.ask(incremental: false)
    _ = try viewer.update(&picture, bytes: 2)
    server.stop()
    #expect(picture[0...1] == [0x00, 0xF8], "red has the high five bits")
    #expect(picture[14...15] == [0xFF, 0xFF])
  }

  @Test func viewersAreNotifiedOfANewStageSize() throws {
    let server = try Server(box(red))
    var viewer = try Viewer(port: server.display.options.port)
    defer { viewer.close() }
    try viewer.begin()
    var picture = [UInt8](repeating: 0, count: 40 * 24 * 4)
    try viewer.ask(incremental: false)
    _ = try viewer.update(&picture)
    try viewer.ask(incremental: true)
    try server.stage.resize(to: Size(50, 30), scale: 1)
    var areas = try viewer.update(&picture)
    #expect((viewer.width, viewer.height) == (50, 30))
    // The size may be told before there is a picture of it: what there is comes first then.
    for _ in 0..<100 where areas.reduce(0, { $0 + $1.area }) != 1500 {
      try viewer.ask(incremental: false)
      areas = try viewer.update(&picture)
    }
    #expect(areas.reduce(0) { $0 + $1.area } == 1500)
    server.stop()
    #expect(opaque(picture) == (try server.pixels()))
  }

  @Test func pointersTouchAndScrollAndKeysType() throws {
    let server = try Server(Node(Viewed()), scale: 2)
    var viewer = try Viewer(port: server.display.options.port)
    try viewer.begin()
    var picture = [UInt8](repeating: 0, count: 80 * 48 * 4)
    try viewer.ask(incremental: false)
    _ = try viewer.update(&picture)
    func pointer(_ buttons: UInt8, _ x: Int, _ y: Int) throws {
      try viewer.write([5, buttons] + Viewer.big16(x) + Viewer.big16(y))
    }
    try pointer(0, 10, 10)
    try pointer(1, 20, 12)
    #expect(Viewed.take(1) == ["began 10,6"])
    try pointer(1, 30, 16)
    #expect(Viewed.take(1) == ["moved 15,8"])
    try pointer(0, 30, 16)
    #expect(Viewed.take(1) == ["ended 15,8"])
    for bit: UInt8 in [8, 16, 32, 64] {
      try pointer(bit, 30, 16)
      try pointer(0, 30, 16)
    }
    #expect(Viewed.take(4) == ["wheel 0,-48", "wheel 0,48", "wheel -48,0", "wheel 48,0"])
    try pointer(4, 30, 16)
    try pointer(0, 30, 16)
    #expect(Viewed.take(2) == ["secondary down 15,8", "secondary up 15,8"])
    try pointer(2, 30, 16)
    try pointer(0, 30, 16)
    #expect(Viewed.take(2) == ["middle down 15,8", "middle up 15,8"])
    server.root.becomeFocused()
    #expect(Viewed.take(1) == ["focus"])
    func key(_ symbol: Int, _ isDown: Bool) throws { try viewer.write([4, isDown ? 1 : 0, 0, 0] + Viewer.big32(symbol)) }
    // Shift, A; let go the other way round.
    try key(0xFFE1, true)
    try key(0x41, true)
    try key(0xFFE1, false)
    try key(0x61, false)
    #expect(Viewed.take(3) == ["down character(\"a\") 1", "text A", "up character(\"a\") 1"])
    // Control with a letter is a command; Cyrillic and a character by its number are text; Enter is a key.
    try key(0xFFE3, true)
    try key(0x63, true)
    try key(0x63, false)
    try key(0xFFE3, false)
    #expect(Viewed.take(2) == ["down character(\"c\") 2", "up character(\"c\") 2"])
    try key(0x0100_0436, true)
    try key(0x0100_0436, false)
    try key(0xFF0D, true)
    #expect(Viewed.take(4) == ["down character(\"ж\") 0", "text ж", "up character(\"ж\") 0", "down enter 0"])
    // What is down when the viewer goes is let go.
    try pointer(1, 20, 12)
    #expect(Viewed.take(1) == ["began 10,6"])
    viewer.close()
    #expect(Viewed.take(2) == ["cancelled 10,6", "up enter 0"])
    server.stop()
    #expect(server.display.viewerCount == 0)
  }

  @Test func viewOnlyClientsSendNoInput() throws {
    var options = Server.free
    options.takesInput = false
    let server = try Server(Node(Viewed()), options: options)
    var viewer = try Viewer(port: server.display.options.port)
    defer { viewer.close() }
    try viewer.begin()
    try viewer.write([5, 1] + Viewer.big16(3) + Viewer.big16(3))
    // The answer comes after the pointer was read.
    var picture = [UInt8](repeating: 0, count: 40 * 24 * 4)
    try viewer.ask(incremental: false)
    _ = try viewer.update(&picture)
    server.stop()
    #expect(Viewed.take(0) == [])
  }

  // MARK: Passwords

  private func encrypt(_ challenge: [UInt8], _ password: String) throws -> [UInt8] {
    typealias Encrypt = @convention(c) (UnsafeMutablePointer<UInt8>, UnsafePointer<CChar>) -> Void
    let symbol = try #require(dlsym(dlopen("libvncserver.so.1", RTLD_NOW), "rfbEncryptBytes"))
    // The library's own function, as its header declares it.
    let encrypt = unsafeBitCast(symbol, to: Encrypt.self)
    var bytes = challenge
    password.withCString { encrypt(&bytes, $0) }
    return bytes
  }

  @Test func viewersMustGiveThePassword() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("tessera-\(UUID().uuidString)")
    try Data("tou\u{E7}an\r\nsecond line".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var options = Server.free
    options.address = "*"
    options.passwordFile = file.path
    let server = try Server(box(red), options: options)
    for (password, expected) in [("tou\u{E7}an", 0), ("toucan", 1)] {
      var viewer = try Viewer(port: server.display.options.port)
      defer { viewer.close() }
      #expect(try viewer.hello() == [2])
      try viewer.write([2])
      try viewer.write(encrypt(try viewer.read(16), password))
      #expect(try Viewer.number(viewer.read(4)) == expected)
      if expected == 0 {
        try viewer.initialize()
        #expect(viewer.width == 40)
      }
    }
    // Nor is a server without one a way around it.
    let open = try Server(box(red))
    var viewer = try Viewer(port: open.display.options.port)
    try viewer.begin()
    viewer.close()
    let sly = try Viewer(port: server.display.options.port)
    #expect(try sly.hello() == [2])
    open.stop()
    try sly.write([1])
    #expect(throws: Viewer.Ended.self) {
      while true { _ = try sly.read(1) }
    }
    sly.close()
    server.stop()
  }

  @Test func versionsOfTheProtocolAreSpoken() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("tessera-\(UUID().uuidString)")
    try Data("toucan".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    for minor in [3, 7] {
      for password in ["", "toucan"] {
        var options = Server.free
        options.passwordFile = password.isEmpty ? "" : file.path
        let server = try Server(box(red), options: options)
        var viewer = try Viewer(port: server.display.options.port)
        defer { viewer.close() }
        _ = try viewer.read(12)
        try viewer.write(Array("RFB 003.00\(minor)\n".utf8))
        let type: UInt8 = password.isEmpty ? 1 : 2
        if minor == 3 {
          #expect(try viewer.read(4) == [0, 0, 0, type])
        } else {
          #expect(try viewer.read(2) == [1, type])
          try viewer.write([type])
        }
        if !password.isEmpty {
          try viewer.write(encrypt(try viewer.read(16), password))
          #expect(try Viewer.number(viewer.read(4)) == 0)
        }
        try viewer.initialize()
        #expect(viewer.width == 40)
        var picture = [UInt8](repeating: 0, count: 40 * 24 * 4)
        try viewer.ask(incremental: false)
        _ = try viewer.update(&picture)
        server.stop()
        #expect(opaque(picture) == (try server.pixels()))
      }
    }
  }

  @Test func clientsWithoutPasswordCostNoThreadNoFrameAndNoRepaint() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("tessera-\(UUID().uuidString)")
    try Data("toucan".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var options = VNCOptions()
    options.port = 0
    options.passwordFile = file.path
    // No loop: each turn is taken here.
    let stage = try Stage(
      size: Size(1920, 1080), scale: 1, root: box(red), clock: ManualClock(), workers: WorkerPool(threads: 0))
    let display = try VNCDisplay(options, width: 1920, height: 1080)
    stage.display = display
    try stage.settle()
    /// Serves until `viewer` can read something, or is sent away.
    func serve(until viewer: Viewer) {
      var entry = pollfd(fd: viewer.file, events: Int16(POLLIN), revents: 0)
      while poll(&entry, 1, 1) == 0 { display.serve(stage) }
    }
    var viewers: [Viewer] = []
    defer { for viewer in viewers { viewer.close() } }
    for i in 0..<40 {
      let viewer = try Viewer(port: display.options.port)
      viewers.append(viewer)
      serve(until: viewer)
      #expect(try viewer.read(12).count == 12)
      // Some get as far as the password.
      if i % 2 == 0 {
        try viewer.write(Array("RFB 003.008\n".utf8))
        serve(until: viewer)
        #expect(try viewer.read(2) == [1, 2])
      }
      #expect(display.viewerCount == 0)
    }
    let frames = stage.statistics.paintedFrames
    try stage.settle()
    #expect(stage.statistics.paintedFrames == frames)
    // Of those that wait the first had to make room.
    #expect(throws: Viewer.Ended.self) { _ = try viewers[1].read(1) }
    display.close()
  }

  @Test func impossibleOptionsAreRejectedWithAdvice() throws {
    func message(_ change: (inout VNCOptions) -> Void) -> String {
      var options = Server.free
      change(&options)
      do throws(DeviceError) {
        _ = try VNCDisplay(options, width: 10, height: 10)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(message { $0.address = "0.0.0.0" }.contains("TESSERA_VNC_PASSWORD"))
    #expect(message { $0.address = "*" }.contains("password=FILE"))
    #expect(message { $0.address = "::1" } == "" || message { $0.address = "::1" }.contains("::1"))
    #expect(message { $0.passwordFile = "/nowhere/at/all" }.contains("/nowhere/at/all: no such file"))
    #expect(message { $0.passwordFile = "/dev/null" }.contains("the password is empty"))
    #expect(message { $0.address = "not an address" }.contains("look the address up"))
    let first = try VNCDisplay(Server.free, width: 10, height: 10)
    #expect(message { $0.port = first.options.port }.contains("name another port, as in vnc:\(first.options.port + 1)"))
    first.close()
  }

  @Test(arguments: [
    ("", "", 5900), ("5901", "", 5901), (":5901", "", 5901), ("*", "*", 5900), ("0.0.0.0:1", "0.0.0.0", 1), ("[::1]:7", "::1", 7),
    ("panel.local", "panel.local", 5900),
  ])
  func optionsAreRead(text: String, address: String, port: Int) throws {
    let options = try #require(VNCOptions(text + ",view-only,password=a,view-only"))
    #expect((options.address, options.port, options.takesInput, options.passwordFile) == (address, port, false, "a"))
  }

  @Test(arguments: ["a:b", ":", ":70000", "[::1", "[]", "a,b", "a,password=", ":-1", "::1"])
  func otherOptionsAreNotChanged(text: String) { #expect(VNCOptions(text) == nil) }

  // MARK: Viewers that misbehave

  @Test func aStalledViewerBlocksNothing() throws {
    let root = BoxNode()
    let server = try Server(root, size: Size(800, 480))
    var deaf = try Viewer(port: server.display.options.port)
    var small: Int32 = 4096
    setsockopt(deaf.file, SOL_SOCKET, SO_RCVBUF, &small, 4)
    try deaf.begin()
    var viewer = try Viewer(port: server.display.options.port)
    try viewer.begin()
    var picture = [UInt8](repeating: 0, count: 800 * 480 * 4)
    try viewer.ask(incremental: false)
    _ = try viewer.update(&picture)
    for i in 0..<40 {
      // Asks for 60 MB in all, and reads nothing of it.
      try deaf.ask(incremental: false)
      try viewer.ask(incremental: true)
      root.background = .color(Color(rgb: UInt32(i * 5 + 1)))
      _ = try viewer.update(&picture)
      #expect(picture[0] == UInt8(i * 5 + 1))
    }
    deaf.close()
    viewer.close()
    server.stop()
  }

  @Test func viewersConnectAndDisconnectDuringFrames() throws {
    let root = BoxNode()
    let server = try Server(root, size: Size(320, 240))
    var picture = [UInt8](repeating: 0, count: 320 * 240 * 4)
    for i in 0..<60 {
      var viewer = try Viewer(port: server.display.options.port)
      if i % 3 > 0 { try viewer.begin() }
      if i % 3 > 1 { try viewer.ask(incremental: false) }
      root.background = .color(Color(rgb: UInt32(i)))
      if i % 6 == 5 { _ = try viewer.update(&picture) }
      viewer.close()
    }
    var last = try Viewer(port: server.display.options.port)
    try last.begin()
    last.close()
    server.stop()
  }

  @Test func garbageEndsConnectionsAndNothingElse() throws {
    let server = try Server(Node(Viewed()))
    var random = SeededGenerator(seed: 5900)
    for i in 0..<60 {
      var viewer = try Viewer(port: server.display.options.port)
      if i % 3 != 0 { try viewer.begin() }
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        // A message that there is, or none.
        bytes.append(i % 2 == 0 ? UInt8.random(in: 0...8, using: &random) : UInt8.random(in: 0...255, using: &random))
        bytes += (0..<Int.random(in: 0...40, using: &random)).map { _ in
          Bool.random(using: &random) ? 0 : UInt8.random(in: 0...255, using: &random)
        }
      }
      try? viewer.write(bytes)
      shutdown(viewer.file, Int32(SHUT_WR))
      while let got = try? viewer.read(1), !got.isEmpty {}
      viewer.close()
    }
    var viewer = try Viewer(port: server.display.options.port)
    try viewer.begin()
    viewer.close()
    server.stop()
    _ = Viewed.take(0)
  }

  /// Valid messages in any order, with areas and views of no pixels, while the picture changes: the library divides by widths.
  @Test func messagesInAnyOrderAreHarmless() throws {
    let root = BoxNode()
    let server = try Server(root, size: Size(96, 80))
    var random = SeededGenerator(seed: 5901)
    func any(_ values: [Int]) -> Int { values.randomElement(using: &random)! }
    for _ in 0..<150 {
      var viewer = try Viewer(port: server.display.options.port)
      defer { viewer.close() }
      try viewer.begin()
      for _ in 0..<any([3, 6, 12]) {
        var message: [UInt8]
        switch any([0, 1, 2, 2]) {
        case 0:
          let encodings = (0..<4).map { _ in any([0, 1, 2, 4, 5, 6, 7, 9, 16, -223, -224, -232, -239, -240]) }
          message = [2, 0] + Viewer.big16(encodings.count) + encodings.flatMap { Viewer.big32($0) }
        case 1: message = [UInt8(any([8, 15])), UInt8(any([1, 2, 40, 97, 200, 255])), 0, 0]
        default:
          let place = [any([0, 5, 95, 200]), any([0, 5, 79, 200]), any([96, 96, 0, 1, 65535]), any([80, 80, 0, 1, 65535])]
          message = [3, UInt8(any([0, 1]))] + place.flatMap { Viewer.big16($0) }
        }
        root.background = .color(Color(rgb: UInt32(any(Array(0..<4096)) * 7)))
        guard (try? viewer.write(message)) != nil else { break }
      }
      shutdown(viewer.file, Int32(SHUT_WR))
      while let got = try? viewer.read(1), !got.isEmpty {}
    }
    var viewer = try Viewer(port: server.display.options.port)
    try viewer.begin()
    viewer.close()
    server.stop()
  }
}
