import { standardAssumptions } from '../../../shared/operator/assumptions.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRelayClient } from '../../../electron/relay/client.ts';
import { type OperatorErrorCode, operatorError } from '../../../electron/operator/operator-error.ts';
import {
  createConnectChecks,
  type LoginTrial,
  tryLoginAtOperator,
} from '../../../electron/profiles/connect-checks.ts';
import { customerId } from '../../../shared/ids.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { machineClock, manualClock } from '../../unit/relay-client/manual-clock.ts';
import { eventually } from '../../unit/relay-client/eventually.ts';
import { startOperator } from '../../operator/start.ts';
import type { SettingsChange } from '../../operator/settings.ts';
import { answeringServer } from '../relay-client/answering-server.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';

type Customers = Awaited<ReturnType<LoginTrial['listCustomers']>>;

const address = (baseUrl: string) =>
  ({ environment: 'uat', baseUrl, apiKeyHeader: 'service-API-Key' }) as const;
const credentials = { apiKey: 'k', username: 'u', password: 'p' };
const refusal = (code: OperatorErrorCode) =>
  err(operatorError({ code, sent: 'answered', endpoint: 'customers.list' }));
const customer = (id: number, name: string) => ({ id: customerId.parse(id), name });

/** Checks whose login answers as set; counts what was opened and closed again. */
function checksWith(login: Customers | Error = ok([]), clock = machineClock) {
  const trials = { opened: 0, closed: 0 };
  const checks = createConnectChecks({
    clock,
    tryLogin: () => {
      trials.opened += 1;
      return {
        listCustomers: () => (login instanceof Error ? Promise.reject(login) : Promise.resolve(login)),
        close: async () => void (trials.closed += 1),
      };
    },
    relayClient: ({ url, token }) => createRelayClient({ url, token, clock }),
  });
  return { checks, trials };
}

/** The problem a check ends with. */
async function problemOf(check: Promise<unknown>): Promise<unknown> {
  const answer: Result<unknown, unknown> = await check.then(ok, err);
  if (answer.ok) throw new Error('it passed');
  if (answer.error instanceof ProblemError) return answer.error.problem;
  throw answer.error;
}

describe('is the address there?', () => {
  test.each([200, 302, 401, 404, 500])('an answer %i counts, whatever its content', async (status) => {
    const { url } = await answeringServer((_, response) => {
      response.writeHead(status, { location: 'https://elsewhere.example' }).end('anything');
    });
    const answer = await checksWith().checks['connect.checkAddress'](address(`${url}/access/v3`));
    expect(answer.clockOffsetMs).not.toBeNull();
  });

  test('is asked once, without any secret', async () => {
    const { url, requests } = await answeringServer((_, response) => response.end());
    await checksWith().checks['connect.checkAddress'](address(`${url}/access/v3`));
    expect(requests.map((request) => request.url)).toEqual(['/access/v3']);
    expect(Object.keys(requests[0]?.headers ?? {})).not.toContain('service-api-key');
  });

  test('the Date header gives the clock’s deviation', async () => {
    const clock = manualClock();
    const date = new Date(clock.now() - 90_000).toUTCString();
    const { url } = await answeringServer((_, response) => response.writeHead(401, { date }).end());
    const answer = await checksWith(ok([]), clock).checks['connect.checkAddress'](address(url));
    expect(answer).toEqual({ clockOffsetMs: 89_500, connection: null });
  });

  test.each(['', 'noon'])('a Date header %j gives none', async (date) => {
    const { url } = await answeringServer((_, response) => {
      response.sendDate = false;
      if (date !== '') response.setHeader('date', date);
      response.end();
    });
    const answer = await checksWith().checks['connect.checkAddress'](address(url));
    expect(answer).toEqual({ clockOffsetMs: null, connection: null });
  });

  test('no server listens', async () => {
    const check = checksWith().checks['connect.checkAddress'](address('http://127.0.0.1:9'));
    expect(await problemOf(check)).toMatchObject({ code: 'operator-unreachable' });
  });

  test('a server without TLS is reported as such', async () => {
    const { url } = await answeringServer((_, response) => response.end());
    const check = checksWith().checks['connect.checkAddress'](address(url.replace('http:', 'https:')));
    expect(await problemOf(check)).toMatchObject({ code: 'operator-insecure' });
  });

  test('the connection is cut', async () => {
    const { url } = await answeringServer((request) => request.socket.destroy());
    const check = checksWith().checks['connect.checkAddress'](address(url));
    expect(await problemOf(check)).toMatchObject({ code: 'operator-interrupted' });
  });

  test('it never answers', async () => {
    const { url, requests } = await answeringServer(() => {});
    const clock = manualClock();
    const check = checksWith(ok([]), clock).checks['connect.checkAddress'](address(url));
    await eventually(() => expect(requests).toHaveLength(1));
    clock.advance(60_000);
    expect(await problemOf(check)).toMatchObject({ code: 'operator-timeout' });
    expect(clock.pending()).toEqual([]);
  });
});

