import { appendFileSync, closeSync, openSync, readSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** Names the file that a runner's reporter appends its events to; not set when a person starts the runner directly. */
export const EVENTS_VARIABLE = 'BOXWRIGHT_TEST_EVENTS';

/** One line of the file. `id` is the runner's own, unique within a run; `name` is for people. */
const testEvent = z.discriminatedUnion('event', [
  /** A test, or a file that has not come to its first test, is under way. */
  z.object({ event: z.literal('started'), id: z.string(), name: z.string() }),
  /** A long test came to its next part. */
  z.object({ event: z.literal('progress') }),
  /** A file is through. */
  z.object({ event: z.literal('left'), id: z.string() }),
  z.object({
    event: z.literal('result'),
    id: z.string(),
    name: z.string(),
    outcome: z.enum(['passed', 'failed', 'skipped']),
    milliseconds: z.number(),
    message: z.string().optional(),
    /** Traces and screenshots of a failure. */
    kept: z.array(z.string()).optional(),
  }),
  /** A fault that belongs to no test: a file that does not load, an unhandled rejection. */
  z.object({ event: z.literal('error'), name: z.string(), message: z.string() }),
  /** The runner came to its orderly end. */
  z.object({ event: z.literal('ended') }),
]);
export type TestEvent = z.infer<typeof testEvent>;

/** Appends one event. Synchronous: the process may be killed at the next instruction. */
export function writeTestEvent(file: string, event: TestEvent): void {
  appendFileSync(file, `${JSON.stringify(event)}\n`);
}

/** Reads the whole lines that were appended since the last call; half a line waits for its rest. */
export function eventReader(file: string): () => readonly TestEvent[] {
  let offset = 0;
  let rest = Buffer.alloc(0);
  return () => {
    const bytes = appended(file, offset);
    offset += bytes.length;
    const all = Buffer.concat([rest, bytes]);
    const end = all.lastIndexOf('\n') + 1;
    rest = all.subarray(end);
    const lines = all.subarray(0, end).toString('utf8').split('\n').filter(Boolean);
    return lines.map((line) => testEvent.parse(JSON.parse(line)));
  };
}

function appended(file: string, offset: number): Buffer {
  const chunks: Buffer[] = [];
  const descriptor = openSync(file, 'a+');
  try {
    for (let position = offset; ;) {
      const chunk = Buffer.alloc(64 * 1024);
      const length = readSync(descriptor, chunk, 0, chunk.length, position);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, length));
      position += length;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Enough of a message to know where to look; all of it stands further up in the run's output. */
const LINES_OF_A_MESSAGE = 8;

/** A failure for people: the place, and the beginning of the reason without a terminal's colours. */
export function describeFailure(name: string, message = '', kept: readonly string[] = []): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_OF_A_MESSAGE);
  return [name, ...[...lines, ...kept.map((path) => `kept: ${path}`)].map((line) => `  ${line}`)].join('\n');
}
