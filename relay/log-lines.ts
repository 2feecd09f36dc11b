/** Where log lines go. */
export type LogStream = { readonly write: (line: string) => void };

/**
 * Writes the lines of one turn of the event loop together: under load that is one call of the system for many requests. Lines
 * of the turn in which the process ends are written as it ends.
 */
export function inTurns(stream: LogStream): LogStream {
  let lines = '';
  const flush = (): void => {
    if (lines === '') return;
    const text = lines;
    lines = '';
    stream.write(text);
  };
  process.once('exit', flush);
  return {
    write: (line) => {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}
