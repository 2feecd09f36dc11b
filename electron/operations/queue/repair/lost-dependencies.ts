import { makeProblem } from '../../../../shared/problem.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { WriteContext } from '../../../db/open.ts';
import {
  dependenciesOf,
  hasOpenDependency,
  insertDependency,
} from '../../../db/tables/queue/dependencies.ts';
import { listOperations, moveOperation, readOperation } from '../../../db/tables/queue/operations.ts';
import type { InstallationLog } from '../../../log/append.ts';
import { loadOperation } from '../kinds/registry.ts';

/** No limit, in SQLite's words. */
const ALL = -1;

/**
 * After damage: a waiting operation is linked again to the operations that its payload refers to. An operation whose dependencies
 * could not be read would wait for ever, so a person decides about it.
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
      // All that it builds on is there and done: the backup is older than that end. It is looked up, never just sent.
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
