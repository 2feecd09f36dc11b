import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { serveWrites } from './writes.ts';

/* The entry of the writing thread. `sqlite/writer.ts` is the other end of its port. */

if (parentPort === null) throw new Error('This is the writing thread of a relay, not a program.');
serveWrites(parentPort, z.object({ dataDir: z.string() }).parse(workerData).dataDir);
