import { createServer, request } from 'node:http';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import type { Ended } from './headless-process.ts';
import { type Surroundings, surroundings } from './surroundings.ts';
import { expectFittedOnce, wholeJob } from './the-job.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';

const API_KEY = 'canary-api-key-7f3e1c';
const USERNAME = 'canary-user-5d20aa';
const PASSWORD = 'canary pässword "91b4" &+%';
const access = { apiKey: API_KEY, username: USERNAME, password: PASSWORD };

/** Every way a secret could be written down. */
const spellings = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  new URLSearchParams([['', secret]]).toString().slice(1),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
];

/** Looks at all that runs wrote: their output, and every byte of the data folder. */
function expectNoSecret(place: Surroundings, runs: readonly Ended[], more: readonly string[] = []): void {
  const files = existsSync(place.dataDir)
    ? readdirSync(place.dataDir, { recursive: true, withFileTypes: true })
    : [];
  const bytes = files
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name)));
  // Two databases at least, or this looks at the wrong place.
  expect(bytes.length).toBeGreaterThanOrEqual(2);
  const written = [
    ...bytes,
    ...runs.flatMap(({ stdout, stderr }) => [Buffer.from(stdout), Buffer.from(stderr)]),
  ];
  const secrets = [API_KEY, PASSWORD, place.variables['BOXWRIGHT_RELAY_TOKEN'] ?? '', ...more];
  for (const secret of secrets.flatMap(spellings)) {
    expect(written.filter((text) => text.includes(secret))).toEqual([]);
  }
}

/** A way to the operator that remembers the bearer tokens which went over it. */
async function tokenWatch({ onTestFinished }: Pick<TestContext, 'onTestFinished'>, origin: string) {
  const tokens = new Set<string>();
  const server = createServer((incoming, answer) => {
    const bearer = /^Bearer (.+)$/.exec(incoming.headers.authorization ?? '')?.[1];
    if (bearer !== undefined) tokens.add(bearer);
    const { method, url, headers } = incoming;
    const onward = request(`${origin}${url ?? ''}`, { method, headers }, (back) => {
      answer.writeHead(back.statusCode ?? 502, back.headers);
      back.pipe(answer);
    });
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/v3`, tokens };
}

test('a run that does everything leaves no secret behind, killed or not', async (context) => {
  const place = await surroundings(context, access);
  const { url, tokens } = await tokenWatch(context, place.operator.origin);
  const args = ['--job', place.jobFile(wholeJob), '--timeout', AMPLE_SECONDS];
  const killed = place.run(args, { BOXWRIGHT_BASE_URL: url });
  await killed.line(({ kind, state }) => kind === 'install' && state === 'done');
  killed.child.kill('SIGKILL');
  const runs = [await killed.ended];
  // The write-ahead logs are still there.
  expectNoSecret(place, runs, [...tokens]);

  runs.push(await place.run(args, { BOXWRIGHT_BASE_URL: url }).ended);
  expect(runs.at(-1)).toMatchObject({ code: 0, stderr: '' });
  expectFittedOnce(place.operator);
  expect(tokens.size).toBe(2);
  expectNoSecret(place, runs, [...tokens]);
});

test('an operator that says them back is quoted without them', async (context) => {
  const place = await surroundings(context, access);
  const body = `The key ${API_KEY} of ${USERNAME} with ${PASSWORD} may not install.`;
  const effect = { kind: 'status', status: 400, body } as const;
  place.operator.faults.add({ method: 'PUT', path: '/installations', effect });
  const run = await place.run(['--job', place.jobFile(wholeJob), '--timeout', AMPLE_SECONDS]).ended;
  expect(run.code).toBe(3);
  expect(run.stderr).toContain('may not install');
  expectNoSecret(place, [run]);
});

test('so is an operator that repeats them in a result @long', async (context) => {
  const place = await surroundings(context, access);
  const token = place.variables['BOXWRIGHT_RELAY_TOKEN'] ?? '';
  place.operator.results.add({ kind: 'created', failWith: `Not with ${API_KEY}, ${PASSWORD}, ${token}.` });
  const run = await place.run(['--job', place.jobFile(wholeJob), '--timeout', AMPLE_SECONDS]).ended;
  expect(run.code).toBe(3);
  for (const secret of [API_KEY, PASSWORD, token]) expect(run.stdout + run.stderr).not.toContain(secret);
});

test('a refused login is reported without the refused values', async (context) => {
  const place = await surroundings(context, { ...access, username: 'somebody-else' });
  const body = JSON.stringify({
    error: 'invalid_grant',
    error_description: `${USERNAME}/${PASSWORD} is wrong`,
  });
  const effect = { kind: 'status', status: 400, body } as const;
  place.operator.faults.add({ method: 'POST', path: '/oauth2/token', count: 'all', effect });
  const changes = { BOXWRIGHT_USERNAME: USERNAME };
  const run = await place.run(['--job', place.jobFile(wholeJob)], changes).ended;
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('is wrong');
  expectNoSecret(place, [run], [USERNAME]);
});
