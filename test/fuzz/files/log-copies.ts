import * as fc from 'fast-check';
import {
  type LogChainId,
  logChainId,
  logEntry,
  type LogEntry,
  type LogFork,
} from '../../../shared/relay/log.ts';
import { openCopies } from '../../integration/supervision/copies.ts';
import { hostileJson, inheritedNames } from './hostile.ts';
import { logEntryOf, UUID } from './right.ts';
import type { Target } from './target.ts';

const DATA = [
  { kind: 'installation', carId: 20_001, serialNumber: '001234021' },
  { turn: 1, by: 'Ann', reason: null },
  { item: 'photo', digest: '0'.repeat(64), answer: { type: 'photo', photos: ['0'.repeat(64)] } },
  { entries: [{ number: 1, id: UUID, paths: ['worker'] }] },
] as const;
const TYPES = [
  'job-started',
  'car-chosen',
  'box-installed',
  'checklist-answered',
  'photo-added',
  'job-finished',
  'job-taken-over',
  'words-removed',
  'review',
] as const;

const entries = fc.array(
  fc.record({
    number: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(Number.MAX_SAFE_INTEGER)),
    type: fc.constantFrom<string>(...TYPES, ...inheritedNames),
    data: hostileJson(...DATA),
    worker: fc.constantFrom('', 'Bay 3', 'x'.repeat(200), '<b>Ann</b>'),
    at: fc.constantFrom(0, 1_700_000_000_000, 8_640_000_000_000_000),
    redacted: fc.constantFrom(undefined, undefined, true),
  }),
  { minLength: 1, maxLength: 5 },
);

/** A relay's word that this log continues itself, or the one before, which continues this one. */
function forksOf(chain: LogChainId, chains: number): readonly LogFork[] {
  const head = { number: 3, hash: '0'.repeat(64) };
  const before = chains > 1 && chains % 2 === 0 ? chainNumber(chains - 1) : chain;
  return [
    { by: chain, beyond: 1, chain: before, head },
    { by: before, beyond: 1, chain, head },
  ];
}

const chainNumber = (number: number): LogChainId =>
  logChainId.parse(`0190f2a1-0000-7000-8000-${String(number).padStart(12, '0')}`);

/** The logs of other laptops, in a supervisor's copy: kept as the relay sent it, and the board can still be put together. */
export const logCopies: Target = {
  name: 'logs of others',
  share: 12,
  open: async (count) => {
    const copies = openCopies();
    let chains = 0;
    return {
      property: fc.asyncProperty(entries, async (made) => {
        chains += 1;
        const chain = chainNumber(chains);
        const fitting = made.flatMap(({ number, redacted, ...rest }): LogEntry[] => {
          const parsed = logEntry.safeParse({ ...logEntryOf(number), ...rest });
          if (!parsed.success) return [];
          const whole = logEntryOf(number, rest);
          return [redacted === undefined ? whole : { ...whole, redacted }];
        });
        count(fitting.length === 0 ? 'refused' : 'kept');
        copies.take(chain, 'Bay 3', fitting);
        for (const fork of forksOf(chain, chains)) copies.fork(fork);
        await copies.settle();
        copies.rows();
        copies.chains();
      }),
      close: async () => copies.close(),
    };
  },
};
