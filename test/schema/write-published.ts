import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedSchema } from '../../electron/supervision/exports/published-schema.ts';
import { answerHelp } from '../../relay/help.ts';

answerHelp(`npm run schema:exports

Writes the published JSON schema of exports into docs/schemas.`);

const folder = join(import.meta.dirname, '../../docs/schemas');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'installations-1.schema.json'), publishedSchema());
console.log('wrote docs/schemas/installations-1.schema.json');
