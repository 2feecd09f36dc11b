import { createHash } from 'node:crypto';

/** The events, line by line. The same seed gives the same lines, and so the same hash. */
export interface Trace {
  readonly note: (line: string) => void;
  readonly lines: readonly string[];
  readonly hash: () => string;
}

/** An empty trace; `seconds` tells the time since the run began. */
export function createTrace(seconds: () => number): Trace {
  const lines: string[] = [];
  return {
    note: (line) => {
      lines.push(`${seconds().toFixed(3).padStart(10)}  ${line}`);
    },
    lines,
    hash: () => createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16),
  };
}
