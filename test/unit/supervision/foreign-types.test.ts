import { expect, test } from 'vitest';
import { assembleFacts } from '../../../electron/supervision/projection/assemble-facts.ts';
import { timelineOf } from '../../../electron/supervision/job-page.ts';
import { timelineEntry } from '../../../shared/domain/supervision-job.ts';
import { jobId, logEntryId } from '../../../shared/ids.ts';
import { LOG_CHAIN_START, logChainId } from '../../../shared/relay/log.ts';
import { withHash } from '../log/made-up-chain.ts';

const job = jobId.parse('a0000000-0000-4000-8000-000000000001');
const chain = logChainId.parse('c0000000-0000-4000-8000-000000000001');

test.each(['__proto__', 'constructor', 'toString', 'valueOf', 'car-painted'])(
  'an entry of an unknown type stands in the timeline and changes nothing of its job: %j',
  (type) => {
    const written = [
      { type: 'car-chosen', data: '{"plate":"M-BX 17","name":"Van","vin":null,"brand":null,"model":null}' },
      { type, data: '{"plate":"B-1","said":"words","operation":"x","deep":{"a":1},"worked":true}' },
      { type: 'job-finished', data: '[]' },
    ];
    const { facts, ordered } = assembleFacts(
      written.map((entry, index) => ({
        ...withHash({
          ...entry,
          number: index + 1,
          id: logEntryId.parse(`e0000000-0000-4000-8000-${String(index).padStart(12, '0')}`),
          at: 1_790_000_000_000 + index,
          clockOffsetMs: 0,
          worker: 'Jo',
          jobId: job,
          previousHash: LOG_CHAIN_START,
        }),
        chain,
      })),
    );
    expect(facts.car?.plate).toBe('M-BX 17');
    expect(facts.finishedAt).not.toBeNull();
    const timeline = timelineOf(ordered, {
      laptopOf: () => null,
      isVerified: () => true,
      isSigned: () => true,
      removalOf: () => null,
      restores: new Set(),
    });
    expect(timelineEntry.parse(timeline[1])).toMatchObject({
      type,
      group: 'step',
      says: { key: 'supervision.entry.unknown', params: { type } },
      facts: { plate: 'B-1', said: 'words', operation: 'x', worked: true },
      said: null,
    });
  },
);
