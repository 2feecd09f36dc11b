import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../host/electron/settings.ts';
import { guidePictures, walkedPicture } from './guide-pictures.ts';
import { answerHelp } from '../../relay/help.ts';

answerHelp(`npm run pictures

Walks the screens that the pages of docs/ show and writes their pictures into docs/pictures.`);

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
    copyFileSync(join(out, walkedPicture(place)), join(projectRoot, 'docs/pictures', `${name}.png`));
  }
}
rmSync(out, { recursive: true });
process.exitCode = status ?? 1;
