#if Network
  internal import Tessera
  internal import TesseraGeometry
  internal import TesseraLoading
  internal import TesseraPictures
  internal import TesseraRender

  /// Picture that is still loading, drawn from its received part; one per URL, shared by all nodes. Any thread.
  ///
  /// Reading and drawing decode, so they are for workers; one waits for the other. Calls for the loop never wait for a decode.
  final class PartialPicture: Sendable {
    private struct State {
      var picture: ArrivingPicture
      var body: UInt64 = 0
      var count = 0
      /// Last preview, shared by nodes of the same size.
      var preview: (scans: Int, width: Int, height: Int, pixels: PixelBuffer)?
      /// Whether later previews of the last requested size would look the same.
      var isComplete = false
    }

    /// Result of a read.
    struct Standing: Equatable {
      /// Number of complete scans or passes.
      var scans = 0
      /// Whether no further preview follows.
      var isOver = false
    }

    /// State that is available without waiting for a decode.
    private struct Account {
      var bytes = 0
      /// Whether the arriving body is no longer shown.
      var isAbandoned = false
    }

    private let state: Locked<State>
    /// Locked while `state` is held, or alone.
    private let account = Locked(Account())
    /// URL for messages.
    private let name: String

    init(url: String) {
      name = URLText.shown(url)
      state = Locked(State(picture: ArrivingPicture(name: name, codecs: .shared)))
    }

    /// Runs `body` with the state, then updates the byte count.
    private func use<R>(_ body: (inout State) -> R) -> R {
      state.withLock { state in
        defer { settle(&state) }
        return body(&state)
      }
    }

    /// Updates the byte count. If the picture was given up in the meantime, releases its data.
    private func settle(_ state: inout State) {
      let bytes = state.picture.byteCount + (state.preview.map { $0.pixels.stride * $0.pixels.height } ?? 0)
      let isAbandoned = account.withLock { account in
        account.bytes = account.isAbandoned ? 0 : bytes
        return account.isAbandoned
      }
      guard isAbandoned else { return }
      state.picture.abandon()
      state.preview = nil
    }

    /// Reads the bytes received since the last call, for any node.
    func read(from ticket: LoadTicket) -> Standing {
      use { state in
        if let part = ticket.part(of: state.body, from: state.count), !state.picture.isOver || part.body != state.body {
          if part.body != state.body {
            state = State(picture: ArrivingPicture(name: name, codecs: .shared))
            account.withLock { $0.isAbandoned = false }
          }
          (state.body, state.count) = (part.body, part.offset + part.bytes.count)
          state.picture.append(part.bytes)
        }
        return Standing(scans: state.picture.scans, isOver: state.picture.isOver || state.isComplete)
      }
    }

    /// Header; nil if nothing can be shown.
    var info: SourceInfo? {
      state.withLock { state in
        guard let header = state.picture.header, state.picture.scans > 0 else { return nil }
        var info = SourceInfo(header)
        info.mayMove = false
        return info
      }
    }

    /// Returns the picture, or a part of it, as received so far, at most `width` x `height` pixels; nil if it cannot be decoded, or the
    /// draw is cancelled. A part is cut from a preview of the whole, which nodes with other parts share.
    func preview(of part: PixelRect?, width: Int, height: Int, isCancelled: @escaping () -> Bool) -> PixelBuffer? {
      guard let part else { return preview(width: width, height: height, isCancelled: isCancelled) }
      guard let full = size, part.width > 0, part.height > 0 else { return nil }
      func whole(_ side: Int, _ full: Int, _ part: Int) -> Double { min(Double(full), Double(full) * Double(side) / Double(part)) }
      let (allWidth, allHeight) = (whole(width, full.width, part.width), whole(height, full.height, part.height))
      let shrink = min(1, (Self.mostPixels / (allWidth * allHeight)).squareRoot())
      func pixels(_ side: Double) -> Int { max(1, Int((side * shrink).rounded(.up))) }
      guard let all = preview(width: pixels(allWidth), height: pixels(allHeight), isCancelled: isCancelled) else { return nil }
      func range(_ from: Int, _ length: Int, _ full: Int, _ have: Int) -> (from: Int, length: Int) {
        let scale = Double(have) / Double(full)
        let length = max(1, min(have, Int((Double(length) * scale).rounded())))
        return (max(0, min(have - length, Int((Double(from) * scale).rounded()))), length)
      }
      let (x, y) = (range(part.x, part.width, full.width, all.width), range(part.y, part.height, full.height, all.height))
      return try? all.cut(PixelRect(x: x.from, y: y.from, width: x.length, height: y.length), name: name)
    }

    private func preview(width: Int, height: Int, isCancelled: @escaping () -> Bool) -> PixelBuffer? {
      use { state in
        let scans = state.picture.scans
        if let known = state.preview, known.scans == scans, known.width == width, known.height == height { return known.pixels }
        let request = PictureRequest(width: width, height: height, isCancelled: isCancelled)
        guard let pixels = try? state.picture.preview(request) else { return nil }
        state.preview = (scans, width, height, pixels)
        state.isComplete = state.picture.isComplete(width: width, height: height)
        return pixels
      }
    }

    /// Maximum pixels of a preview that parts are cut from. A small part of a large picture may therefore be drawn from fewer pixels than
    /// the picture has.
    private static let mostPixels = 4_000_000.0

    /// Size of the whole, orientation applied; nil before the header has arrived.
    private var size: (width: Int, height: Int)? {
      state.withLock { state in state.picture.header.map { ($0.width, $0.height) } }
    }

    /// Whether the last preview shows more detail than a complete picture of `width` x `height` pixels.
    func isSharper(than width: Int, _ height: Int) -> Bool {
      state.withLock { state in
        guard let header = state.picture.header, width > 0, height > 0 else { return false }
        let spacing = min(Double(header.width) / Double(width), Double(header.height) / Double(height))
        return state.picture.sampleSpacing < spacing
      }
    }

    /// Bytes held. Any thread; does not wait for a decode.
    var bytes: Int { account.withLock { $0.bytes } }

    /// Ends previews and releases all data, immediately or when the current decode ends. Any thread; does not wait for a decode.
    func abandon() {
      account.withLock { $0 = Account(bytes: 0, isAbandoned: true) }
      _ = state.withLockIfAvailable { settle(&$0) }
    }
  }
#endif
