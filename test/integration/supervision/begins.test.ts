import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newestFirst, supervisionFilter } from '../../../shared/domain/supervision.ts';
import type { RelayRole } from '../../../shared/relay/access.ts';
import { notable } from '../../operator/seed/notable.ts';
import { operatorWith, startCore, variablesFor } from '../profiles/core.ts';
import { openLaptop } from '../relay-uploads/laptop.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';

const until = (holds: () => unknown) => vi.waitFor(holds);

const hasSupervisionFile = (dataDir: string): boolean =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).some((path) => path.includes('supervision.db'));

/** A laptop at a relay that counts how often it received its token's role. */
async function laptop(role: RelayRole, failsFirst = 0) {
  const relay = await runningRelay();
  const { token } = await tokenFor(relay, role === 'admin' ? [] : [CUSTOMER], role);
  const dataDir = tempFolder();
  let reported = 0;
  let failed = 0;
  const open = openLaptop({ dataDir, relayUrl: relay.url, token }, (client) => ({
    ...client,
    me: async (signal) => {
      if (failed < failsFirst) {
        failed += 1;
        return {
          ok: false,
          error: { code: 'unreachable', status: null, detail: 'away', retryAfterMs: null },
        };
      }
      const answer = await client.me(signal);
      reported += 1;
      return answer;
    },
  }));
  onTestFinished(open.close);
  return { open, dataDir, reported: () => reported, failed: () => failed };
}

test('on an installer’s laptop nothing of the supervisor’s side is opened before a person looks', async () => {
  const { open, dataDir, reported } = await laptop('installer');
  open.supervision.startReading();
  await until(() => expect(reported()).toBe(1));
  await until(() => expect(open.relayState().state).toBe('connected'));
  // Asked again, as every half hour, and again when the relay was away.
  await until(() => {
    open.supervision.startReading();
    expect(reported()).toBeGreaterThan(1);
  });
  expect(hasSupervisionFile(dataDir)).toBe(false);

  const { lookUp } = open.supervision.copies.start();
  expect(lookUp.window(supervisionFilter.parse({}), newestFirst, 0, 10).total).toBe(0);
  expect(hasSupervisionFile(dataDir)).toBe(true);
});

test.each(['supervisor', 'admin'] as const)(
  'on a laptop whose token is of a %s reading begins by itself',
  async (role) => {
    const { open, dataDir } = await laptop(role);
    open.supervision.startReading();
    await until(() => expect(hasSupervisionFile(dataDir)).toBe(true));
    await until(() => expect(open.supervision.copies.status().reading.state).toBe('up-to-date'));
  },
);

test('questions that failed while the relay was away are asked when it is back', async () => {
  const { open, dataDir, failed } = await laptop('supervisor', 1);
  await until(() => expect(open.relayState().state).toBe('connected'));
  open.supervision.startReading();
  await until(() => expect(failed()).toBe(1));
  expect(hasSupervisionFile(dataDir)).toBe(false);
  await until(() => {
    open.supervision.relayIsBack();
    expect(hasSupervisionFile(dataDir)).toBe(true);
  });
});

test('a supervisor’s app shows its first frame before anything of the supervisor’s side is asked or opened', async () => {
  const lines: string[] = [];
  const [operator, relay] = await Promise.all([
    operatorWith({}),
    runningRelay({}, { log: { write: (line) => void lines.push(line) } }),
  ]);
  const roleAsked = () => lines.filter((line) => line.includes('/v1/me')).length;
  const { token } = await tokenFor(relay, [notable.customerId], 'supervisor');
  const core = await startCore({
    env: {
      ...variablesFor(operator),
      BOXWRIGHT_RELAY_URL: relay.url,
      BOXWRIGHT_RELAY_TOKEN: token,
    },
  });
  await until(async () => expect((await core.call('app.status', {})).relay.state).toBe('connected'));
  // A person's own question takes the same way, behind whatever was asked at the start.
  await core.call('connect.checkRelay', {
    relayUrl: relay.url,
    relayToken: token,
    environment: 'uat',
    customerId: notable.customerId,
  });
  await until(() => expect(roleAsked()).toBeGreaterThan(0));
  expect(roleAsked()).toBe(1);
  expect(hasSupervisionFile(core.dataDir)).toBe(false);
  core.painted();
  await until(() => expect(hasSupervisionFile(core.dataDir)).toBe(true));
});
