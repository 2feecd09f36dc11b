import type { Clock, Instant } from '../../../../shared/time.ts';
import { makeProblem } from '../../../../shared/problem.ts';
import type { OperationId } from '../../../../shared/ids.ts';
import type { WriteContext } from '../../../db/open.ts';
import {
  doubtOperation,
  listOperations,
  readOperation,
  moveOperation,
} from '../../../db/tables/queue/operations.ts';
import { expectResult } from '../../../db/tables/queue/results.ts';
import { addRelayNote } from '../../../db/tables/queue/relay-exchange.ts';
import type { InstallationLog } from '../../../log/append.ts';
import {
  dependenciesOf,
  hasOpenDependency,
  insertDependency,
} from '../../../db/tables/queue/dependencies.ts';
import { effectOf, expectedOf } from '../../assignments/effects.ts';
import { loadOperation } from '../kinds/registry.ts';

/** SQLite's LIMIT value for no limit. */
const ALL = -1;

/**
 * Puts every unfinished operation whose last state is uncertain in doubt. It may have been sent since, so it is read at
 * the operator, never just sent (docs/decisions/0003-look-before-sending.md). Returns their number.
 */
export function doubtUnfinished(context: WriteContext, certain: ReadonlySet<string>, at: Instant): number {
  const problem = JSON.stringify(makeProblem('operator-interrupted'));
  let doubted = 0;
  for (const row of listOperations(context.sqlite, 'unfinished', ALL)) {
    if (certain.has(row.id)) continue;
    const loaded = loadOperation(row);
    doubtOperation(context, row.id, { at, context: loaded.ok ? loaded.value.unprepared() : null, problem });
    expectResultOfLostTry(context, row.id);
    doubted += 1;
  }
  if (doubted > 0) context.changed('queue', 'status', 'jobs');
  return doubted;
}

/**
 * An access created by a lost run may have been deleted since, with its Box or by a colleague. Then only its result
 * proves that it was created, and a read would lead to a second one. Everything else a lost run did is visible to a
 * read.
 */
function expectResultOfLostTry(context: WriteContext, id: OperationId): void {
  const row = readOperation(context.sqlite, id);
  const effect = row === undefined ? null : effectOf(context.sqlite, row);
  if (effect?.effect === 'create') expectResult(context, id, expectedOf(effect));
}

/**
 * The data are older than what was sent from them, or exist in two places. Every unfinished operation is read first;
 * the log and a person are informed.
 */
export function doubtSetBack(
  context: WriteContext,
  parts: {
    readonly clock: Pick<Clock, 'now'>;
    readonly log: InstallationLog;
    readonly certain: ReadonlySet<string>;
    readonly reason: 'copied' | 'relay-ahead';
  },
): void {
  const at = parts.clock.now();
  const lookedUp = doubtUnfinished(context, parts.certain, at);
  const { reason } = parts;
  parts.log.append(context, { job: null, type: 'data-set-back', data: { reason, lookedUp } });
  addRelayNote(context, { matter: 'data-set-back', count: lookedUp, at });
  context.changed('status');
}

/**
 * After damage, relinks waiting operations to the operations their payloads refer to. One with unreadable dependencies
 * would wait for ever, so a person decides.
 */
export function blockOrphans(
  context: WriteContext,
  { log }: { readonly log: InstallationLog },
  at: Instant,
): void {
  const { sqlite } = context;
  const problem = makeProblem('dependency-lost');
  for (const row of listOperations(sqlite, 'unfinished', ALL)) {
    if (row.state !== 'waiting') continue;
    const loaded = loadOperation(row);
    const references = loaded.ok ? loaded.value.references() : [];
    const there = references.filter((id) => readOperation(sqlite, id) !== undefined);
    for (const id of there) insertDependency(context, row.id, id);
    if (there.length === references.length) {
      if (hasOpenDependency(sqlite, row.id)) continue;
      // Its dependencies are all done: the backup is older than their end. It is read first, never just sent.
      if (row.maybe_sent_at !== null && dependenciesOf(sqlite, row.id).length > 0) {
        moveOperation(context, row, 'unknown', at, { not_before: null });
        continue;
      }
    }
    moveOperation(context, row, 'blocked', at, { not_before: null, problem: JSON.stringify(problem) });
    log.append(context, {
      job: row.job_id,
      type: 'operation-blocked',
      data: { operation: row.id, kind: row.kind, problem: problem.code },
    });
  }
}
