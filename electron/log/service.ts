import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../shared/time.ts';
import type { LogPlace, LogState, LogVerdict } from '../../shared/domain/trust.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { LOG_CHAIN_START, type LogEntry } from '../../shared/relay/log.ts';
import type { Database } from '../db/open.ts';
import { chainOfEntry } from '../db/tables/queue/relay-exchange.ts';
import { lastLogEntry, logFrom, newestRedaction } from '../db/tables/queue/log-entries.ts';
import { writeWhole } from '../base/whole-file.ts';
import type { RelayOwner } from '../relay/queries-and-answers.ts';
import { entryOf, logExportHead, logExportLine } from './append.ts';
import { type LogFindings, verifyLog } from './verify.ts';

/** The log tasks of an open profile; one runs at a time. */
export interface LogService {
  readonly state: () => LogState;
  /** Resolves when all entries were checked, or after `stop`. ProblemError `log-busy`. */
  readonly check: (known: readonly LogPlace[]) => Promise<void>;
  /** Writes the export; false = stopped, and no file exists. ProblemError `log-busy`; throws file system errors. */
  readonly save: (path: string) => Promise<boolean>;
  /** Resolves when no task is running. */
  readonly stop: () => Promise<void>;
}

/** Batch size between two turns of the event loop: about a millisecond of work. */
const ENTRIES_PER_CHUNK = 200;

/** Creates the service over the log of an open profile. */
export function createLogService(parts: {
  readonly database: Database;
  readonly target: RelayOwner;
  readonly clock: Clock;
  readonly onChange: () => void;
}): LogService {
  const { sqlite } = parts.database;
  let task: LogState['task'] = null;
  let verdict: LogVerdict | null = null;
  let stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  const progress = (done: number) => {
    if (task === null) return;
    const shown = percent(task);
    task = { ...task, done };
    if (percent(task) !== shown) parts.onChange();
  };

  /**
   * The stored log up to an entry, and further up to the last redaction that was appended during the reading: it vouches
   * for entries that it blanked. Ends early when the task is stopped.
   */
  async function* readUpTo(newest: number): AsyncGenerator<LogEntry> {
    for (let from = 1; !stopping.signal.aborted;) {
      const upTo = Math.max(newest, newestRedaction(sqlite) ?? 0);
      const rows = logFrom(sqlite, from, ENTRIES_PER_CHUNK).filter(({ number }) => number <= upTo);
      const last = rows.at(-1);
      if (last === undefined) return;
      for (const row of rows) yield entryOf(row);
      from = last.number + 1;
      progress(last.number);
      await nextTurn();
    }
  }

  async function* linesUpTo(newest: LogPlace): AsyncGenerator<string> {
    const { environment, customerId } = parts.target;
    const { chain } = chainOfEntry(sqlite, Math.max(1, newest.number));
    const exportedAt = parts.clock.now();
    yield logExportHead({ environment, customerId, chain, exportedAt, head: newest });
    for await (const entry of readUpTo(newest.number)) yield logExportLine(entry);
  }

  async function runExclusive<Value>(
    what: NonNullable<LogState['task']>['what'],
    work: (newest: LogPlace) => Promise<Value>,
  ): Promise<Value> {
    if (task !== null) throw new ProblemError(makeProblem('log-busy'));
    const last = lastLogEntry(sqlite);
    const newest = last ?? { number: 0, hash: LOG_CHAIN_START };
    stopping = new AbortController();
    task = { what, done: 0, total: newest.number };
    const doing = work(newest).finally(() => {
      task = null;
      parts.onChange();
    });
    running = doing.catch(() => undefined);
    return doing;
  }

  return {
    state: () => {
      const last = lastLogEntry(sqlite);
      const newest = last === undefined ? null : { number: last.number, hash: last.hash, at: last.at };
      return { newest, task, verdict };
    },
    check: (known) =>
      runExclusive('check', async (newest) => {
        const findings = await verifyLog(readUpTo(newest.number), [newest, ...known]);
        if (!stopping.signal.aborted) verdict = verdictOf(findings);
      }),
    save: (path) =>
      runExclusive('save', (newest) => writeWhole(path, linesUpTo(newest), { stop: stopping.signal })),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

const percent = ({ done, total }: NonNullable<LogState['task']>): number =>
  Math.min(100, Math.floor((100 * done) / total));

function verdictOf(findings: LogFindings): LogVerdict {
  if (findings.kind === 'sound') return findings;
  const { fault, trusted } = findings;
  const { entry } = fault;
  return {
    kind: 'broken',
    fault: fault.kind,
    number: fault.number,
    entry: entry === null ? null : { at: entry.at, worker: entry.worker, type: entry.type },
    trusted: trusted.number,
  };
}
