import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaText, snapshots } from './schema-text.ts';

for (const [name, migrations] of Object.entries(snapshots)) {
  writeFileSync(join(import.meta.dirname, name), schemaText(migrations));
  console.log(`wrote test/schema/${name}`);
}
