import { expect, test } from 'vitest';
import type { HeadlessProcess } from './headless-process.ts';
import { type Surroundings, surroundings } from './surroundings.ts';
import { expectDone, expectFittedOnce, wholeJob } from './the-job.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';
import { LONG } from '../../runner/long.ts';

const tokenRequests = ({ operator }: Surroundings) => operator.journal.matching({ path: '/oauth2/token' });
const writes = ({ operator }: Surroundings) =>
  operator.journal.entries.filter(({ method, path }) => method !== 'GET' && path !== '/oauth2/token');

async function expectRefused({ ended }: HeadlessProcess, sentence: RegExp): Promise<void> {
  const { code, stderr, lines } = await ended;
  expect(stderr).toMatch(sentence);
  expect(code).toBe(2);
  expect(lines.at(-1)).toMatchObject({ event: 'end', code: 2, because: 'configuration' });
}

test.concurrent.for([
  [401, ''],
  [400, LONG],
  [403, LONG],
] as const)(
  'a wrong password ends the run after at most two token requests, answered %i %s',
  async ([status], context) => {
    const place = await surroundings(context, { wrongLoginStatus: status });
    const run = place.run(['--job', place.jobFile(wholeJob)], { BOXWRIGHT_PASSWORD: 'not-the-password' });
    await expectRefused(run, /^The operator refuses this login.+The user name or password is incorrect/);
    expect(tokenRequests(place).length).toBeLessThanOrEqual(2);
    expect(writes(place)).toEqual([]);
    expect(place.operator.violations.all).toEqual([]);
  },
);

test.concurrent(
  'a wrong password in the middle of a job causes no more token requests, and the job continues with the right one',
  async (context) => {
    const place = await surroundings(context, { latencyMs: 25 });
    const args = ['--job', place.jobFile(wholeJob), '--timeout', AMPLE_SECONDS];
    const first = place.run(args);
    await first.line(({ kind, state }) => kind === 'install' && state === 'sending');
    first.child.kill('SIGKILL');
    await first.ended;

    const before = tokenRequests(place).length;
    await expectRefused(place.run(args, { BOXWRIGHT_PASSWORD: 'wrong' }), /^The operator refuses this login/);
    expect(tokenRequests(place).length - before).toBeLessThanOrEqual(2);

    const { code, lines } = await place.run(args).ended;
    expect(code).toBe(0);
    expectDone(lines);
    expectFittedOnce(place.operator);
  },
);

test.concurrent('a wrong API key ends the run @long', async (context) => {
  const place = await surroundings(context);
  const run = place.run(['--job', place.jobFile(wholeJob)], { BOXWRIGHT_API_KEY: 'not-the-key' });
  await expectRefused(run, /Check API key, user name and password/);
  expect(tokenRequests(place).length).toBeLessThanOrEqual(2);
});

test.concurrent('a login that gets a token and is refused every call ends the run', async (context) => {
  const place = await surroundings(context);
  place.operator.faults.add({ method: 'GET', count: 'all', effect: { kind: 'status', status: 401 } });
  await expectRefused(place.run(['--job', place.jobFile(wholeJob)]), /no longer accepts this laptop’s login/);
  expect(tokenRequests(place)).toHaveLength(2);
});

test.concurrent('a token that runs out in the middle of the job is renewed @long', async (context) => {
  const place = await surroundings(context, { latencyMs: 25 });
  const run = place.run(['--job', place.jobFile(wholeJob), '--timeout', AMPLE_SECONDS]);
  await run.line(({ kind, state }) => kind === 'install' && state === 'sending');
  place.operator.revokeTokens();
  expect((await run.ended).code).toBe(0);
  expectFittedOnce(place.operator);
  expect(tokenRequests(place)).toHaveLength(2);
});

test.concurrent(
  'a customer the login does not reach is named by its variable, and nothing is written',
  async (context) => {
    const place = await surroundings(context);
    const run = place.run(['--job', place.jobFile(wholeJob)], { BOXWRIGHT_CUSTOMER_ID: '4713' });
    await expectRefused(run, /BOXWRIGHT_CUSTOMER_ID.+This login does not reach customer 4713/);
    expect(writes(place)).toEqual([]);
  },
);

test.concurrent('a relay token that is not one ends the run @long', async (context) => {
  const place = await surroundings(context, { resultsHeld: true });
  const run = place.run(['--job', place.jobFile(wholeJob)], { BOXWRIGHT_RELAY_TOKEN: 'bxr_unknown' });
  await expectRefused(run, /^The relay does not accept this laptop’s token/);
  expect(place.operator.violations.all).toEqual([]);
});

test.concurrent('a relay that the job does not need may refuse @long', async (context) => {
  const place = await surroundings(context, { latencyMs: 50 });
  const { car, box } = wholeJob;
  const run = place.run(['--job', place.jobFile({ car, box })], { BOXWRIGHT_RELAY_TOKEN: 'bxr_unknown' });
  expect((await run.ended).code).toBe(0);
});

test.concurrent(
  'a login that has no customer context at all is configuration, not a matter of the car',
  async (context) => {
    const place = await surroundings(context);
    place.operator.faults.add({
      method: 'GET',
      path: '/customers',
      count: 'all',
      effect: { kind: 'status', status: 404 },
    });
    await expectRefused(place.run(['--job', place.jobFile(wholeJob)]), /no longer sees the customer/);
    expect(writes(place)).toEqual([]);
  },
);
