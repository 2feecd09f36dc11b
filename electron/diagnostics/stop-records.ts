import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StopKind, type UnexpectedStop, unexpectedStop } from '../../shared/domain/diagnostics.ts';
import { type Instant, MINUTE } from '../../shared/time.ts';
import { type Fault, describeFault } from '../base/describe-fault.ts';
import type { Log } from '../base/ports.ts';

/** Keeps what stopped without being asked to, on disk, without what it was about. */
export interface StopRecords {
  /** Keeps one. Never throws, and writes at once: the process may be about to end. */
  readonly keep: (kind: StopKind, fault: Fault) => void;
  /** The newest first; what cannot be read is left out. */
  readonly list: () => readonly UnexpectedStop[];
  readonly unreported: () => readonly UnexpectedStop[];
  /** All until then were shown to a person. */
  readonly reported: (until: Instant) => void;
  /** The app is at work from here on; tells whether the run before was gone without having closed. */
  readonly begin: () => void;
  /** The app closes as it should. */
  readonly end: () => void;
}

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY = 0o600;
/** A fault that comes with every start must not fill the disk. */
const MOST_RECORDS = 20;
const NAME = /^stop-\d{13,15}\.json$/;
/** The same fault again within this time is one. */
const SAME_WITHIN_MS = MINUTE;

/** Records in a folder of their own; the mark of a run that is at work lies beside them. */
export function createStopRecords(options: {
  readonly folder: string;
  readonly version: string;
  readonly now: () => Instant;
  /** Something was kept, or reported. */
  readonly onChange: () => void;
}): StopRecords {
  const { folder, now } = options;
  const mark = join(folder, 'at-work');

  const names = () =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => NAME.test(name))
          .toSorted()
          .toReversed()
      : [];
  const list = () =>
    names().flatMap((name) => {
      const read = readRecord(join(folder, name));
      return read === null ? [] : [read];
    });
  const write = (record: UnexpectedStop) => {
    const file = join(folder, `stop-${String(record.at).padStart(13, '0')}.json`);
    const unfinished = `${file}.unfinished`;
    writeFileSync(unfinished, JSON.stringify(record), { mode: OWNER_ONLY });
    renameSync(unfinished, file);
  };
  const keep: StopRecords['keep'] = (kind, fault) => {
    try {
      mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
      const [newest] = list();
      // Order is by name, whatever has become of the clock.
      const at = Math.max(now(), (newest?.at ?? 0) + 1);
      if (newest !== undefined && at - newest.at < SAME_WITHIN_MS && isSame(newest, kind, fault)) return;
      write(unexpectedStop.parse({ at, version: options.version, kind, ...fault, reported: false }));
      for (const name of names().slice(MOST_RECORDS)) rmSync(join(folder, name), { force: true });
      options.onChange();
    } catch {
      // A full disk, a folder that is gone: what cannot be kept for support must not stop the work.
    }
  };
  return {
    keep,
    list: () => unlessUnreadable(list),
    unreported: () => unlessUnreadable(list).filter(({ reported }) => !reported),
    reported: (until) => {
      for (const record of list())
        if (record.at <= until && !record.reported) write({ ...record, reported: true });
      options.onChange();
    },
    begin: () => {
      try {
        if (existsSync(mark)) keep('ended', { reason: 'not closed', code: null, frames: [] });
        mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
        writeFileSync(mark, String(now()), { mode: OWNER_ONLY });
      } catch {
        // The same: only the mark is missing.
      }
    },
    end: () => {
      try {
        rmSync(mark, { force: true });
      } catch {
        // It is then taken for a run that did not close.
      }
    },
  };
}

const isSame = (one: UnexpectedStop, kind: StopKind, fault: Fault): boolean =>
  one.kind === kind && one.reason === fault.reason && one.frames[0] === fault.frames[0];

function readRecord(file: string): UnexpectedStop | null {
  try {
    return unexpectedStop.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function unlessUnreadable(list: () => readonly UnexpectedStop[]): readonly UnexpectedStop[] {
  try {
    return list();
  } catch {
    return [];
  }
}

/**
 * Uncaught faults of the main process. An exception ends it as before, or is shown by the host: it is only written
 * down first. An unhandled rejection ends nothing, in any host: a person's saved work is on disk before any promise is made.
 */
export function watchOwnFaults(
  process: Pick<NodeJS.Process, 'on'>,
  { stops, log }: { readonly stops: Pick<StopRecords, 'keep'>; readonly log: Log },
): void {
  const note = (origin: string, cause: unknown) => {
    const fault = describeFault(cause);
    log('error', 'app.fault', [origin, fault.reason, fault.code ?? '', ...fault.frames].join(' | '));
    stops.keep('app', fault);
  };
  process.on('uncaughtExceptionMonitor', (error, origin) => note(origin, error));
  process.on('unhandledRejection', (cause) => note('unhandledRejection', cause));
}
