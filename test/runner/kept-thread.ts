import { MessagePort, parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { serveFiles } from '../../electron/db/file-worker.ts';
import { serveDirectory } from '../../electron/directory/writes.ts';
import { serveSupervision } from '../../electron/supervision/writes.ts';
import { serveWrites } from '../../relay/store/sqlite/writes.ts';

/*
 * A thread that does one work after the other: the work of the app's own thread, or of the relay's. `kept-threads.ts` is the other end.
 */

const start = z.object({
  work: z.enum(['files', 'directory', 'supervision', 'writes']),
  data: z.unknown(),
  port: z.instanceof(MessagePort),
});
/** The start of a work; the port then belongs to it. */
export type Start = z.infer<typeof start>;
/** Said when the port of the last work is closed. */
export type Said = 'free';
const said: Said = 'free';

const ofWriter = z.object({ dataDir: z.string() });

parentPort?.on('message', (asked: unknown) => {
  const { work, data, port } = start.parse(asked);
  port.on('close', () => parentPort?.postMessage(said, []));
  if (work === 'files') serveFiles(port);
  else if (work === 'directory') serveDirectory(port, data);
  else if (work === 'supervision') serveSupervision(port, data);
  else serveWrites(port, ofWriter.parse(data).dataDir);
});
