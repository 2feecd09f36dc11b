import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostOfThisRun } from '../host/choose-host.ts';
import { projectRoot } from '../host/electron/settings.ts';
import { guidePictures, walkedPicture } from './guide-pictures.ts';
import { writeMovingPicture } from './moving-picture.ts';
import { answerHelp } from '../../relay/command-line.ts';

answerHelp(`npm run pictures

Walks the screens that the pages of docs/ show and writes their pictures into docs/pictures, and those of the main job as one that moves.`);

const folder = join(projectRoot, 'docs/pictures');
const out = mkdtempSync(join(tmpdir(), 'boxwright-pictures-'));
const only = [...guidePictures.values()].flatMap((place) => ['--only', place]);
const looks = ['--language', 'en', '--theme', 'light', '--size', '1280x800'];
const { status } = spawnSync(
  process.execPath,
  [join(import.meta.dirname, 'main.ts'), '--out', out, ...looks, ...only],
  {
    cwd: projectRoot,
    stdio: 'inherit',
  },
);
if (status === 0) {
  for (const [name, place] of guidePictures) {
    copyFileSync(join(out, walkedPicture(place)), join(folder, `${name}.png`));
  }
  const chosen = await hostOfThisRun(() => undefined);
  if (chosen.host !== 'chromium') throw new Error('the moving picture is drawn by an installed Chromium');
  await writeMovingPicture(folder, chosen.executable);
}
rmSync(out, { recursive: true });
process.exitCode = status ?? 1;
