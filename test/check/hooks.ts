import { execFileSync } from 'node:child_process';
import { answerHelp } from '../../relay/command-line.ts';

answerHelp(`npm run hooks

Switches on the hooks of this clone: checks on staged files before a commit, and the form of its message (.githooks). Undo:
git config --unset core.hooksPath`);

execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { stdio: 'inherit' });
