import { homedir } from 'node:os';
import type { UnexpectedStop } from '../../shared/domain/diagnostics.ts';

/*
 * Texts on their way to a log, a window or a support bundle: without credentials, and, of an error, without the data that
 * its message quotes.
 */

const MASK = '***';

/** Upper bound of characters that are masked. Longer messages quote a foreign body; the rest is cut off. */
const LONGEST_TEXT = 64 * 1024;

/**
 * Last line of defence for text on its way to a log or a window: masks credentials in their usual formats. Code that
 * knows a secret must not put it into a message at all. Linear in the text's length: no pattern starts with a
 * repetition, which would be retried at each character (`npm run check`, patterns).
 */
export function maskSecrets(text: string): string {
  const searched = text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`.toWellFormed();
  return (
    searched
      .replace(/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${MASK}`)
      .replace(/:\/\/[^\s/@]+@/g, `://${MASK}@`)
      .replace(
        /((?:password|passwd|secret|token|api[-_]?key|authorization|username)"?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&}]+)/gi,
        `$1${MASK}`,
      )
      // Long opaque runs are keys and tokens. UUIDs (dashes every few characters) and plain words stay readable.
      .replace(/[A-Za-z0-9+/_=]{28,}/g, MASK)
  );
}

/**
 * The place in the code where an error was thrown. Its message is left out: messages quote their subject, such as a
 * plate or a token.
 */
export type Fault = Pick<UnexpectedStop, 'reason' | 'code' | 'frames'>;

const MOST_FRAMES = 20;
const LONGEST_FRAME = 200;
/** The names and codes of errors in engines and libraries; anything else may be data. */
const NAME = /^[A-Za-z][A-Za-z0-9]{0,60}$/;
const CODE = /^[A-Z][A-Z0-9_]{1,60}$/;
/** `at jobLine (/app/out/main/main.js:120:9)`, `at /app/out/main/main.js:120:9`; a message may stand on several lines before. */
const FRAME = /^\s*at (?:(async )?([\w.$<>[\] ]{1,80}) \()?([^\s()]{1,300}):(\d+):(\d+)\)?$/;

/** Describes a thrown value: its kind and its place in the code. Never throws, whatever the value is. */
export function describeFault(cause: unknown): Fault {
  if (!(cause instanceof Error)) return { reason: 'not an Error', code: null, frames: [] };
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return {
    ...faultOf(cause.name, cause.stack ?? ''),
    code: CODE.test(code) ? code : null,
  };
}

/** Describes an error of which only the name and the stack are known. */
export function faultOf(name: string, stack: string): Fault {
  const frames = stack.split('\n').flatMap((line) => {
    const [, , called, file = '', row, column] = FRAME.exec(line) ?? [];
    if (row === undefined) return [];
    const place = `${shortPath(file)}:${row}:${column}`;
    return [(called === undefined ? place : `${called.trim()} (${place})`).slice(0, LONGEST_FRAME)];
  });
  return { reason: NAME.test(name) ? name : 'Error', code: null, frames: frames.slice(0, MOST_FRAMES) };
}

/** The last two folders of the file. The full path would contain the person's account name. */
function shortPath(file: string): string {
  const path = file.replaceAll('\\', '/').replace(homedir().replaceAll('\\', '/'), '~');
  return path.startsWith('node:') ? path : (path.split('/').slice(-3).join('/').split(/[?#]/)[0] ?? '');
}
