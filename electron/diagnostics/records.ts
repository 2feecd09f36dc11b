import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type StopKind, type UnexpectedStop, unexpectedStop } from '../../shared/domain/diagnostics.ts';
import { type Instant, MINUTE } from '../../shared/time.ts';
import { type Fault, describeFault } from '../base/mask.ts';
import type { Log } from '../base/ports.ts';

/* Records of the app about itself, for support: the lines of its log file, and its unexpected stops. */

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY = 0o600;

/** The log file for support. Lines arrive already masked. */
export interface LogFile {
  /** Appends one line. Never throws: a failed log write must not stop the work. */
  readonly append: (line: string) => void;
}

/** Size limit of one file in bytes, and the number of rotated files kept: together some weeks of ordinary work. */
const ROTATION = { bytes: 1024 * 1024, files: 4 };

/** Creates `boxwright.log` in a folder; rotated files are `boxwright.1.log` (newest), `boxwright.2.log`, … */
export function createLogFile(folder: string, { bytes, files } = ROTATION): LogFile {
  const file = join(folder, 'boxwright.log');
  const full = (turn: number) => join(folder, `boxwright.${turn}.log`);
  let size: number | null = null;

  const open = (): number => {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  };
  const rotate = () => {
    rmSync(full(files), { force: true });
    for (let turn = files - 1; turn >= 1; turn -= 1) {
      if (statSync(full(turn), { throwIfNoEntry: false }) !== undefined)
        renameSync(full(turn), full(turn + 1));
    }
    renameSync(file, full(1));
  };
  return {
    append: (line) => {
      const text = `${line}\n`;
      const length = Buffer.byteLength(text);
      try {
        size ??= open();
        if (size > 0 && size + length > bytes) {
          rotate();
          size = 0;
        }
        appendFileSync(file, text, { mode: OWNER_ONLY });
        size += length;
      } catch {
        // The disk is full or the folder is missing: the next line retries.
        size = null;
      }
    },
  };
}

/** Records unexpected stops on disk, without the data they concerned. */
export interface StopRecords {
  /** Records one stop synchronously, because the process may be about to end. Never throws. */
  readonly keep: (kind: StopKind, fault: Fault) => void;
  /** Newest first; unreadable records are skipped. */
  readonly list: () => readonly UnexpectedStop[];
  readonly unreported: () => readonly UnexpectedStop[];
  /** Marks all records up to this time as shown to a person. */
  readonly reported: (until: Instant) => void;
  /** Marks the app as running. If the previous run did not close, records that first. */
  readonly begin: () => void;
  /** Marks an orderly close. */
  readonly end: () => void;
}

/** Upper bound of records: a fault at every start must not fill the disk. */
const MOST_RECORDS = 20;
const NAME = /^stop-\d{13,15}\.json$/;
/** The same fault within this time counts once. */
const SAME_WITHIN_MS = MINUTE;

/** Records lie in a folder of their own; the marker of a running app lies next to it. */
export function createStopRecords(options: {
  readonly folder: string;
  readonly version: string;
  readonly now: () => Instant;
  /** Called when a record was added or marked as reported. */
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
      // Records are sorted by name, so names increase even when the clock was set back.
      const at = Math.max(now(), (newest?.at ?? 0) + 1);
      if (newest !== undefined && at - newest.at < SAME_WITHIN_MS && isSame(newest, kind, fault)) return;
      write(unexpectedStop.parse({ at, version: options.version, kind, ...fault, reported: false }));
      for (const name of names().slice(MOST_RECORDS)) rmSync(join(folder, name), { force: true });
      options.onChange();
    } catch {
      // The disk is full or the folder is missing: a failed record must not stop the work.
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
        // A missing marker must not stop the start either.
      }
    },
    end: () => {
      try {
        rmSync(mark, { force: true });
      } catch {
        // The marker stays, so the next start records this run as not closed.
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
 * Records uncaught faults of the main process. An exception then ends the process or is shown by the host as usual.
 * An unhandled rejection does not end the process: a person's work is saved to disk before any promise is created.
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
