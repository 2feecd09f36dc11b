import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { takePage } from '../../../electron/operations/assignments/take-results.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { createSteadyClock } from '../../../electron/operations/queue/parts.ts';
import { customerId } from '../../../shared/ids.ts';
import { hostileJson } from './hostile.ts';
import type { Target } from './target.ts';

const NOW = 1_800_000_000_000;
const target = {
  environment: 'uat',
  baseUrl: 'https://operator.example/v3',
  customerId: customerId.parse(4711),
} as const;
const stored = { environment: 'uat', customerId: 4711, receivedAt: NOW } as const;
const RIGHT = [
  {
    ...stored,
    sequence: 1,
    kind: 'created',
    payload: {
      checksum: 'a',
      assignmentId: 5001,
      carId: 20_001,
      userId: 9001,
      customerId: 4711,
      operationSucceeded: true,
      start: '2026-11-22T08:00:00Z',
      end: '2026-11-22T09:00:00Z',
    },
  },
  {
    ...stored,
    sequence: 2,
    kind: 'updated',
    payload: {
      checksum: 'b',
      assignmentId: 5001,
      customerId: 4711,
      operationSucceeded: false,
      errorMessage: 'no',
      updateData: [{ op: 'replace', path: '/end', value: 1 }],
    },
  },
  {
    ...stored,
    sequence: 3,
    kind: 'deleted',
    payload: { checksum: 'c', assignmentId: 5001, customerId: 4711, operationSucceeded: true },
  },
] as const;

/** A result that a page of the feed brings: kept or set aside, and the page is through, or all that follow would wait. */
export const relayResults: Target = {
  name: 'result',
  share: 50,
  open: async (count) => {
    const folder = mkdtempSync(join(tmpdir(), 'boxwright-fuzz-results-'));
    const database = openQueueDatabase(join(folder, 'queue.db'), target, () => undefined);
    const clock = { now: () => NOW, passed: () => 0, setTimer: () => () => undefined };
    const parts = {
      target,
      clock: createSteadyClock(clock),
      log: createInstallationLog({
        ids: createIds(),
        clock,
        worker: () => 'Bay 3',
        clockOffsetMs: () => null,
      }),
    };
    const kept = database.sqlite.prepare<[], number>('SELECT count(*) FROM result').pluck();
    let sequence = 0;
    return {
      property: fc.asyncProperty(hostileJson(...RIGHT), async (text) => {
        const before = kept.get() ?? 0;
        sequence += 1;
        const cursor = `00000000000000aa.${sequence}`;
        // Another one each time, or all but the first of a kind would be known.
        const results = jsonOf(text.replace(/"sequence":\d+/, `"sequence":${sequence}`));
        database.write((context) => takePage(context, parts, { results, cursor, fetchedAt: NOW }));
        count((kept.get() ?? 0) > before ? 'kept' : 'set aside or known');
      }),
      close: async () => {
        database.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};

/** The part that the client would hand on: a page that is no JSON goes no further than that. */
function jsonOf(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [text];
  }
}
