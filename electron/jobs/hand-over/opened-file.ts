import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OpenedFile, MOST_FILE_BYTES } from '../../../shared/ipc/calls/job-transfer.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { HAND_OVER_ENDING } from './file-argument.ts';
import { isSealed } from './file-format.ts';

/*
 * A file that the operating system opens with Boxwright. Its path is a process argument, so any program can supply it.
 */

/**
 * `\\server\share`, `//server/share`, `\\?\` and `\\.\`: opening one would contact another machine or open a device.
 */
const NETWORK_PATH = /^[\\/]{2}/;

/**
 * The absolute path of an argument, relative to the folder `from`. A local `file:` URL is accepted, because Linux
 * desktops open files that way. ProblemError `opened-file-refused` for a path on another machine, another kind of URL,
 * or another extension.
 */
export function pathOf(argument: string, from: string): string {
  const named = /^[a-z][a-z\d+.-]+:/i.test(argument) ? pathOfAddress(argument) : argument;
  if (named.includes('\0') || !named.toLowerCase().endsWith(HAND_OVER_ENDING)) throw refused(named);
  if (NETWORK_PATH.test(named)) throw refused(named);
  const path = resolve(from, named);
  if (NETWORK_PATH.test(path)) throw refused(named);
  return path;
}

function pathOfAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'file:' || url.host !== '') throw refused(address);
  try {
    return fileURLToPath(url);
  } catch {
    throw refused(address);
  }
}

/**
 * Reads the file without blocking: pipes and devices are refused. ProblemErrors `opened-file-gone`,
 * `opened-file-refused` (not a regular file, or too large), `hand-over-unreadable` (not written by Boxwright).
 */
async function readSealed(path: string): Promise<Buffer> {
  // Without this flag, opening a pipe that has no writer would block forever.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((cause: unknown) => {
    throw new ProblemError(
      makeProblem(
        'opened-file-gone',
        { file: basename(path) },
        cause instanceof Error ? cause.message : null,
      ),
    );
  });
  try {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > MOST_FILE_BYTES) throw refused(path);
    const bytes = await file.readFile();
    if (!isSealed(bytes)) throw new ProblemError(makeProblem('hand-over-unreadable'));
    return bytes;
  } finally {
    await file.close();
  }
}

/** The pending file: the one opened last. */
export interface OpenedFiles {
  /** The opened file, or the reason why it was refused; null when no file waits. */
  readonly waiting: () => OpenedFile | null;
  /** Dismisses the file after the person has seen it. */
  readonly setAside: () => void;
  /**
   * Reads the file that an argument names, relative to a folder. Never rejects: a refusal is kept until it is shown.
   */
  readonly open: (argument: string, from: string) => Promise<void>;
}

/** Holds the opened file. `changed` is called when another file is pending, or none is pending any more. */
export function createOpenedFiles(changed: () => void): OpenedFiles {
  let waiting: OpenedFile | null = null;
  let count = 0;
  const wait = (file: OpenedFile) => {
    // A file that was opened later may have been read first; it takes precedence.
    if (file.number < count) return;
    waiting = file;
    changed();
  };
  return {
    waiting: () => waiting,
    setAside: () => {
      if (waiting === null) return;
      waiting = null;
      changed();
    },
    open: async (argument, from) => {
      count += 1;
      const number = count;
      try {
        const path = pathOf(argument, from);
        const content = (await readSealed(path)).toString('base64');
        wait({ number, state: 'read', name: basename(path), content });
      } catch (cause) {
        const problem =
          cause instanceof ProblemError
            ? cause.problem
            : makeProblem('unexpected', {}, cause instanceof Error ? cause.message : null);
        wait({ number, state: 'refused', problem });
      }
    },
  };
}

function refused(named: string): ProblemError {
  // Only the last part of the path, and only printable characters: the path is untrusted.
  const name = basename(named.replaceAll('\\', '/')).replaceAll(/\p{C}/gu, '').slice(0, 120);
  return new ProblemError(makeProblem('opened-file-refused', { file: name }));
}
