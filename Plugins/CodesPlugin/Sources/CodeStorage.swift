public import Tessera

/// Encoded text of a node. Any thread.
public final class CodeStorage: NodeStorage {
  private struct Key: Hashable {
    let text: String
    let kind: CodeKind
    let options: CodeOptions

    init(_ code: Code) { (text, kind, options) = (code.text, code.kind, code.options) }
  }

  private struct State {
    var key: Key?
    var result: Result<CodeSymbol, CodeError> = .failure(CodeError(""))
    var reported: Key?
  }

  private let state = Locked(State())

  /// Creates a storage without a code.
  public init() {}

  /// Returns the modules of a text, encoded once.
  func symbol(_ code: Code) -> Result<CodeSymbol, CodeError> {
    let key = Key(code)
    if let known = state.withLock({ $0.key == key ? $0.result : nil }) { return known }
    let result: Result<CodeSymbol, CodeError>
    do throws(CodeError) {
      result = .success(try CodeSymbol(code.text, as: code.kind, options: code.options))
    } catch {
      result = .failure(error)
    }
    state.withLock { ($0.key, $0.result) = (key, result) }
    return result
  }

  /// Returns the error of a text once.
  func unreportedError(_ code: Code) -> CodeError? {
    guard !code.text.isEmpty, case .failure(let error) = symbol(code) else { return nil }
    let key = Key(code)
    return state.withLock { state in
      guard state.reported != key else { return nil }
      state.reported = key
      return error
    }
  }
}
