import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The log file for support. Lines arrive already masked. */
export interface LogFile {
  /** Appends one line. Never throws: a failed log write must not stop the work. */
  readonly append: (line: string) => void;
}

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY = 0o600;
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
