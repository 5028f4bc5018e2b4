#if Network
  internal import Tessera
  internal import TesseraLoading

  // Pictures that are drawn while they load.
  extension ImageLoads {
    /// Whether the body of the current load is read while it arrives: only for visible nodes, if it `isBetter` than the shown picture.
    static func readsBody(_ image: Image, isBetter: Bool, in state: State) -> Bool {
      image.showsScans && isBetter && state.priority == .visible
    }

    /// Starts or stops the events of the current load about received data.
    static func setReadsBody(_ reads: Bool, _ state: inout State) {
      guard let active = state.active, active.isRead != reads, !(reads && active.isOver) else { return }
      state.active?.isRead = reads
      active.ticket.readsBody(reads)
    }

    /// Reads the received part of the load with this number. A worker. Returns whether there is a new scan to draw, and whether it is the
    /// first.
    func readPart(_ number: UInt64) -> (isNews: Bool, isFirst: Bool) {
      let found = state.withLock { state -> (LoadTicket, PartialPicture)? in
        guard let active = state.active, active.number == number, active.isRead else { return nil }
        let picture = active.partial ?? PartialPictures.shared.picture(for: Self.key(active.url, state))
        state.active?.partial = picture
        return (active.ticket, picture)
      }
      guard let (ticket, picture) = found else { return (false, false) }
      let standing = picture.read(from: ticket)
      return state.withLock { state in
        guard let active = state.active, active.number == number else { return (false, false) }
        if standing.isOver {
          Self.setReadsBody(false, &state)
          state.active?.isOver = true
          return (false, false)
        }
        // A different body starts again.
        guard standing.scans != active.scans else { return (false, false) }
        if standing.scans < active.scans { state.active?.passedOver = 0 }
        state.active?.scans = standing.scans
        return (standing.scans > 0, active.scans == 0)
      }
    }

    /// Returns the URL of the current load if a part of it can be drawn and replaces the source `shown`.
    static func partialURL(of sources: [ImageSource], shown: Int?, in state: State) -> String? {
      guard let active = state.active, active.scans > active.passedOver, active.partial != nil,
        let at = sources.lastIndex(of: .url(active.url)), at > shown ?? -1
      else { return nil }
      return active.url
    }

    /// Returns the best complete source; nil if there is none.
    func whole(of image: Image) -> ImageSource? {
      let sources = image.sources
      return state.withLock { state in
        let local = sources.map { Self.local($0, in: state) }
        return Self.chain(of: sources, local, in: state).shown.flatMap { local[$0] }
      }
    }

    /// Records that the received part shows less than a complete source. It is not drawn before more has been received.
    func passOver(_ url: String) {
      state.withLock { state in
        guard let active = state.active, active.url == url else { return }
        state.active?.passedOver = active.scans
      }
    }

    /// Returns the received part of the picture of a URL; nil if it is not drawn.
    func partial(_ url: String) -> PartialPicture? {
      state.withLock { state in
        guard let active = state.active, active.url == url, active.scans > 0 else { return nil }
        return active.partial
      }
    }

    /// Records that the received part cannot be drawn. Nothing is drawn before the picture is complete.
    func partialFailed(_ url: String) {
      state.withLock { state in
        guard state.active?.url == url else { return }
        Self.setReadsBody(false, &state)
        state.active?.isOver = true
        state.active?.scans = 0
        state.active?.partial = nil
      }
    }
  }
#endif
