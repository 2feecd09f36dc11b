import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createAppCore } from '../../../electron/app/app-core.ts';
import { createRouter } from '../../../electron/handlers/router.ts';
import { type CallName, contract } from '../../../shared/ipc/contract.ts';
import type { Envelope } from '../../../shared/ipc/messages.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { RunningOperator } from '../../operator/start.ts';
import { nothingOutside } from '../../integration/profiles/nothing-outside.ts';
import { OWN_WINDOW } from '../../unit/ipc/ask-as-window.ts';
import { memorySecrets } from '../../unit/profiles/memory-stores.ts';

/** Where the app under test finds its services; both on this machine. */
export type Services = {
  readonly operator: RunningOperator;
  readonly relay: { readonly relayUrl: string; readonly relayToken: string };
};

/** One app, connected, without a window. */
export type Session = {
  readonly ask: (name: string, input: unknown) => Promise<Envelope<unknown>>;
  /** The unforeseen failures of calls in the app's log. */
  readonly unforeseen: readonly string[];
  /** The machine goes to sleep, or its screen is locked. */
  readonly goAway: () => void;
  readonly close: () => Promise<void>;
};

/** Starts the whole core over a folder of its own, as the desktop app does, and connects it. */
export async function startSession({ operator, relay }: Services): Promise<Session> {
  const dataDir = mkdtempSync(join(tmpdir(), 'boxwright-fuzz-window-'));
  const unforeseen: string[] = [];
  let saved = 0;
  const whenAway = new Set<() => void>();
  const core = await createAppCore({
    ...nothingOutside,
    env: {},
    dataDir,
    secrets: memorySecrets(),
    version: 'fuzz',
    pdf: { render: () => Promise.resolve(new Uint8Array(10)) },
    printer: { print: () => Promise.resolve(true) },
    power: {
      ...nothingOutside.power,
      onAway: (leave) => {
        whenAway.add(leave);
        return () => whenAway.delete(leave);
      },
    },
    saveDialog: {
      choose: ({ extension }) => {
        saved += 1;
        return Promise.resolve(saved % 2 === 0 ? null : join(dataDir, `saved-${saved}.${extension}`));
      },
    },
    log: (_level, event, detail = '') => {
      if (event === 'ipc.unexpected') unforeseen.push(detail);
    },
  });
  const router = createRouter({
    handlers: core.handlers,
    ready: core.ready,
    inPage: core.inPage,
    refusal: core.refusal,
    // Every handler is reached.
    role: () => 'administrator',
    leastByInput: core.leastByInput,
    isTrustedSender: () => true,
    log: (_level, event, detail = '') => {
      if (event === 'ipc.unexpected') unforeseen.push(detail);
    },
  });
  const ask = (name: string, input: unknown) => router.handle(name, input, OWN_WINDOW);
  const name: CallName = 'connect.save';
  const connected = await ask(name, {
    address: {
      environment: 'uat',
      baseUrl: operator.url,
      apiKeyHeader: operator.settings.apiKeyHeader,
    },
    credentials: {
      apiKey: operator.settings.apiKey,
      username: operator.settings.username,
      password: operator.settings.password,
    },
    customer: { id: notable.customerId, name: 'Fleet North' },
    relay,
  });
  if (!connected.ok) throw new Error(`not connected: ${connected.error.code}`);
  await untilFleetIsRead(ask);
  return {
    ask,
    unforeseen,
    goAway: () => {
      for (const leave of whenAway) leave();
    },
    close: async () => {
      await core.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const POLL_EVERY_MS = 20;

/** Until then most of what is asked for is not known here. */
async function untilFleetIsRead(ask: Session['ask']): Promise<void> {
  const status = contract['app.status'].output;
  for (;;) {
    const answer = await ask('app.status', {});
    if (answer.ok && status.parse(answer.value).sync.state === 'complete') return;
    await pause(POLL_EVERY_MS);
  }
}
