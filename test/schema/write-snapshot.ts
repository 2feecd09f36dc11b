import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaText, snapshots } from './schema-text.ts';
import { answerHelp } from '../../relay/command-line.ts';

answerHelp(`npm run schema:snapshot

Writes the database schemas that the migrations make into test/schema.`);

for (const [name, migrations] of Object.entries(snapshots)) {
  writeFileSync(join(import.meta.dirname, name), schemaText(migrations));
  console.log(`wrote test/schema/${name}`);
}
