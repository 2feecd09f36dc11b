import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorPage } from './error-page.ts';

/** `npm run errors`: writes docs/errors.md anew. */
const root = join(import.meta.dirname, '../..');
writeFileSync(join(root, 'docs/errors.md'), errorPage(root));
