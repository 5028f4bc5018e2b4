/// WebM or Matroska file. Clusters are read when they are needed, so that opening reads the header only.
struct WebMFile: MediaContainer {
  private(set) var header: MediaHeader
  let track: MediaTrack
  private(set) var start = 0.0
  private var clusters: WebMClusters
  private var samples: [MediaSample] = []
  private var index = 0

  /// Identifiers of the elements of a segment.
  enum ID {
    static let ebml = 0x1A45_DFA3, segment = 0x1853_8067, seekHead = 0x114D_9B74, info = 0x1549_A966, tracks = 0x1654_AE6B
    static let cues = 0x1C53_BB6B, cluster = 0x1F43_B675, tags = 0x1254_C367, chapters = 0x1043_A770, attachments = 0x1941_A469
  }

  /// Maximum number of elements before the first cluster, and of tracks.
  private static let mostElements = 10_000, mostTracks = 64

  /// Whether a file begins as a Matroska file does.
  static func recognizes(_ head: [UInt8]) -> Bool { head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) }

  /// Reads a file's header and its first cluster.
  ///
  /// - Parameter video: number of the track among those of video, from 0.
  init(_ window: InputWindow, video: Int) throws(ContainerProblem) {
    let segment = try Self.segment(window)
    let part = try Header(window, segment)
    header = MediaHeader(container: "matroska,webm", tracks: part.tracks, duration: part.duration)
    track = try header.videoTrack(video)
    if let usual = track.usualDuration, usual > 0 { header.framesPerSecond = 1 / usual }
    clusters = WebMClusters(window, track: track, scale: part.scale, first: part.firstCluster, segmentEnd: part.end)
    clusters.add(cues: part.cues.filter { $0.track == track.number }.map { ($0.time * part.scale, segment.content + $0.place) })
    // The first sample of any track.
    samples = try clusters.next() ?? []
    start = clusters.earliest ?? 0
  }

  /// Reads the header of the file, and finds its segment.
  private static func segment(_ window: InputWindow) throws(ContainerProblem) -> EBMLElement {
    var offset = 0
    for _ in 0..<16 {
      guard let element = try window.element(at: offset) else { break }
      if element.id == ID.segment { return element }
      if element.id == ID.ebml, let size = element.size, size < 4096 {
        var content = ByteCursor(try window.bytes(at: element.content, size), origin: element.content, name: "the EBML header")
        while let (id, value) = try content.nextElement() {
          guard id == 0x4282 else { continue }
          let type = value.elementText()
          guard type == "webm" || type == "matroska" else {
            throw .unsupported("its EBML document type is `\(type)`, and `webm` and `matroska` can be read")
          }
        }
      }
      guard let end = element.end else { break }
      offset = end
    }
    throw .corrupt("it has no segment")
  }

  /// What precedes the clusters.
  private struct Header {
    var tracks: [MediaTrack] = []
    /// Seconds of a unit of time.
    var scale = 1e-3
    var duration: Double?
    var cues: [(track: Int, time: Double, place: Int)] = []
    var firstCluster = 0
    var end: Int

    init(_ window: InputWindow, _ segment: EBMLElement) throws(ContainerProblem) {
      end = min(segment.end ?? window.byteCount, window.byteCount)
      var (offset, cues, units) = (segment.content, Int?.none, Double?.none)
      for _ in 0..<WebMFile.mostElements where offset < end {
        guard let element = try window.element(at: offset) else { break }
        if element.id == ID.cluster {
          firstCluster = offset
          break
        }
        if [ID.seekHead, ID.info, ID.tracks, ID.cues].contains(element.id) {
          var content = try window.content(of: element)
          switch element.id {
          case ID.info:
            while let (id, value) = try content.nextElement() {
              if id == 0x2AD7B1 { scale = Double(max(1, try value.elementNumber())) / 1e9 }
              if id == 0x4489 { units = try value.elementFloat() }
            }
          case ID.tracks:
            while let (id, value) = try content.nextElement() {
              guard id == 0xAE else { continue }
              guard tracks.count < WebMFile.mostTracks else { throw .tooLarge("it has more than \(WebMFile.mostTracks) tracks") }
              tracks.append(try WebMTrack.read(value))
            }
          case ID.cues: try addCues(content)
          default: cues = try Self.cues(in: content).map { Int(clamping: UInt(segment.content) + UInt($0)) }
          }
        }
        guard let next = element.end else { throw .corrupt("element \(hex(element.id)) at byte \(offset) has no size") }
        offset = next
      }
      if firstCluster == 0 { firstCluster = end }
      duration = units.flatMap { $0 > 0 && $0.isFinite ? $0 * scale : nil }
      // An index that cannot be read costs only speed.
      if self.cues.isEmpty, let cues, let element = try? window.element(at: cues), element.id == ID.cues,
        let content = try? window.content(of: element)
      {
        try? addCues(content)
      }
    }

    /// Returns the place of the cues in the segment, as a `SeekHead` has it.
    private static func cues(in content: ByteCursor) throws(ContainerProblem) -> Int? {
      var content = content
      while let (id, entry) = try content.nextElement() {
        guard id == 0x4DBB else { continue }
        var (entry, kind, place) = (entry, 0, Int?.none)
        while let (id, value) = try entry.nextElement() {
          if id == 0x53AB { kind = try value.elementNumber() }
          if id == 0x53AC { place = try value.elementNumber() }
        }
        if kind == ID.cues { return place }
      }
      return nil
    }

    private mutating func addCues(_ content: ByteCursor) throws(ContainerProblem) {
      var content = content
      while let (id, point) = try content.nextElement() {
        guard id == 0xBB else { continue }
        var (point, time) = (point, 0)
        while let (id, value) = try point.nextElement() {
          if id == 0xB3 { time = try value.elementNumber() }
          guard id == 0xB7 else { continue }
          var (position, track, place) = (value, 0, Int?.none)
          while let (id, value) = try position.nextElement() {
            if id == 0xF7 { track = try value.elementNumber() }
            if id == 0xF1 { place = try value.elementNumber() }
          }
          if let place, place < Int.max / 2 { cues.append((track, Double(time), place)) }
        }
      }
    }
  }

  mutating func next() throws(ContainerProblem) -> MediaSample? {
    while index >= samples.count {
      guard let more = try clusters.next() else { return nil }
      (samples, index) = (more, 0)
    }
    index += 1
    return samples[index - 1]
  }

  mutating func seek(to time: Double) throws(ContainerProblem) {
    (samples, index) = (try clusters.seek(to: time), 0)
    for (i, sample) in samples.enumerated() where sample.isKey && sample.time <= time + 1e-6 { index = i }
    if let first = samples.firstIndex(where: \.isKey), index == 0 { index = first }
  }
}

extension InputWindow {
  /// Reads the header of an element; nil at the end of the file.
  func element(at offset: Int) throws(ContainerProblem) -> EBMLElement? {
    let bytes = try bytes(at: offset, 12)
    guard bytes.count >= 2 else { return nil }
    var cursor = ByteCursor(bytes, origin: offset, name: "the element at byte \(offset)")
    let id = try cursor.identifier()
    let size = try cursor.variable()
    return EBMLElement(id: id, content: cursor.offset, size: size)
  }

  /// Reads an element of the header.
  func content(of element: EBMLElement) throws(ContainerProblem) -> ByteCursor {
    let (limit, name) = (16 << 20, "element \(hex(element.id)) at byte \(element.content)")
    guard let size = element.size else { throw .corrupt("\(name) has no size") }
    guard size <= limit else { throw .tooLarge("\(name) has \(size) bytes; the limit is \(limit)") }
    let bytes = try bytes(at: element.content, size)
    guard bytes.count == size else { throw .corrupt("\(name) is cut: \(bytes.count) of \(size) bytes are there") }
    return ByteCursor(bytes, origin: element.content, name: name)
  }
}
