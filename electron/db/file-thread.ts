import { parentPort } from 'node:worker_threads';
import { serveFiles } from './file-worker.ts';

/* A worker thread for whole-file work, so that copying and syncing do not block the main thread. */

if (parentPort !== null) serveFiles(parentPort);
