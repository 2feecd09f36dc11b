import { parentPort, workerData } from 'node:worker_threads';
import { serveSupervision } from './writes.ts';

/* The worker thread that writes supervision.db: it stores and verifies entries and projects jobs. */

if (parentPort !== null) serveSupervision(parentPort, workerData);
