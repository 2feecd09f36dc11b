import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { unexpectedStop } from '../../../shared/domain/diagnostics.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import { ensureBuilt } from '../../host/build.ts';
import { findChromium } from '../../host/find-chromium.ts';
import { type LaunchedApp, launchApp } from '../../host/launch.ts';
import { launchInChromium } from '../../host/launch-in-chromium.ts';

/** The stop records on disk: kinds and reasons, the oldest first, and every word of it. */
async function recordsIn(dataDir: string): Promise<{ readonly reported: string[]; readonly words: string }> {
  const folder = join(dataDir, 'stops');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const reported = texts.map((text) => {
    const { kind, reason } = unexpectedStop.parse(JSON.parse(text));
    return `${kind}: ${reason}`;
  });
  return { reported, words: texts.join('\n') };
}

/** Ends the process of the page, as running out of memory would. */
async function crashWindow({ page }: LaunchedApp): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // No process is left to answer.
  void session.send('Page.crash').catch(() => undefined);
}

it('shows the window again after its page crashed, where it was, over the same main', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'boxwright-relaunch-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const app = await launchApp({ shortLived: true, env: { BOXWRIGHT_DATA_DIR: dataDir } });
  await app.page.evaluate(async () => {
    await window.boxwright.app.changePreferences({ language: 'de' });
    location.hash = '#/settings';
  });
  const relaunched = app.page.context().waitForEvent('page');
  await crashWindow(app);
  const page = await relaunched;
  await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
  expect(await page.evaluate(() => window.boxwright.app.status({}))).toMatchObject({ ok: true });
  expect(await app.close()).toBe(0);
});

it('keeps a window that crashed and a run that was killed, and tells the person once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'boxwright-stops-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const start = () => launchApp({ shortLived: true, env: { BOXWRIGHT_DATA_DIR: dataDir } });
  const first = await start();
  await first.page.evaluate(() => {
    location.hash = '#/settings?secret=M-BX-1077';
  });
  await crashWindow(first);
  await vi.waitFor(async () => expect((await recordsIn(dataDir)).reported).toEqual(['window: crashed']));
  expect((await recordsIn(dataDir)).words).not.toMatch(/BX|secret/);
  await first.kill();

  const second = await start();
  expect((await recordsIn(dataDir)).reported).toEqual(['window: crashed', 'ended: not closed']);
  const note = second.page.getByRole('contentinfo').getByRole('button', { name: /Stopped unexpectedly/ });
  await note.click();
  await second.page.getByRole('button', { name: 'Understood' }).click();
  await vi.waitFor(async () => expect(await note.count()).toBe(0));
  expect(await second.close()).toBe(0);

  const third = await start();
  const unreported = await third.page.evaluate(() => window.boxwright.diagnostics.unreportedStops({}));
  expect(unreported).toEqual({ ok: true, value: { stops: [] } });
  await third.close();
});

it('ends in order where a helper of Chromium outlives it and holds its pipes', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'boxwright-pipes-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await ensureBuilt(() => undefined);
  const [chromium, helper] = [join(dataDir, 'chromium'), join(dataDir, 'helper')];
  const script = `#!/bin/sh\nsetsid sleep 3600 &\necho $! > '${helper}'\nexec '${findChromium()}' "$@"\n`;
  await writeFile(chromium, script, { mode: 0o755 });
  const app = await launchInChromium({
    chosen: { host: 'chromium', executable: chromium, why: 'with a helper' },
    env: { PATH: process.env['PATH'] ?? '', BOXWRIGHT_HEADLESS: '1', BOXWRIGHT_DATA_DIR: dataDir },
    args: [],
    folder: projectRoot,
    shortLived: true,
  });
  const pid = Number(await readFile(helper, 'utf8'));
  onTestFinished(() => void process.kill(pid));
  expect(await app.close()).toBe(0);
  expect(process.kill(pid, 0)).toBe(true);
});
