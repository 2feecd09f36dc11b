import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { answerHelp } from '../../../relay/command-line.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import { policyTemplates } from './templates.ts';

answerHelp(`npm run policies

Writes the templates for administrators into resources/policies: group policies of Windows, and a configuration profile of macOS
with its manifest.`);

for (const [name, text] of policyTemplates()) {
  const file = join(projectRoot, 'resources/policies', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`wrote resources/policies/${name}`);
}
