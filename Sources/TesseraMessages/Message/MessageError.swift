/// Problem of a message or of its arguments.
///
/// The kinds are those of Unicode MessageFormat 2. Syntax and data model errors have a place in the source; a message with one is not formatted. Other errors
/// replace a placeholder by its fallback, for example `{$name}`.
public struct MessageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Kind of problem. The raw value is the name that the specification's test suite uses.
  public enum Kind: String, Sendable {
    case syntax = "syntax-error"
    case duplicateDeclaration = "duplicate-declaration"
    case duplicateOptionName = "duplicate-option-name"
    case duplicateVariant = "duplicate-variant"
    case missingFallbackVariant = "missing-fallback-variant"
    case missingSelectorAnnotation = "missing-selector-annotation"
    case variantKeyMismatch = "variant-key-mismatch"
    case unresolvedVariable = "unresolved-variable"
    case unknownFunction = "unknown-function"
    case badOperand = "bad-operand"
    case badOption = "bad-option"
    case badSelector = "bad-selector"
    case badVariantKey = "bad-variant-key"
    case notFormattable = "not-formattable"
  }

  /// Line and column in the source, from 1. A column counts Unicode scalars.
  public struct Place: Sendable, Equatable {
    public let line: Int
    public let column: Int
  }

  public let kind: Kind
  /// Reason in words.
  public let reason: String
  /// Place in the source; `nil` for errors while formatting.
  public let place: Place?

  public init(_ kind: Kind, _ reason: String, place: Place? = nil) {
    self.kind = kind
    self.reason = reason
    self.place = place
  }

  /// `2:5: missing }`, or the reason alone.
  public var description: String {
    guard let place else { return reason }
    return "\(place.line):\(place.column): \(reason)"
  }
}

/// Errors of one message, in the order of their places; never empty.
public struct MessageErrors: Error, Sendable, Equatable, CustomStringConvertible {
  public let errors: [MessageError]

  public var description: String { errors.map(\.description).joined(separator: "; ") }
}
