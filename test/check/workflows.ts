import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../host/electron/settings.ts';
import { answerHelp } from '../../relay/command-line.ts';
import { faultsOfWorkflow } from './workflow-faults.ts';

answerHelp(`npm run workflows

Checks .github/workflows with GitHub's own parser, that each action is named by its digest, and that each npm script which a
workflow runs exists. Exit code 1 names each fault.`);

const files = globSync('.github/workflows/*.{yml,yaml}', { cwd: projectRoot });
const faults = await Promise.all(
  files.map((file) => faultsOfWorkflow(file, readFileSync(join(projectRoot, file), 'utf8'))),
);
for (const fault of faults.flat()) console.log(fault);
if (files.length === 0) console.log('no workflow was found');
if (files.length === 0 || faults.flat().length > 0) process.exitCode = 1;
