/** `npm run demo`: the app on a fleet of its own; with `--auto --out DIR` it is driven without a person. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchApp } from '../host/launch.ts';
import { readDemoArguments, usage } from './arguments.ts';
import { driveDemo } from './auto.ts';
import { startDemoServices } from './services.ts';

const say = (line: string) => console.log(line);

async function main(): Promise<number> {
  const wanted = readDemoArguments(process.argv.slice(2));
  if (wanted.mode === 'help') {
    say(usage);
    return 0;
  }
  if (wanted.mayInstall) process.env['BOXWRIGHT_HOST_INSTALL'] = 'yes';
  const dataDir = await mkdtemp(join(tmpdir(), 'boxwright-demo-'));
  const services = await startDemoServices({ role: wanted.mode === 'by-hand' ? 'supervisor' : 'installer' });
  try {
    say(`operator simulator at ${services.operator.url}`);
    say(`relay at ${services.relayUrl}`);
    const app = await launchApp({
      env: {
        ...services.env,
        BOXWRIGHT_DATA_DIR: dataDir,
        ...(wanted.mode === 'auto' ? { BOXWRIGHT_HOST_SAVE_DIR: wanted.outDir } : {}),
      },
      headless: wanted.mode === 'auto' && !wanted.visible,
      say,
    });
    const end = () => void app.close();
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
    if (wanted.mode === 'by-hand') {
      say(
        'The app is open and connected to a fleet of its own. Close its window, or press Ctrl+C here, to end the demo.',
      );
      return (await app.exited) ?? 0;
    }
    try {
      await app.page.setViewportSize({ width: 1280, height: 800 });
      await driveDemo(app, services.operator, wanted.outDir, say);
      return 0;
    } finally {
      await app.close();
    }
  } finally {
    await services.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

try {
  process.exitCode = await main();
} catch (cause) {
  console.error(cause);
  process.exitCode = 1;
}
