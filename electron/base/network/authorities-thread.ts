import { parentPort } from 'node:worker_threads';
import { readAuthoritiesHere } from './authorities.ts';

/* The worker thread that reads the authorities once, so that a connection does not block the main thread. */

parentPort?.postMessage(readAuthoritiesHere(), []);
