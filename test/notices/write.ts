import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noticesOf } from './notices.ts';

/** `npm run notices`: writes THIRD_PARTY_NOTICES anew. */
const root = join(import.meta.dirname, '../..');
writeFileSync(join(root, 'THIRD_PARTY_NOTICES'), noticesOf(root));
