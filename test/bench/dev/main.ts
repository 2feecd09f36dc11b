import { copyProject } from '../../dev/editable-project.ts';
import { hostOfThisRun } from '../../host/choose-host.ts';
import { bench } from '../frame/bench.ts';
import { reported } from '../frame/rows.ts';

const ROUNDS = 3;

/** `npm run dev`: to the window, from a saved component to the sight of it, and from saved main code to a window that runs it. */
async function round() {
  const project = copyProject();
  try {
    const began = performance.now();
    const dev = project.startDev();
    const page = await dev.window(1);
    await page.getByRole('link', { name: 'Home' }).waitFor();
    const toWindow = performance.now() - began;

    const component = performance.now();
    project.edit(
      'renderer/navigation/NavigationRail.tsx',
      "label={text('navigation.home')}",
      'label="Edited"',
    );
    await page.getByRole('link', { name: 'Edited' }).waitFor();
    const toComponent = performance.now() - component;

    const main = performance.now();
    project.edit('electron/app/desktop-core.ts', 'version: app.version,', "version: '9.9.9',");
    const restarted = await dev.window(2);
    await restarted.getByRole('link', { name: 'Edited' }).waitFor();
    const toMain = performance.now() - main;
    dev.pressCtrlC();
    await dev.exited;
    return { toWindow, toComponent, toMain };
  } finally {
    await project.remove();
  }
}

await bench('dev', async () => {
  await hostOfThisRun(() => undefined);
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let taken = 0; taken < ROUNDS; taken += 1) rounds.push(await round());
  const of = (what: string, pick: (one: (typeof rounds)[number]) => number) =>
    reported({ what, unit: 'ms', rounds: rounds.map(pick) });
  return [
    of('npm run dev: command to the window', ({ toWindow }) => toWindow),
    of('npm run dev: saved component to the sight of it', ({ toComponent }) => toComponent),
    of('npm run dev: saved main code to a window that runs it', ({ toMain }) => toMain),
  ];
});
