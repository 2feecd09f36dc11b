import type { Database } from '../../electron/db/open.ts';
import type { OperationRow } from '../../electron/db/tables/queue/operations.ts';
import type { WireRequest } from '../../electron/operator/transport.ts';
import { boundIn, keyOfEntry, keyOfOperation } from './effects.ts';
import type { Departure } from './network.ts';

/** Compares each write that leaves a laptop with what its queue has claimed. */
export interface Wire {
  /** To be called at the first byte; `database` = the queue of the run that sends. */
  readonly leaves: (request: WireRequest, database: Database | null) => Departure | null;
  /** True time of the first byte of a try; undefined = it never left. */
  readonly departedAt: (operation: string, attempt: number) => number | undefined;
  /** True times of the first byte of each try; null = from a laptop that does not know them any more. */
  readonly departuresOf: (operation: string) => readonly number[] | null;
  /** The laptop does not know any more that these have left. */
  readonly forget: (operations: readonly string[]) => void;
  /** Writes that no claim covers, each in a sentence. */
  readonly violations: readonly string[];
}

/**
 * A write may leave only while an operation that asks for just this is `sending`, and once for each try: what is sent again needs
 * a claim of its own. The one exception is a login that was refused, because the request certainly was not carried out.
 */
export function createWire(productOf: (serial: string) => number, now: () => number): Wire {
  const violations: string[] = [];
  /** When each try of an operation has left. */
  const used = new Map<string, Map<number, number>>();
  const forgotten = new Set<string>();
  return {
    violations,
    departedAt: (operation, attempt) => used.get(operation)?.get(attempt),
    departuresOf: (operation) =>
      forgotten.has(operation) ? null : [...(used.get(operation)?.values() ?? [])],
    forget: (operations) => {
      for (const id of operations) {
        used.delete(id);
        forgotten.add(id);
      }
    },
    leaves: (request, database) => {
      const path = request.path.replace(/^\/v3/, '').split('?')[0] ?? '';
      if (request.method === 'GET' || path.startsWith('/oauth2') || database === null) return null;
      const key = keyOfEntry({ method: request.method, path, body: request.body }, productOf);
      const claims = claimedIn(database).filter(
        (row) => keyOfOperation(row, boundIn(database.sqlite), productOf) === key,
      );
      const free = claims.find(({ id, attempt }) => used.get(id)?.has(attempt) !== true);
      if (free === undefined) {
        const why = claims.length === 0 ? 'without a claim' : 'a second time for one try';
        violations.push(`wire: ${key} left ${why}`);
        return null;
      }
      const departed = used.get(free.id) ?? new Map<number, number>();
      used.set(free.id, departed.set(free.attempt, now()));
      return { refused: () => void departed.delete(free.attempt) };
    },
  };
}

function claimedIn({ sqlite }: Database): readonly OperationRow[] {
  return sqlite.prepare<[], OperationRow>(`SELECT * FROM operation WHERE state = 'sending'`).all();
}
