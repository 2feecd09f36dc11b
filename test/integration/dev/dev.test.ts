import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copyProject, type EditableProject } from '../../dev/editable-project.ts';
import { hostOfThisRun } from '../../host/choose-host.ts';
import { STALLED_AFTER_MS } from '../../runner/patience.ts';

let copy: EditableProject;

beforeEach(async () => {
  await hostOfThisRun(() => undefined);
  copy = copyProject();
});

afterEach(async () => {
  await copy.remove();
});

/** Processes that name the copy in their command line. */
function leftBehind(): readonly string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        return readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return [];
      }
    })
    .filter((command) => command.includes(copy.folder));
}

describe('npm run dev', () => {
  it('exchanges a saved component in the open window, restarts the app for main, and ends with Ctrl+C @long', async () => {
    const dev = copy.startDev();
    const page = await dev.window(1);
    await page.getByRole('link', { name: 'Home' }).waitFor();
    await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));

    copy.edit('renderer/navigation/NavigationRail.tsx', "label={text('navigation.home')}", 'label="Edited"');
    await page.getByRole('link', { name: 'Edited' }).waitFor();
    expect(await page.locator('html[data-same-document]').count()).toBe(1);

    copy.edit('electron/app/desktop-core.ts', 'version: app.version,', "version: '9.9.9',");
    const restarted = await dev.window(2);
    await restarted.getByRole('link', { name: 'Edited' }).waitFor();
    expect(await restarted.evaluate(() => window.boxwright.app.info({}))).toMatchObject({
      ok: true,
      value: { version: '9.9.9' },
    });

    dev.pressCtrlC();
    expect(await dev.exited).toBe(0);
    await vi.waitFor(() => expect(leftBehind()).toEqual([]));
  });

  it('walks to a place of the screenshot run, and ends with Ctrl+C @long', async () => {
    const dev = copy.startDev(['--scene', 'settings-look-and-work']);
    await dev.printed(/at settings-look-and-work/, STALLED_AFTER_MS);
    dev.pressCtrlC();
    expect(await dev.exited).toBe(0);
    await vi.waitFor(() => expect(leftBehind()).toEqual([]));
  });
});
