import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createAppCore } from '../../../electron/app/app-core.ts';
import { createRouter } from '../../../electron/handlers/router.ts';
import type { SecretStore } from '../../../electron/base/ports.ts';
import { nothingOutside } from '../../integration/profiles/nothing-outside.ts';
import { OWN_WINDOW } from '../../unit/ipc/ask-as-window.ts';
import { coreAsked, memoryAsked } from './messages.ts';

/* The core of the desktop app as a process that can be killed: it answers calls that its parent sends. */

const [dataDir = ''] = process.argv.slice(2);

/** The system's secret store outlives the process; here it is a file. */
function secretsIn(file: string): SecretStore {
  const stored = (): Record<string, string> =>
    existsSync(file) ? z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const keep = (entries: readonly (readonly [string, string])[]) =>
    writeFileSync(file, JSON.stringify(Object.fromEntries(entries)));
  const without = (key: string) => Object.entries(stored()).filter(([each]) => each !== key);
  return {
    keeping: () => Promise.resolve('os-store'),
    read: (key) => Promise.resolve(new Map(Object.entries(stored())).get(key) ?? null),
    write: async (key, value) => keep([...without(key), [key, value]]),
    forget: async (key) => keep(without(key)),
    removeAll: async () => keep([]),
  };
}

const core = await createAppCore({
  ...nothingOutside,
  env: { BOXWRIGHT_QUARANTINE_SECONDS: '1' },
  dataDir,
  secrets: secretsIn(join(dataDir, 'secrets.json')),
  version: 'test',
});
core.painted();
const { handlers, ready, inPage, refusal, role, leastByInput } = core;
const router = createRouter({
  handlers,
  ready,
  inPage,
  refusal,
  role,
  leastByInput,
  isTrustedSender: () => true,
  log: () => undefined,
});
process.on('message', (message) => {
  if (memoryAsked.safeParse(message).success) {
    globalThis.gc?.();
    const { heapUsed: heap, rss } = process.memoryUsage();
    process.send?.({ memory: { heap, rss } });
    return;
  }
  const { number, page, name, input } = coreAsked.parse(message);
  void router
    .handle(name, input, { ...OWN_WINDOW, page })
    .then((envelope) => process.send?.({ number, envelope }));
});
process.send?.({ ready: true });
