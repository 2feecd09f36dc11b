import { parentPort } from 'node:worker_threads';
import { serveFiles } from './serve-files.ts';

/* A worker thread for work on a whole file: copying and waiting for the disk then block no caller. */

if (parentPort !== null) serveFiles(parentPort);
