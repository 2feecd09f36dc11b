import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noticesOf } from './notices.ts';
import { answerHelp } from '../../relay/command-line.ts';

answerHelp(`npm run notices

Writes THIRD_PARTY_NOTICES: the licences of every package that is shipped.`);

const root = join(import.meta.dirname, '../..');
writeFileSync(join(root, 'THIRD_PARTY_NOTICES'), noticesOf(root));
