/** A mutant that no test can tell from the original, and why. Known by its text, because line numbers move. */
export interface Equivalent {
  /** The end of the file's path; empty = everywhere. */
  readonly file: string;
  readonly original: string;
  /** Left out = whatever it is replaced with. */
  readonly replacement?: string;
  /** The code before it. */
  readonly within?: RegExp;
  readonly reason: string;
}

export const equivalents: readonly Equivalent[] = [
  {
    file: '',
    original: 'default:',
    reason: 'The compiler proves that no value gets to the default branch of an exhaustive switch.',
  },
  {
    file: '',
    original: 'neverReached(',
    reason: 'The compiler proves that no value gets to it.',
  },
  {
    file: '',
    original: "'",
    replacement: '""',
    within: /z\.(?:enum\(\[[^\]]*|literal\()$/u,
    reason: 'The compiler refuses a schema without a word that code elsewhere names.',
  },
  {
    file: 'relay/feed/reading.ts',
    original: "''",
    reason: 'A text split at a character has at least one part.',
  },
  {
    file: 'operations/outcomes/apply.ts',
    original: "target.kind === 'create-car'",
    replacement: 'true',
    reason:
      'The lane of a new car holds the id of the operation that creates it, so no other operation has such a lane.',
  },
  {
    file: 'kinds/create-assignment.ts',
    original: "period.from === 'fixed'",
    replacement: 'true',
    within: /read: \(\{ period \}\) => \($/u,
    reason: 'A test access has neither start nor end, so reading them is undefined in both branches.',
  },
  {
    file: 'checklist/read-number.ts',
    original: "''",
    within: /(?:minus|whole|sign) = $/u,
    reason: 'A number in groups always has these three parts; the compiler does not know it.',
  },
];
