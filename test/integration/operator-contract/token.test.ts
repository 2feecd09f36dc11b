import { expect, onTestFinished, test } from 'vitest';
import { listCustomers } from '../../../electron/operator/endpoints/groups-and-users.ts';
import { createOperatorClient, type OperatorClientOptions } from '../../../electron/operator/client.ts';
import type { SettingsChange } from '../../operator/settings.ts';
import { startOperator } from '../../operator/start.ts';
import { watchedTransport } from './watched-transport.ts';
import { errorOf, systemClock, valueOf } from '../operator/fixture.ts';

/** An operator and a client of it whose options differ from what the operator expects. */
async function meet(settings: SettingsChange, changes: Partial<OperatorClientOptions> = {}) {
  const operator = await startOperator({ cars: 2, settings });
  const watch = watchedTransport();
  const client = createOperatorClient({
    baseUrl: operator.url,
    apiKeyHeader: operator.settings.apiKeyHeader,
    credentials: operator.settings,
    customerId: null,
    clock: systemClock,
    random: () => 0,
    openTransport: watch.openTransport,
    ...changes,
  });
  onTestFinished(async () => {
    await client.close();
    await operator.stop();
    expect(watch.faults).toEqual([]);
  });
  return { operator, ask: () => client.call(listCustomers()), client };
}

const wrong = { apiKey: 'demo-api-key', username: 'demo-api-manager', password: 'another' };

test.each([400, 401, 403] as const)('a wrong login answered with %i is refused, once', async (status) => {
  const { operator, ask, client } = await meet({ wrongLoginStatus: status }, { credentials: wrong });
  for (const answer of [await ask(), await ask()]) {
    expect(errorOf(answer)).toMatchObject({
      code: 'login-refused',
      sent: 'no',
      endpoint: 'token.request',
      status,
    });
  }
  expect(client.authentication.state).toBe('refused');
  expect(operator.journal.entries).toHaveLength(1);
  expect(operator.violations.all).toEqual([]);
});

test('a wrong key is a refused login', async () => {
  const { operator, ask } = await meet(
    { apiKey: 'another-key' },
    { credentials: { ...wrong, password: 'demo-password' } },
  );
  expect(errorOf(await ask())).toMatchObject({ code: 'login-refused', sent: 'no', status: 401 });
  expect(operator.violations.all).toEqual([]);
});

test('the other form of the token request is refused with 415, and the profile can change the form', async () => {
  const { operator, ask } = await meet({ tokenBody: 'json' });
  expect(errorOf(await ask())).toMatchObject({ code: 'token-unavailable', sent: 'no', status: 415 });
  expect(operator.violations.all.map(({ rule }) => rule)).toEqual(['wrong-content-type']);
  const mended = await meet({ tokenBody: 'json' }, { assumptions: { tokenBody: 'json' } });
  valueOf(await mended.ask());
  expect(mended.operator.violations.all).toEqual([]);
});

test.each(['string', 'number', 'absent'] as const)(
  'a lifetime that comes as %s serves many calls',
  async (form) => {
    const { operator, ask } = await meet({ expiresInAs: form });
    for (const answer of [await ask(), await ask(), await ask()]) valueOf(answer);
    expect(operator.journal.matching({ path: '/oauth2/token' })).toHaveLength(1);
  },
);

test('tokens that end without a word are renewed by a 401, whatever is said of their lifetime', async () => {
  for (const expiresInAs of ['string', 'number', 'absent'] as const) {
    const { operator, ask } = await meet({ expiresInAs });
    valueOf(await ask());
    operator.revokeTokens();
    valueOf(await ask());
    expect(operator.journal.matching({ path: '/oauth2/token' })).toHaveLength(2);
    expect(operator.violations.all).toEqual([]);
  }
});
