public import TesseraGeometry
public import TesseraRender

/// A vector animation in Lottie's format, ready to be drawn at any size and time.
///
/// A value; any thread. Source: Lottie Animation Community, Lottie format 1.0, and what bodymovin writes.
public struct LottieDocument: Sendable {
  /// A named stretch of time.
  public struct Marker: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Seconds from the beginning.
    public var time: Double
    /// Seconds; 0: a moment.
    public var duration: Double
  }

  /// Its own size, logical units.
  public let size: Size
  /// Frames a second.
  public let frameRate: Double
  /// Named stretches of time, in the order of the file.
  public let markers: [Marker]
  /// What the file uses that is not drawn, each once; at most 100.
  public let unsupported: [String]
  /// Names of the colours that ``draw(in:size:at:colors:byteLimit:isCancelled:)`` can replace: layer, groups and paint, parted by points.
  public let colorNames: [String]
  /// The time at which it begins and ends, frames.
  let (firstFrame, endFrame): (Double, Double)
  let compositions: [Composition]
  /// Whether a layer blends with those below it by another mode than the normal one.
  private let hasBlends: Bool
  /// Bytes of its decoded pictures.
  let imageBytes: Int
  private let source: String

  /// Reads an animation.
  ///
  /// - Parameters:
  ///   - bytes: The file: JSON in UTF-8, the same in gzip, or a dotLottie archive, of which the animation that its manifest names is read.
  ///   - source: What errors call it.
  ///   - options: Fonts, and how pictures inside are read.
  /// - Throws: `LottieError` with the byte or the path where the file is malformed or larger than what is drawn.
  /// - Complexity: O(n) in bytes. Not for the frame loop.
  public init(parsing bytes: [UInt8], named source: String = "lottie", options: LottieOptions = LottieOptions()) throws(LottieError) {
    let file = try LottieFile(bytes, source: source)
    var options = options
    options.archive = file.archive
    let root = try JSONReader.read(file.json, source: source)
    let head = try LottieHead(root, source: source)
    let reading = LottieReading(root, source: source, options: options)
    if root["slots"] != nil { reading.note("slots") }
    compositions = try reading.readCompositions()
    hasBlends = compositions.contains { $0.layers.contains { $0.blend != .normal } }
    (size, frameRate, firstFrame, endFrame) = (head.size, head.frameRate, head.firstFrame, head.endFrame)
    markers = (root["markers"]?.list ?? []).prefix(10_000).map { marker in
      Marker(
        name: marker["cm"]?.text ?? "", time: ((marker.number("tm") ?? 0) - head.firstFrame) / head.frameRate,
        duration: (marker.number("dr") ?? 0) / head.frameRate)
    }
    (unsupported, colorNames, imageBytes) = (reading.unsupported, reading.colorNames, reading.imageBytes)
    self.source = source
  }

  /// Seconds from the first frame to the end of the last.
  public var duration: Double { (endFrame - firstFrame) / frameRate }

  /// Draws a moment into the box from the origin to `size`, stretched where that has another shape than its own.
  ///
  /// - Parameters:
  ///   - canvas: What it is drawn on; its state is what it was afterwards.
  ///   - size: Logical units.
  ///   - seconds: From the beginning; before it the first moment, behind the end the last.
  ///   - colors: Colours by name (``colorNames``) that stand for those of the file; the file's opacities count.
  ///   - byteLimit: Most bytes that layers may hold at once.
  ///   - isCancelled: Polled before each layer; the drawing then ends early.
  /// - Throws: `LottieError` where drawing takes more work than is allowed; what was drawn by then stays. `canvas.failure` says whether memory ran out.
  public func draw(
    in canvas: borrowing Canvas, size: Size, at seconds: Double, colors: [String: Color] = [:],
    byteLimit: Int = DecodingBudget.shared.byteLimit, isCancelled: @escaping () -> Bool = { false }
  ) throws(LottieError) {
    guard size.width > 0, size.height > 0, size.isFinite else { return }
    let mark = canvas.mark
    canvas.save()
    canvas.clip(Rect(size: size))
    canvas.concatenate(.scale(size.width / self.size.width, size.height / self.size.height))
    let budget = LottieBudget(byteLimit: byteLimit, isCancelled: isCancelled)
    let drawing = LottieDrawing(compositions, rate: frameRate, colors: colors, budget: budget)
    let frame = frame(at: seconds)
    // Layers blend with each other, and not with earlier content of the canvas.
    if hasBlends {
      drawing.group(in: canvas) { drawing.draw(0, at: frame, in: canvas) }
    } else {
      drawing.draw(0, at: frame, in: canvas)
    }
    canvas.rewind(to: mark)
    if let reason = budget.refusal { throw LottieError(source: source, reason: reason) }
  }

  /// The time in frames, kept a little before the end, where layers still are.
  private func frame(at seconds: Double) -> Double {
    let frame = firstFrame + (seconds.isNaN ? 0 : seconds) * frameRate
    return max(firstFrame, min(frame, endFrame - min(0.01, (endFrame - firstFrame) / 2)))
  }
}

/// What a file says of itself: all that is needed before it is drawn.
struct LottieHead {
  let size: Size
  let frameRate: Double
  let firstFrame: Double
  let endFrame: Double

  init(_ root: JSON, source: String) throws(LottieError) {
    guard root.isMap else { throw LottieError(source: source, offset: 0, reason: "an animation must be an object") }
    func number(_ key: String, _ range: ClosedRange<Double>) throws(LottieError) -> Double {
      guard let value = root[key]?.number else {
        throw LottieError(
          source: source, path: key, reason: root[key] == nil ? "it is missing; a number would be right" : "it must be a number")
      }
      guard range.contains(value) else {
        throw LottieError(source: source, path: key, reason: "it is \(value), must be from \(range.lowerBound) to \(range.upperBound)")
      }
      return value
    }
    let side = 1...LottieLimits.side
    size = Size(try number("w", side), try number("h", side))
    frameRate = try number("fr", 0.01...1000)
    firstFrame = try number("ip", -1e9...1e9)
    endFrame = try number("op", -1e9...1e9)
    guard endFrame > firstFrame else {
      throw LottieError(source: source, path: "op", reason: "it is \(endFrame), must be behind ip, which is \(firstFrame)")
    }
    guard endFrame - firstFrame <= LottieLimits.frames else {
      throw LottieError(source: source, path: "op", reason: "there are more than \(Int(LottieLimits.frames)) frames")
    }
  }

  /// Number of frames that are shown: all of the file, or evenly spaced ones if it has more in a second, or in all, than are shown.
  var shownFrames: Int { max(1, Int(((endFrame - firstFrame) / step + 1e-6).rounded(.down))) }
  /// Frames of the file from one that is shown to the next.
  var step: Double {
    let bySpeed = (frameRate / LottieLimits.shownRate - 1e-6).rounded(.up)
    return max(bySpeed, ((endFrame - firstFrame) / LottieLimits.shownFrames).rounded(.up))
  }
}
