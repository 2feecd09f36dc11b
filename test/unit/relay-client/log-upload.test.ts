import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createLogUpload, type UploadSource } from '../../../electron/relay/log-upload.ts';
import type { LogAnswer } from '../../../electron/relay/queries-and-answers.ts';
import { temporaryDeviceKey } from '../../../electron/trust/device-key.ts';
import { customerId } from '../../../shared/ids.ts';
import {
  LOG_CHAIN_START,
  type LogBatch,
  logChainId,
  logEntry,
  type LogEntry,
} from '../../../shared/relay/log.ts';
import { ok } from '../../../shared/result.ts';

const chain = logChainId.parse('00000000-0000-4000-8000-00000000000a');
const hashOf = (number: number) =>
  number === 0 ? LOG_CHAIN_START : createHash('sha256').update(String(number)).digest('hex');
const entry = (number: number): LogEntry =>
  logEntry.parse({
    number,
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    at: 0,
    clockOffsetMs: null,
    worker: 'Jo',
    jobId: null,
    type: 'job-started',
    data: '{}',
    previousHash: hashOf(number - 1),
    hash: hashOf(number),
  });

/** A log of so many entries, its upload, and the relay that `answer` describes. */
function uploadOf(newest: number, answer: (batch: LogBatch) => LogAnswer) {
  let confirmed = 0;
  const setBacks: number[] = [];
  const source: UploadSource = {
    part: () => ({ chain, continues: null, last: null }),
    confirmed: () => confirmed,
    newest: () => newest,
    entries: (from, limit) =>
      Array.from({ length: Math.max(0, Math.min(limit, newest - from + 1)) }, (_, index) =>
        entry(from + index),
      ),
    confirm: (number) => {
      confirmed = number;
    },
    setBack: (number) => {
      setBacks.push(number);
      confirmed = number;
    },
    continueApart: () => {
      throw new Error('this log never forks');
    },
    forks: () => 0,
    noteForks: () => undefined,
    files: () => 0,
    nextFile: () => null,
    piece: () => null,
    confirmFile: () => undefined,
    refuseFile: () => undefined,
  };
  const upload = createLogUpload({
    client: { appendLog: (batch) => Promise.resolve(ok(answer(batch))) },
    source,
    environment: 'uat',
    customerId: customerId.parse(4711),
    sign: temporaryDeviceKey().signer.sign,
    onSetBack: () => undefined,
    onRelayAhead: () => undefined,
  });
  const { signal } = new AbortController();
  /** Brings batches until there is nothing left to bring, or the upload stops; answers how it ended. */
  const bringAll = async (): Promise<string> => {
    for (let requests = 0; requests < 100; requests += 1) {
      const brought = await upload.uploadNext(signal);
      if (!brought.ok) continue;
      if (typeof brought.value === 'object') return brought.value.stopped;
      if (brought.value === 'nothing') return 'all brought';
    }
    return 'no end';
  };
  const compare = () => upload.compare(signal);
  return { bringAll, confirmed: () => confirmed, setBacks, compare, doubt: upload.doubt };
}

/** A relay's log that is emptied after each of the first `wipes` batches that it keeps. */
function emptiedRelay(wipes: number) {
  let head = 0;
  let left = wipes;
  return {
    head: () => head,
    restore: (number: number) => {
      head = number;
    },
    answer: ({ entries }: LogBatch): LogAnswer => {
      const first = entries[0]?.number ?? 0;
      if (first > head + 1) return { kind: 'gap', head: { number: head, hash: hashOf(head) } };
      head = Math.max(head, entries.at(-1)?.number ?? 0);
      const kept: LogAnswer = {
        kind: 'kept',
        head: { number: head, hash: hashOf(head) },
        added: 1,
        run: '0'.repeat(16),
        forks: 0,
      };
      if (left > 0) {
        left -= 1;
        head = 0;
      }
      return kept;
    },
  };
}

describe('the upload of a log', () => {
  test.each([1, 2, 3, 8])(
    'brings all to a relay that was emptied %i times between two batches',
    async (wipes) => {
      const relay = emptiedRelay(wipes);
      const upload = uploadOf(450, relay.answer);
      expect(await upload.bringAll()).toBe('all brought');
      expect(relay.head()).toBe(450);
      expect(upload.confirmed()).toBe(450);
    },
  );

  test('is compared without hiding that the relay was set back', async () => {
    const relay = emptiedRelay(0);
    const upload = uploadOf(8, relay.answer);
    await upload.bringAll();
    relay.restore(7);
    expect(await upload.compare()).toEqual(ok('whole'));
    expect(relay.head()).toBe(7);
    expect(upload.setBacks).toEqual([]);
    upload.doubt();
    expect(await upload.bringAll()).toBe('all brought');
    expect(upload.setBacks).toEqual([7]);
    expect(relay.head()).toBe(8);
  });

  test('stops at a relay that keeps the entry before and misses it all the same', async () => {
    const upload = uploadOf(450, ({ entries }) => {
      const first = entries[0]?.number ?? 0;
      const last = entries.at(-1)?.number ?? 0;
      return first > 200
        ? { kind: 'gap', head: { number: 0, hash: LOG_CHAIN_START } }
        : {
            kind: 'kept',
            head: { number: last, hash: hashOf(last) },
            added: 1,
            run: '0'.repeat(16),
            forks: 0,
          };
    });
    expect(await upload.bringAll()).toBe('the relay misses entries that it says it has');
  });
});
