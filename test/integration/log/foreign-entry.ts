import type { WriteContext } from '../../../electron/db/open.ts';
import { insertLogEntry, lastLogEntry } from '../../../electron/db/tables/queue/log-entries.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { entryHash, rowOf } from '../../../electron/log/append.ts';
import type { JobId } from '../../../shared/ids.ts';
import { LOG_CHAIN_START } from '../../../shared/relay/log.ts';

const ids = createIds();

/** Appends an entry as any version may have written it: whatever its type and its facts. */
export function appendForeign(
  context: WriteContext,
  entry: {
    readonly worker: string;
    readonly job: JobId | null;
    readonly type: string;
    readonly data: Readonly<Record<string, unknown>>;
    readonly at?: number;
  },
): void {
  const last = lastLogEntry(context.sqlite);
  const { worker, job, type, data, at = 1_790_000_000_000 } = entry;
  const written = {
    number: (last?.number ?? 0) + 1,
    id: ids.logEntry(),
    at,
    clockOffsetMs: 0,
    worker,
    jobId: job,
    type,
    data: JSON.stringify(data, Object.keys(data).sort()),
    previousHash: last?.hash ?? LOG_CHAIN_START,
  };
  insertLogEntry(context, rowOf({ ...written, hash: entryHash(written) }));
  if (job !== null) context.changed(`job:${job}`);
}
