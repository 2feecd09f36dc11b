import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { projectRoot } from '../host/electron/settings.ts';
import { contactSheet, countOf } from './contact-sheet.ts';
import { isAskedFor, optionsOf, type ScreensOptions, usage } from './options.ts';
import { type ScreenRecord, screenRecord } from './record.ts';
import { scenes } from './scenes.ts';
import { answerHelp } from '../../relay/command-line.ts';

/** Walks in Playwright's hands; answers whether every screen was reached. */
async function walkAll(options: ScreensOptions): Promise<boolean> {
  const cli = join(projectRoot, 'node_modules/@playwright/test/cli.js');
  const config = join(import.meta.dirname, 'playwright.config.ts');
  const child = spawn(process.execPath, [cli, 'test', `--config=${config}`], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, BOXWRIGHT_SCREENS: JSON.stringify(options) },
  });
  await once(child, 'exit');
  return child.exitCode === 0;
}

/** Null where the walk did not get there. */
async function recordOf(file: string): Promise<ScreenRecord | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : screenRecord.parse(JSON.parse(text));
}

async function main(): Promise<number> {
  answerHelp(usage);
  const asked = optionsOf(process.argv.slice(2));
  if (asked === null) {
    console.error(usage);
    return 2;
  }
  const options = { ...asked, out: resolve(asked.out) };
  const wanted = scenes.flatMap((scene) =>
    scene.places.filter(({ name }) => isAskedFor(options, scene.name, name)).map(({ name }) => name),
  );
  if (wanted.length === 0) {
    console.error(`no screen and no scene begins with ${options.only.join(' or ')}`);
    return 2;
  }
  // Nothing of an earlier walk may stand for one that this walk did not reach.
  for (const name of wanted) await rm(join(options.out, `${name}.json`), { force: true });
  const reached = await walkAll(options);
  const found = await Promise.all(wanted.map((name) => recordOf(join(options.out, `${name}.json`))));
  const screens = found.filter((screen) => screen !== null);
  if (screens.length > 0) await writeFile(join(options.out, 'index.html'), contactSheet(screens));
  for (const screen of screens.filter((each) => countOf(each) > 0)) {
    const rules = new Set(screen.looks.flatMap(({ axe }) => axe.violations.map(({ rule }) => rule)));
    console.log(`${screen.name}: ${[...rules].join(', ')}`);
  }
  const broken = screens.filter((screen) => countOf(screen) > 0).length;
  const pictures = screens.reduce((sum, { looks }) => sum + looks.length, 0);
  console.log(
    `${screens.length} of ${wanted.length} screens, ${pictures} pictures, ${broken} screens with violations: ${join(options.out, 'index.html')}`,
  );
  return reached && broken === 0 && screens.length === wanted.length ? 0 : 1;
}

process.exitCode = await main();
