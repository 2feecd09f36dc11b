/** Requests that the spec forbids or a decent client does not make. One name per rule. */
export type ViolationRule =
  | 'unknown-endpoint'
  | 'missing-api-key'
  | 'missing-authorization'
  | 'missing-customer-id'
  | 'customer-id-not-expected'
  | 'wrong-content-type'
  | 'malformed-body'
  | 'unexpected-field'
  | 'select-used'
  | 'query-option-on-single-read'
  | 'unknown-query-option'
  | 'malformed-query-option'
  | 'malformed-id'
  | 'excessive-token-requests'
  | 'refused-login-repeated';

export type Violation = {
  readonly rule: ViolationRule;
  readonly method: string;
  /** Path and query below the base address. */
  readonly path: string;
  /** One sentence for the person who reads the failing test. */
  readonly detail: string;
};

export type Violations = {
  readonly all: readonly Violation[];
  readonly record: (violation: Violation) => void;
  readonly clear: () => void;
};

/** An empty list of violations. A test that expects none checks `violations.all` at its end. */
export function newViolations(): Violations {
  const all: Violation[] = [];
  return {
    all,
    record: (violation) => {
      all.push(violation);
    },
    clear: () => {
      all.length = 0;
    },
  };
}
