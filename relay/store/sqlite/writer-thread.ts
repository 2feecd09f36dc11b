import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { serveWrites } from './serve-writes.ts';

/* The thread that writes. `sqlite/writer.ts` is the other end. */

if (parentPort === null) throw new Error('This is the writing thread of a relay, not a program.');
serveWrites(parentPort, z.object({ dataDir: z.string() }).parse(workerData).dataDir);
