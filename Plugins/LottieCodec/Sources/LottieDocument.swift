internal import TesseraJSON
public import TesseraGeometry
public import TesseraRender

/// Vector animation in the Lottie format, ready to be drawn at any size and time.
///
/// A value; any thread. Source: Lottie Animation Community, Lottie format 1.0, and output of bodymovin.
public struct LottieDocument: Sendable {
  /// Named time range.
  public struct Marker: Sendable, Hashable {
    /// Name of the marker.
    public var name: String
    /// Start in seconds from the beginning.
    public var time: Double
    /// Duration in seconds; 0 means a point in time.
    public var duration: Double
  }

  /// Intrinsic size in logical units.
  public let size: Size
  /// Frames a second.
  public let frameRate: Double
  /// Named time ranges, in the order of the file.
  public let markers: [Marker]
  /// Features of the file that are not drawn, each once; at most 100.
  public let unsupported: [String]
  /// Names of the colours that ``draw(in:size:at:colors:byteLimit:isCancelled:)`` can replace: layer, groups and paint, separated by
  /// points.
  public let colorNames: [String]
  /// Start and end time in frames.
  let (firstFrame, endFrame): (Double, Double)
  let compositions: [Composition]
  /// Whether a layer has a blend mode other than normal.
  private let hasBlends: Bool
  /// Size of its decoded pictures in bytes.
  let imageBytes: Int
  private let source: String

  /// Parses an animation.
  ///
  /// - Parameters:
  ///   - bytes: Content of the file: JSON in UTF-8, the same compressed with gzip, or a dotLottie archive, of which the first animation of
  ///     the manifest is used.
  ///   - source: Name in error messages.
  ///   - options: Fonts, and functions for embedded pictures.
  /// - Throws: `LottieError`, with the byte offset or path, if the file is malformed or exceeds the limits.
  /// - Complexity: O(n) in bytes. Not for the frame loop.
  public init(parsing bytes: [UInt8], named source: String = "lottie", options: LottieOptions = LottieOptions()) throws(LottieError) {
    let file = try LottieFile(bytes, source: source)
    var options = options
    options.archive = file.archive
    let root = try JSONValue.lottie(file.json, source: source)
    let head = try LottieHead(root, source: source)
    let reading = LottieReading(root, source: source, options: options)
    if root[present: "slots"] != nil { reading.reportUnsupported("slots") }
    compositions = try reading.readCompositions()
    hasBlends = compositions.contains { $0.layers.contains { $0.blend != .normal } }
    (size, frameRate, firstFrame, endFrame) = (head.size, head.frameRate, head.firstFrame, head.endFrame)
    markers = (root[present: "markers"]?.list ?? []).prefix(10_000).map { marker in
      Marker(
        name: marker[present: "cm"]?.text ?? "", time: ((marker.number("tm") ?? 0) - head.firstFrame) / head.frameRate,
        duration: (marker.number("dr") ?? 0) / head.frameRate)
    }
    (unsupported, colorNames, imageBytes) = (reading.unsupported, reading.colorNames, reading.imageBytes)
    self.source = source
  }

  /// Seconds from the first frame to the end of the last.
  public var duration: Double { (endFrame - firstFrame) / frameRate }

  /// Draws one time of the animation into the box from the origin to `size`, stretched if the aspect ratios differ.
  ///
  /// - Parameters:
  ///   - canvas: Target; its state is restored afterwards.
  ///   - size: Logical units.
  ///   - seconds: Time from the beginning, clamped to the animation.
  ///   - colors: Replacement colours by name (``colorNames``); the opacities of the file still apply.
  ///   - byteLimit: Maximum bytes that layers may hold together.
  ///   - isCancelled: Polled before each layer; the drawing then ends early.
  /// - Throws: `LottieError` if drawing exceeds the work limit; the content drawn so far remains. `canvas.failure` shows whether memory ran
  ///   out.
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
    // Layers blend with each other, but not with the canvas's earlier content.
    if hasBlends {
      drawing.group(in: canvas) { drawing.draw(0, at: frame, in: canvas) }
    } else {
      drawing.draw(0, at: frame, in: canvas)
    }
    canvas.rewind(to: mark)
    if let reason = budget.refusal { throw LottieError(source: source, reason: reason) }
  }

  /// Returns the time in frames, clamped slightly before the end, when layers are still shown.
  private func frame(at seconds: Double) -> Double {
    let frame = firstFrame + (seconds.isNaN ? 0 : seconds) * frameRate
    return max(firstFrame, min(frame, endFrame - min(0.01, (endFrame - firstFrame) / 2)))
  }
}

/// Properties of a file that are needed before it is drawn.
struct LottieHead {
  let size: Size
  let frameRate: Double
  let firstFrame: Double
  let endFrame: Double

  init(_ root: JSONValue, source: String) throws(LottieError) {
    guard root.isMap else { throw LottieError(source: source, offset: 0, reason: "an animation must be an object") }
    func number(_ key: String, _ range: ClosedRange<Double>) throws(LottieError) -> Double {
      guard let value = root[present: key]?.numeric else {
        throw LottieError(
          source: source, path: key, reason: root[present: key] == nil ? "it is missing; it must be a number" : "it must be a number")
      }
      guard range.contains(value) else {
        throw LottieError(source: source, path: key, reason: "it must be from \(range.lowerBound) to \(range.upperBound), got \(value)")
      }
      return value
    }
    let side = 1...LottieLimits.side
    size = Size(try number("w", side), try number("h", side))
    frameRate = try number("fr", 0.01...1000)
    firstFrame = try number("ip", -1e9...1e9)
    endFrame = try number("op", -1e9...1e9)
    guard endFrame > firstFrame else {
      throw LottieError(source: source, path: "op", reason: "it must be above ip (\(firstFrame)), got \(endFrame)")
    }
    guard endFrame - firstFrame <= LottieLimits.frames else {
      throw LottieError(source: source, path: "op", reason: "there are more than \(Int(LottieLimits.frames)) frames")
    }
  }

  /// Number of frames shown. These are all of the file, or evenly spaced ones if the file exceeds the limits of rate or count.
  var shownFrames: Int { max(1, Int(((endFrame - firstFrame) / step + 1e-6).rounded(.down))) }
  /// Frames of the file between two shown frames.
  var step: Double {
    let bySpeed = (frameRate / LottieLimits.shownRate - 1e-6).rounded(.up)
    return max(bySpeed, ((endFrame - firstFrame) / LottieLimits.shownFrames).rounded(.up))
  }
}
