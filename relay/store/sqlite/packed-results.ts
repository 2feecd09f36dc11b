import { z } from 'zod';
import { environment, type Environment, customerId } from '../../../shared/ids.ts';
import { resultKind } from '../../../shared/relay/results.ts';
import { instant, type Instant } from '../../../shared/time.ts';
import type { ArrivedResult } from '../results-store.ts';

/**
 * Results in a form that SQLite itself can parse, so that a group is passed to the writing thread as two values and
 * inserted by one statement.
 *
 * `rows` is JSON, an array for each result: environment, kind, customer, success, arrival time, offset of its bytes
 * (from 1, as SQLite counts), and the byte lengths of its subject, checksum and body. Text from a sender is stored
 * in the bytes, because SQLite's JSON functions end a text at the first NUL.
 */
export type PackedResults = {
  readonly rows: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Arrival time of the latest result of each environment. */
  readonly arrivals: readonly (readonly [Environment, Instant])[];
};

/**
 * Copied, because a body may be a view of a large shared buffer, and the whole buffer would be copied to the thread
 * with each of them.
 */
export function packed(results: readonly ArrivedResult[]): PackedResults {
  const size = results.reduce(
    (total, { subject, checksum, body }) =>
      total + Buffer.byteLength(subject) + Buffer.byteLength(checksum) + body.length,
    0,
  );
  const bytes = new Uint8Array(size);
  const memory = Buffer.from(bytes.buffer);
  let at = 0;
  const latest = new Map<Environment, Instant>();
  const rows = results.map((result) => {
    const { environment: named, kind, customerId: customer, succeeded, receivedAt } = result;
    latest.set(named, Math.max(receivedAt, latest.get(named) ?? receivedAt));
    const begins = at;
    const checksum = begins + memory.write(result.subject, begins);
    const body = checksum + memory.write(result.checksum, checksum);
    at = body + result.body.copy(memory, body);
    const lengths = [checksum - begins, body - checksum, at - body];
    return [named, kind, customer, succeeded ? 1 : 0, receivedAt, begins + 1, ...lengths];
  });
  return { rows: JSON.stringify(rows), bytes, arrivals: [...latest] };
}

const count = z.number().int().nonnegative();
const packedRows = z.array(
  z.tuple([environment, resultKind, customerId, z.literal([0, 1]), instant, count, count, count, count]),
);

/** The packed results, one by one. */
export function unpacked({ rows, bytes }: PackedResults): readonly ArrivedResult[] {
  const memory = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return packedRows
    .parse(JSON.parse(rows))
    .map(([named, kind, customer, succeeded, receivedAt, begins, subject, checksum, body]) => {
      const first = begins - 1;
      const second = first + subject;
      const third = second + checksum;
      return {
        environment: named,
        kind,
        customerId: customer,
        subject: memory.toString('utf8', first, second),
        checksum: memory.toString('utf8', second, third),
        succeeded: succeeded === 1,
        body: memory.subarray(third, third + body),
        receivedAt,
      };
    });
}
