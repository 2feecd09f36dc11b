import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerHelp } from '../../relay/command-line.ts';
import { publishedSchemas } from './published-schemas.ts';
import { RELAY_DOCUMENT, relayDocument } from './relay-document.ts';

answerHelp(`npm run schema:exports

Writes the published JSON schemas of exports and of the policy file, and the relay's OpenAPI, into docs/schemas.`);

const folder = join(import.meta.dirname, '../../docs/schemas');
mkdirSync(folder, { recursive: true });
for (const [name, schema] of [...publishedSchemas, [RELAY_DOCUMENT, await relayDocument()] as const]) {
  writeFileSync(join(folder, name), schema);
  console.log(`wrote docs/schemas/${name}`);
}
