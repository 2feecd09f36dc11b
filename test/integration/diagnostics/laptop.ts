import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { onTestFinished } from 'vitest';
import { createAppCore, type AppCoreDeps } from '../../../electron/app/app-core.ts';
import { createLogFile, createStopRecords } from '../../../electron/diagnostics/records.ts';
import { createRouter } from '../../../electron/handlers/router.ts';
import type { Log } from '../../../electron/base/ports.ts';
import type { HealthFinding, HealthPart } from '../../../shared/domain/diagnostics.ts';
import { askAsWindow } from '../../unit/ipc/ask-as-window.ts';
import { memorySecrets } from '../../unit/profiles/memory-stores.ts';
import { nothingOutside } from '../profiles/nothing-outside.ts';

/** A laptop's core with its log file, its records of stops, and a save dialog that always answers the same place. */
export async function startLaptop({
  dataDir = mkdtempSync(join(tmpdir(), 'boxwright-diagnostics-')),
  ...more
}: Partial<Pick<AppCoreDeps, 'dataDir' | 'env' | 'clock' | 'secrets'>> = {}) {
  const zip = `${dataDir}.zip`;
  const logFile = createLogFile(join(dataDir, 'logs'));
  const log: Log = (level, event, detail) =>
    logFile.append(JSON.stringify({ at: new Date().toISOString(), level, event, detail }));
  const stops = createStopRecords({
    folder: join(dataDir, 'stops'),
    version: 'test',
    now: Date.now,
    onChange: () => undefined,
  });
  const core = await createAppCore({
    ...nothingOutside,
    env: {},
    secrets: memorySecrets(),
    version: 'test',
    ...more,
    dataDir,
    saveDialog: { choose: () => Promise.resolve(zip) },
    stops,
    log,
  });
  let open = true;
  const close = async () => {
    if (open) await core.close();
    open = false;
  };
  onTestFinished(async () => {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(zip, { force: true });
  });
  const router = createRouter({
    handlers: core.handlers,
    ready: core.ready,
    inPage: core.inPage,
    refusal: core.refusal,
    role: core.role,
    leastByInput: core.leastByInput,
    isTrustedSender: () => true,
    log: () => undefined,
  });
  const call = askAsWindow(router);

  return {
    call,
    close,
    dataDir,
    log,
    stops,
    /** Looks at every part; what was found of one. */
    look: async () => {
      const { findings } = await call('diagnostics.look', {});
      return (part: HealthPart): HealthFinding | undefined => findings.find((one) => one.part === part);
    },
    /** Puts a bundle together and writes it: each file as it was shown, and as it is in the zip. */
    bundle: async () => {
      const { id, files } = await call('diagnostics.prepareBundle', {});
      const shown = new Map<string, string>();
      for (const { name } of files) {
        let whole = '';
        for (let from: number | null = 0; from !== null;) {
          const page: { readonly text: string; readonly next: number | null } = await call(
            'diagnostics.bundleText',
            { id, name, from },
          );
          whole += page.text;
          from = page.next;
        }
        shown.set(name, whole);
      }
      const { path } = await call('diagnostics.saveBundle', { id });
      const unzipped = Object.entries(unzipSync(readFileSync(path ?? '')));
      return { shown, written: new Map(unzipped.map(([name, bytes]) => [name, strFromU8(bytes)])) };
    },
  };
}

/** The running laptop. */
export type Laptop = Awaited<ReturnType<typeof startLaptop>>;
