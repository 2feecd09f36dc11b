import { parentPort, workerData } from 'node:worker_threads';
import { serveDirectory } from './writes.ts';

/* The worker thread that writes directory.db, so that no sync of a disk and no index blocks the main thread. */

if (parentPort !== null) serveDirectory(parentPort, workerData);
