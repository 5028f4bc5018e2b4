#if Network
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif
  internal import CTesseraNetwork
  internal import TesseraBase

  /// Thread of a ``CurlDownloader`` and its command queue. Any thread.
  final class CurlSession: Sendable {
    typealias Receiver = @Sendable (DownloadEvent) -> Void

    enum Command: Sendable {
      case start(UInt64, DownloadRequest, Receiver)
      case cancel(UInt64)
    }

    struct State {
      var commands: [Command] = []
      var nextNumber: UInt64 = 1
      var hasThread = false
      var isClosed = false
      /// The open session, for wake-ups; nil unless the thread runs.
      var handle: OpaquePointer?
    }

    private let options: CurlDownloader.Options
    private let state = Monitor(State())

    init(options: CurlDownloader.Options) { self.options = options }

    func start(_ request: DownloadRequest, _ receive: @escaping Receiver) -> UInt64 {
      let (number, startsThread) = state.withLock { state in
        let number = state.nextNumber
        state.nextNumber += 1
        state.commands.append(.start(number, request, receive))
        let starts = !state.hasThread
        state.hasThread = true
        wake(state)
        return (number, starts)
      }
      if startsThread, !startThread() { end(everything: "no thread for downloads") }
      return number
    }

    func cancel(_ number: UInt64) {
      state.withLock {
        $0.commands.append(.cancel(number))
        wake($0)
      }
    }

    func close() {
      state.withLock {
        $0.isClosed = true
        wake($0)
      }
    }

    /// Lock held, so that the session is open.
    private func wake(_ state: State) {
      self.state.signal()
      if let handle = state.handle { tn_wake(handle) }
    }

    private func startThread() -> Bool {
      // The stack must be large enough for TLS and the resolver.
      DetachedThread.start(stackSize: 8 << 20) { [self] in
        tn_begin_thread("tessera-net")
        work()
      }
    }

    /// Fails all pending requests if downloads are impossible. A later request tries again.
    private func end(everything reason: String) {
      let commands = state.withLock { state in
        defer {
          state.commands = []
          state.hasThread = false
        }
        return state.commands
      }
      for case .start(_, _, let receive) in commands { receive(.end(.unavailable(reason))) }
    }

    private func work() {
      let transfers = CurlTransfers()
      guard let handle = open(transfers) else { return }
      state.withLock { $0.handle = handle }
      var count: Int32 = 0
      while true {
        // Without transfers the thread sleeps until a command arrives.
        let commands = state.wait { state -> [Command]? in
          guard count == 0, state.commands.isEmpty, !state.isClosed else {
            defer { state.commands = [] }
            return state.commands
          }
          return nil
        }
        if state.withLock({ $0.isClosed }) { break }
        for command in commands { perform(command, handle, transfers) }
        count = Int32(transfers.count)
        if count > 0 { count = tn_run(handle, -1) }
      }
      state.withLock { $0.handle = nil }
      tn_close(handle)
    }

    private func open(_ transfers: CurlTransfers) -> OpaquePointer? {
      var message = [CChar](repeating: 0, count: 256)
      var handlers = tn_handlers()
      // `transfers` outlives the session: `work` holds it until the session is closed.
      handlers.context = Unmanaged.passUnretained(transfers).toOpaque()
      handlers.header = { context, id, line, length in
        guard let context, let line else { return }
        let text = String(decoding: UnsafeRawBufferPointer(start: line, count: length), as: UTF8.self)
        Unmanaged<CurlTransfers>.fromOpaque(context).takeUnretainedValue().header(text[...], of: id)
      }
      handlers.data = { context, id, bytes, length in
        guard let context, let bytes else { return }
        Unmanaged<CurlTransfers>.fromOpaque(context).takeUnretainedValue().data(
          Array(UnsafeBufferPointer(start: bytes, count: length)), of: id)
      }
      handlers.end = { context, id, outcome, message in
        guard let context, let message else { return }
        Unmanaged<CurlTransfers>.fromOpaque(context).takeUnretainedValue().end(id, outcome, String(cString: message))
      }
      let handle = options.userAgent.withCString { agent in
        withOptionalCString(options.certificateFile) { file in
          withOptionalCString(options.certificateFolder) { folder in
            var made = tn_options(
              connection_limit: Int32(clamping: options.connectionLimit), connect_timeout: Int32(clamping: options.connectTimeout),
              certificate_file: file, certificate_folder: folder, user_agent: agent)
            return tn_open(&made, &handlers, &message, message.count)
          }
        }
      }
      if handle == nil { end(everything: "cannot download: " + text(message)) }
      return handle
    }

    private func perform(_ command: Command, _ handle: OpaquePointer, _ transfers: CurlTransfers) {
      switch command {
      case .cancel(let number):
        tn_cancel(handle, number)
        transfers.forget(number)
      case .start(let number, let request, let receive):
        transfers.add(number, request, receive)
        let lines = request.headers.filter { !$0.name.contains(where: \.isNewline) && !$0.value.contains(where: \.isNewline) }
          .map { strdup("\($0.name): \($0.value)") }
        defer { for line in lines { free(line) } }
        let pointers = lines.map { UnsafePointer<CChar>($0) }
        let outcome = URLText.requested(request.url).withCString { url in
          pointers.withUnsafeBufferPointer { headers in
            var made = tn_request(
              url: url, headers: headers.baseAddress, count: headers.count, byte_limit: Int64(request.byteLimit),
              header_limit: Int64(request.headerLimit), redirect_limit: Int32(clamping: options.redirectLimit),
              weight: request.priority.weight,
              accepts_compression: request.allowsCompression ? 1 : 0)
            return tn_start(handle, number, &made)
          }
        }
        if outcome != TN_OK { transfers.end(number, outcome, String(cString: tn_refusal(outcome))) }
      }
    }
  }

  extension LoadPriority {
    /// Stream weight within a connection.
    fileprivate var weight: Int32 {
      switch self {
      case .preload: 16
      case .display: 64
      case .visible: 256
      }
    }
  }

  /// Returns the text before the first zero.
  private func text(_ message: [CChar]) -> String {
    String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func withOptionalCString<R>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> R) -> R {
    guard let text else { return body(nil) }
    return text.withCString(body)
  }
#endif
