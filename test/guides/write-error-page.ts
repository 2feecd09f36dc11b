import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorPage } from './error-page.ts';
import { answerHelp } from '../../relay/command-line.ts';

answerHelp(`npm run errors

Writes docs/errors.md from the problems and their English texts.`);

const root = join(import.meta.dirname, '../..');
writeFileSync(join(root, 'docs/errors.md'), errorPage(root));
