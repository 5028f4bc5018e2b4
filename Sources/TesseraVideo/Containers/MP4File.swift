/// MP4 or QuickTime file, also fragmented. All tables of the selected track are read when it is opened.
struct MP4File: MediaContainer {
  private(set) var header: MediaHeader
  let track: MediaTrack
  let start: Double
  private let samples: [MediaSample]
  private var index = 0

  /// Maximum bytes of the boxes `moov` and `moof`.
  private static let mostHeaderBytes = 64 << 20
  /// Maximum number of tracks, and of boxes of the file itself.
  private static let mostTracks = 64, mostBoxes = 500_000

  /// Whether a file begins as an MP4 or QuickTime file does.
  static func recognizes(_ head: [UInt8]) -> Bool {
    guard head.count >= 8 else { return false }
    let kind = BoxKind(head[4..<8].reduce(0) { $0 << 8 | UInt32($1) })
    return ["ftyp", "moov", "mdat", "free", "skip", "wide", "styp", "pnot", "moof"].contains(kind)
  }

  /// Reads a file's tables.
  ///
  /// - Parameter video: number of the track among those of video, from 0.
  init(_ window: InputWindow, video: Int) throws(ContainerProblem) {
    var walk = Walk(window)
    guard let movie = try walk.next("moov") else { throw .corrupt("it has no box moov") }
    let (tracks, movieScale, duration) = try Self.tracks(movie)
    header = MediaHeader(container: "mov,mp4,m4a,3gp,3g2,mj2", tracks: tracks.map(\.media), duration: duration)
    track = try header.videoTrack(video)
    // There are more video tracks than this number.
    let own = tracks.filter { $0.media.kind == .video }[video]
    if own.isElsewhere { throw .unsupported("the samples of its track are in another file") }
    // A sample has at least one byte.
    let limit = min(MP4Timeline.limit, window.byteCount)
    var entries: [MP4Tables.Entry] = []
    if let table = own.table { try MP4Tables(table, limit: limit).forEach { entries.append($0) } }
    let isFragmented = try movie.first("mvex") != nil
    if isFragmented {
      var fragments = MP4Fragments(track: own.media.number, defaults: own.defaults, limit: limit - entries.count)
      // A file that is cut inside a fragment plays until there.
      while let fragment = try? walk.next("moof") { try fragments.add(fragment) }
      entries += fragments.entries
    }
    let length = entries.reduce(0) { $0 + Double(max(0, $1.duration)) } / Double(max(1, own.timescale))
    // Without durations an edit list would hide most samples.
    let edits = length > 0 ? own.edits : []
    samples = try MP4Timeline(entries, edits, timescale: own.timescale, movieScale: movieScale).samples
    let first = samples.lazy.filter { !$0.isHidden }.map(\.time).min() ?? 0
    let earliest = tracks.reduce(first) { min($0, $1.media.kind == .audio ? $1.delay(movieScale) : $0) }
    start = earliest
    let end = samples.reduce(0) { $1.isHidden ? $0 : max($0, $1.time + $1.duration) }
    // The header of a fragmented file has the duration of its first part, if any.
    if isFragmented || header.duration == nil, end > earliest { header.duration = max(header.duration ?? 0, end - earliest) }
    // Rounded, because 25 is 24.999… with the quotients of some files.
    if length > 0 { header.framesPerSecond = (Double(entries.count) / length * 1e9).rounded() / 1e9 }
  }

  /// Reads the tracks, the units a second of the movie, and its seconds.
  private static func tracks(_ movie: MP4Box) throws(ContainerProblem) -> ([MP4Track], Int, Double?) {
    var (tracks, scale, duration): ([MP4Track], Int, Double?) = ([], 1, nil)
    var defaults: [Int: MP4Defaults] = [:]
    try movie.forEach { box throws(ContainerProblem) in
      var box = box
      switch box.kind {
      case "mvhd":
        let isLong = try box.readVersion().version == 1
        try box.content.skip(isLong ? 16 : 8)
        scale = max(1, try box.content.word())
        let units = isLong ? try box.content.long() : try box.content.word()
        let isUnknown = units == (isLong ? Int.max : 0xFFFF_FFFF)
        if units > 0, !isUnknown { duration = Double(units) / Double(scale) }
      case "trak":
        guard tracks.count < mostTracks else { throw .tooLarge("it has more than \(mostTracks) tracks") }
        tracks.append(try MP4Track(box))
      case "mvex":
        try box.forEach { extra throws(ContainerProblem) in
          guard extra.kind == "trex", defaults.count < mostTracks else { return }
          var content = extra.content
          try content.skip(4)
          let number = try content.word()
          try content.skip(4)
          defaults[number] = MP4Defaults(duration: try content.word(), size: try content.word(), flags: try content.word())
        }
      default: break
      }
    }
    for index in tracks.indices { tracks[index].defaults = defaults[tracks[index].media.number] ?? MP4Defaults() }
    return (tracks, scale, duration)
  }

  mutating func next() throws(ContainerProblem) -> MediaSample? {
    guard index < samples.count else { return nil }
    index += 1
    return samples[index - 1]
  }

  mutating func seek(to time: Double) throws(ContainerProblem) {
    index = 0
    for (i, sample) in samples.enumerated() where sample.isKey {
      // Of the parts of an edit list, the first one that has the time.
      if sample.time > time + 1e-6 { break }
      index = i
    }
  }

  /// Boxes of the file itself, in order.
  private struct Walk {
    private let window: InputWindow
    private var offset = 0
    private var left = MP4File.mostBoxes

    init(_ window: InputWindow) { self.window = window }

    /// Returns the next box of a kind; nil at the end.
    mutating func next(_ wanted: BoxKind) throws(ContainerProblem) -> MP4Box? {
      while left > 0 {
        left -= 1
        var head = ByteCursor(try window.bytes(at: offset, 16), origin: offset, name: "box at byte \(offset)")
        guard head.left >= 8 else { return nil }
        let available = window.byteCount - offset
        var (size, count) = (try head.word(), 8)
        let kind = BoxKind(UInt32(truncatingIfNeeded: try head.unsigned(4)))
        if size == 1 { (size, count) = (try head.long(), 16) }
        if size == 0 { size = available }
        guard size >= count else { throw .corrupt("box \(kind) at byte \(offset) has \(size) bytes; its header has \(count)") }
        let start = offset
        guard kind == wanted else {
          // A file that is cut ends here.
          guard size < available else { return nil }
          offset += size
          continue
        }
        guard size <= available else { throw .corrupt("box \(kind) at byte \(start) is cut: \(available) of \(size) bytes are there") }
        guard size <= MP4File.mostHeaderBytes else {
          throw .tooLarge("box \(kind) at byte \(start) has \(size) bytes; the limit is \(MP4File.mostHeaderBytes)")
        }
        offset += size
        let bytes = try window.bytes(at: start + count, size - count)
        guard bytes.count == size - count else { throw .corrupt("box \(kind) at byte \(start) is cut") }
        return MP4Box(
          kind: kind, start: start, content: ByteCursor(bytes, origin: start + count, name: "box \(kind) at byte \(start)"))
      }
      throw .tooLarge("it has more than \(MP4File.mostBoxes) boxes")
    }
  }
}

extension MP4Track {
  /// Seconds before the first sample: pauses of the edit list.
  fileprivate func delay(_ movieScale: Int) -> Double {
    edits.prefix { $0.start < 0 }.reduce(0) { $0 + Double($1.duration) / Double(max(1, movieScale)) }
  }
}
