/// Resource counters of reading a document, shared with nested documents. Used by one thread.
///
/// The limits keep reading below a few seconds and about a hundred megabytes, for any number of references.
final class ReadingBudget {
  enum Kind: Int, CaseIterable {
    /// Elements read; those of patterns, masks, markers and `use` count each time, those of embedded documents also when they are copied
    /// below `use`.
    case visits
    /// Items created, those of patterns and markers each time.
    case shapes
    /// Stored numbers: coordinates of paths and outlines, dashes, gradient stops.
    case numbers
    /// Characters of texts.
    case letters
    /// Bytes of long attributes, each time that they are read.
    case bytes
    /// Bytes of decoded pictures.
    case pixels
    /// Comparisons of selectors with elements in embedded documents.
    case comparisons

    var limit: Int {
      switch self {
      case .visits: 1_000_000
      case .shapes: SVGLimits.elements
      case .numbers: 4_000_000
      case .letters: 100_000
      case .bytes: 32 << 20
      case .pixels: 128 << 20
      case .comparisons: StyleMatcher.mostWork / 3
      }
    }

    fileprivate func reason(_ limit: Int) -> String {
      switch self {
      case .visits: "more than \(limit) elements, those of `use`, patterns, masks and markers counted at each use"
      case .shapes: "more than \(limit) shapes, those of markers and patterns counted each time"
      case .numbers: "paths, outlines of letters, dashes and gradients have more than \(limit) numbers"
      case .letters: "texts have more than \(limit) characters"
      case .bytes: "long attributes have more than \(limit) bytes, counted at each use"
      case .pixels: "decoded pictures take more than \(limit) bytes"
      case .comparisons: "style sheets of embedded documents take more than \(limit) comparisons of selectors with elements"
      }
    }
  }

  private var used: [Int]
  private let limits: [Int]

  /// Creates the counters.
  /// - Parameters:
  ///   - bytes: Size of the document, whose attributes may be read several times.
  ///   - limit: Returns the most of each resource.
  init(bytes: Int, limit: (Kind) -> Int = \.limit) {
    used = Kind.allCases.map { _ in 0 }
    limits = Kind.allCases.map { $0 == .bytes ? limit($0) + 16 * bytes : limit($0) }
  }

  /// Counts an amount.
  func spend(_ kind: Kind, _ amount: Int) {
    let (sum, overflow) = used[kind.rawValue].addingReportingOverflow(max(0, amount))
    used[kind.rawValue] = overflow ? .max : sum
  }

  /// Returns the remaining amount.
  func left(_ kind: Kind) -> Int { max(0, limits[kind.rawValue] - used[kind.rawValue]) }

  /// Reason why reading ends; nil if it does not.
  var refusal: String? {
    Kind.allCases.first { used[$0.rawValue] > limits[$0.rawValue] }.map { $0.reason(limits[$0.rawValue]) }
  }
}
