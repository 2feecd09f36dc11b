import { join } from 'node:path';
import { missingPaths } from './missing-paths.ts';
import { answerHelp } from '../../relay/command-line.ts';

answerHelp(`npm run guides [-- FOLDER]

Looks for each path that a guide names. Exit code 1 names those that do not exist.`);

const root = process.argv[2] ?? join(import.meta.dirname, '../..');
const missing = missingPaths(root);
for (const { guide, line, path } of missing) console.error(`${guide}:${line}: ${path} does not exist`);
process.exitCode = missing.length === 0 ? 0 : 1;
