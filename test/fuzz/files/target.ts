import type * as fc from 'fast-check';

/** One thing that comes from elsewhere and is read here. */
export type Target = {
  readonly name: string;
  /** Of a thousand cases, this many are its own; at least one is. */
  readonly share: number;
  /** Makes ready what it takes, and answers what must hold for every case. */
  readonly open: (count: (outcome: string) => void) => Promise<OpenTarget>;
};

export type OpenTarget = {
  /** Each throws where a case was not answered as it must be. */
  readonly property: fc.IAsyncPropertyWithHooks<[unknown]>;
  readonly close: () => Promise<void>;
};

/** Nothing to close. */
export const nothing = (): Promise<void> => Promise.resolve();

const LONGEST_SENTENCE = 500;

/** One line that a person can read, whatever was in the file. */
export function mustBeClear(says: string): void {
  const plain = /^[^\p{Cc}\p{Surrogate}]*$/u.test(says);
  if (says.trim() === '' || says.length > LONGEST_SENTENCE || !plain)
    throw new Error(`not a clear error (${says.length} characters): ${JSON.stringify(says.slice(0, 200))}`);
}
