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
  /** When each try has left. */
  const used = new Map<string, number>();
  return {
    violations,
    departedAt: (operation, attempt) => used.get(`${operation} ${attempt}`),
    forget: (operations) => {
      for (const attempt of used.keys()) {
        if (operations.some((id) => attempt.startsWith(`${id} `))) used.delete(attempt);
      }
    },
    leaves: (request, database) => {
      const path = request.path.replace(/^\/v3/, '').split('?')[0] ?? '';
      if (request.method === 'GET' || path.startsWith('/oauth2') || database === null) return null;
      const key = keyOfEntry({ method: request.method, path, body: request.body }, productOf);
      const claims = claimedIn(database).filter(
        (row) => keyOfOperation(row, boundIn(database.sqlite), productOf) === key,
      );
      const tries = claims.map(({ id, attempt }) => `${id} ${attempt}`);
      const free = tries.find((attempt) => !used.has(attempt));
      if (free === undefined) {
        const why = tries.length === 0 ? 'without a claim' : 'a second time for one try';
        violations.push(`wire: ${key} left ${why}`);
        return null;
      }
      used.set(free, now());
      return { refused: () => void used.delete(free) };
    },
  };
}

function claimedIn({ sqlite }: Database): readonly OperationRow[] {
  return sqlite.prepare<[], OperationRow>(`SELECT * FROM operation WHERE state = 'sending'`).all();
}
