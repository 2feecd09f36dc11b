import type { Clock } from '../../shared/clock.ts';
import type { SyncState } from '../../shared/domain/status.ts';
import { makeProblem, ProblemError, type Problem } from '../../shared/problem.ts';
import { MINUTE } from '../../shared/time.ts';
import type { Database } from '../db/open.ts';
import { beginPass, completePass, readPass } from '../db/tables/directory/passes.ts';
import type { KeyPictures } from './key-pictures.ts';
import { isPartRead } from '../db/tables/directory/parts.ts';
import { readSyncPart, syncParts } from './sync-parts.ts';
import type { DirectorySource } from './source.ts';

/** A stopped pass younger than this is taken up where it was; an older one is begun anew. */
const TAKEN_UP_WITHIN = 30 * MINUTE;

/** Reads everything the operator knows into the local copies, one pass at a time. */
export interface DirectorySync {
  /** Runs a pass, or joins the one under way; resolves with how it ended. Never rejects. */
  readonly start: () => Promise<SyncState>;
  /** Stops the pass under way and resolves once nothing runs any more. What was read stays. */
  readonly stop: () => Promise<void>;
  readonly state: () => SyncState;
}

/** What a sync is made of. */
export interface DirectorySyncParts {
  readonly database: Database;
  readonly source: DirectorySource;
  readonly pictures: KeyPictures;
  readonly clock: Clock;
  /** Told every change of state. */
  readonly onProgress: (state: SyncState) => void;
}

/** The sync over an open directory.db. */
export function createDirectorySync(parts: DirectorySyncParts): DirectorySync {
  const { database, clock } = parts;
  /** Calls this environment has not; asked once per session, not once per sync. */
  let notOffered: readonly string[] = [];
  let running: { readonly done: Promise<SyncState>; readonly abort: AbortController } | null = null;
  let state = stateOnDisk(database);
  const enter = (next: SyncState): SyncState => {
    state = next;
    parts.onProgress(next);
    return next;
  };
  const stopped = (problem: Problem): SyncState =>
    enter({ state: 'stopped', asOf: readPass(database.sqlite)?.completedAt ?? null, problem });

  const run = async (signal: AbortSignal): Promise<SyncState> => {
    const pass = takeUpOrBegin(database, clock);
    const missing = new Set(notOffered);
    let firstProblem: Problem | null = null;
    for (const [partsDone, part] of syncParts.entries()) {
      const onRows = (rows: number) =>
        enter({ state: 'running', part, rows, partsDone, partsTotal: syncParts.length });
      onRows(0);
      if (isPartRead(database.sqlite, part, pass)) continue;
      const outcome = await readSyncPart(part, { ...parts, pass, signal, notOffered: missing, onRows });
      if (outcome.ok) continue;
      const failure = outcome.error;
      if (signal.aborted || failure.kind === 'aborted') return stopped(makeProblem('cancelled'));
      if (failure.kind === 'not-offered') continue;
      firstProblem ??= failure.problem;
      if (failure.everywhere) break;
    }
    // One refused part does not keep the others from being read, but the pass is not complete without it.
    if (firstProblem !== null) return stopped(firstProblem);
    // Remembered only now: behind a captive portal every call looks as if it were not offered.
    notOffered = [...missing];
    const asOf = clock.now();
    database.write((context) => completePass(context, asOf, notOffered));
    return enter({ state: 'complete', asOf, notOffered: [...notOffered] });
  };

  return {
    state: () => state,
    start: () => {
      if (running !== null) return running.done;
      const abort = new AbortController();
      const done = run(abort.signal)
        .catch((cause: unknown) => stopped(problemFrom(cause)))
        .finally(() => {
          running = null;
        });
      running = { done, abort };
      return done;
    },
    stop: async () => {
      running?.abort.abort();
      await running?.done;
    },
  };
}

function takeUpOrBegin(database: Database, clock: Clock): number {
  const last = readPass(database.sqlite);
  const age = clock.now() - (last?.startedAt ?? 0);
  if (last?.unfinished === true && age >= 0 && age < TAKEN_UP_WITHIN) return last.number;
  return database.write((context) => beginPass(context, clock.now()));
}

/** Where things stand after a start: the last complete pass counts, an interrupted one is simply not complete. */
function stateOnDisk(database: Database): SyncState {
  const pass = readPass(database.sqlite);
  if (pass === undefined || pass.completedAt === null) return { state: 'never' };
  return { state: 'complete', asOf: pass.completedAt, notOffered: [...pass.notOffered] };
}

function problemFrom(cause: unknown): Problem {
  if (cause instanceof ProblemError) return cause.problem;
  return makeProblem('unexpected', {}, cause instanceof Error ? cause.message : String(cause));
}