describe('are key and login accepted?', () => {
  const input = { address: address('https://api.example/v3'), credentials };

  test('yes, when customers can be asked for', async () => {
    const { checks, trials } = checksWith(ok([customer(1, 'Fleet North')]));
    expect(await checks['connect.checkLogin'](input)).toEqual({});
    expect(trials).toEqual({ opened: 1, closed: 1 });
  });

  test('no, with the reason, and nothing stays open', async () => {
    const { checks, trials } = checksWith(refusal('login-refused'));
    expect(await problemOf(checks['connect.checkLogin'](input))).toMatchObject({
      code: 'operator-login-refused',
    });
    expect(trials).toEqual({ opened: 1, closed: 1 });
  });

  test('an answer without customers is reported on the customers line, not on this one', async () => {
    const { checks } = checksWith(refusal('not-found'));
    expect(await checks['connect.checkLogin'](input)).toEqual({});
    expect(await problemOf(checks['connect.customers'](input))).toMatchObject({ code: 'operator-not-found' });
  });

  test('a login that breaks is closed too', async () => {
    const { checks, trials } = checksWith(new Error('broken'));
    await expect(checks['connect.checkLogin'](input)).rejects.toThrow('broken');
    expect(trials.closed).toBe(1);
  });

  test('customers come by name', async () => {
    const { checks } = checksWith(ok([customer(2, 'Vans South'), customer(1, 'Fleet North')]));
    expect(await checks['connect.customers'](input)).toEqual({
      customers: [
        { id: 1, name: 'Fleet North' },
        { id: 2, name: 'Vans South' },
      ],
    });
  });
});

describe('against a whole operator', () => {
  const atOperator = async (settings: SettingsChange = {}) => {
    const operator = await startOperator({ cars: 5, settings });
    onTestFinished(operator.stop);
    const checks = createConnectChecks({
      clock: machineClock,
      tryLogin: tryLoginAtOperator({
        clock: machineClock,
        random: () => 0,
        assumptionsAt: () => standardAssumptions,
        keepAssumptions: () => undefined,
      }),
      relayClient: ({ url, token }) => createRelayClient({ url, token, clock: machineClock }),
    });
    const { apiKey, username, password } = operator.settings;
    const input = { address: address(operator.url), credentials: { apiKey, username, password } };
    return { operator, checks, input };
  };

  test('every line passes, and the customers have names', async () => {
    const { operator, checks, input } = await atOperator({ clockSkewMs: 60_000, customerIdsAs: 'string' });
    const { clockOffsetMs } = await checks['connect.checkAddress'](input.address);
    expect(Math.round((clockOffsetMs ?? 0) / 10_000)).toBe(-6);
    expect(await checks['connect.checkLogin'](input)).toEqual({});
    const { customers } = await checks['connect.customers'](input);
    expect(customers.length).toBeGreaterThan(0);
    expect(customers.every(({ id, name }) => Number.isInteger(id) && name !== '')).toBe(true);
    expect(operator.violations.all).toEqual([]);
  });

  test.each([400, 401, 403] as const)(
    'a wrong password answered %i is a refused login, asked once',
    async (status) => {
      const { operator, checks, input } = await atOperator({ wrongLoginStatus: status });
      const wrong = { ...input, credentials: { ...input.credentials, password: 'wrong-canary' } };
      const problem = await problemOf(checks['connect.checkLogin'](wrong));
      expect(problem).toMatchObject({ code: 'operator-login-refused' });
      expect(JSON.stringify(problem)).not.toContain('canary');
      expect(operator.violations.all).toEqual([]);
    },
  );

  test('a wrong key is refused', async () => {
    const { checks, input } = await atOperator();
    const wrong = { ...input, credentials: { ...input.credentials, apiKey: 'wrong' } };
    expect(await problemOf(checks['connect.checkLogin'](wrong))).toMatchObject({
      code: 'operator-login-refused',
    });
  });
});

describe('does the relay let us in?', () => {
  const ask = async (customers: readonly number[], role?: 'admin') => {
    const relay = await runningRelay();
    const { token } = await tokenFor(relay, customers, role);
    return {
      relayUrl: relay.url,
      relayToken: token,
      environment: 'uat',
      customerId: customerId.parse(4711),
    } as const;
  };

  test('with its name and role, for the customer it is for', async () => {
    const check = checksWith().checks['connect.checkRelay'];
    expect(await check(await ask([4711]))).toEqual({ name: 'Bay 3', role: 'installer', connection: null });
    expect(await check(await ask([], 'admin'))).toEqual({ name: 'Bay 3', role: 'admin', connection: null });
  });

  test('not for another customer', async () => {
    const check = checksWith().checks['connect.checkRelay'](await ask([1]));
    expect(await problemOf(check)).toMatchObject({ code: 'relay-wrong-customer' });
  });

  test('not with another token', async () => {
    const check = checksWith().checks['connect.checkRelay']({ ...(await ask([4711])), relayToken: 'other' });
    expect(await problemOf(check)).toMatchObject({ code: 'relay-refused' });
  });

  test('not where there is none', async () => {
    const { url } = await answeringServer((_, response) => response.end('<h1>Hello</h1>'));
    const check = checksWith().checks['connect.checkRelay']({ ...(await ask([4711])), relayUrl: url });
    expect(await problemOf(check)).toMatchObject({ code: 'relay-unreadable' });
  });
});
