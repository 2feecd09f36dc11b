import { join } from 'node:path';
import { missingPaths } from './missing-paths.ts';

/** `npm run guides`: guides that send the reader to files that are not there are worse than none. */
const root = process.argv[2] ?? join(import.meta.dirname, '../..');
const missing = missingPaths(root);
for (const { guide, line, path } of missing) console.error(`${guide}:${line}: ${path} does not exist`);
process.exitCode = missing.length === 0 ? 0 : 1;
