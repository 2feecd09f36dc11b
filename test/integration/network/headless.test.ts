import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AMPLE_SECONDS } from '../../runner/patience.ts';
import type { HeadlessProcess } from '../headless/headless-process.ts';
import { surroundings } from '../headless/surroundings.ts';
import { expectDone, expectFittedOnce, wholeJob } from '../headless/the-job.ts';
import { makeAuthority } from './authority.ts';
import { companyNetwork, LOGIN, OPERATOR, RELAY } from './company.ts';

const args = (file: string) => ['--job', file, '--timeout', AMPLE_SECONDS];
const withLogin = (
  port: number,
  { username, password }: { readonly username: string; readonly password: string },
) => `http://${encodeURIComponent(username)}:${encodeURIComponent(password)}@127.0.0.1:${port}`;

async function expectConfiguration({ ended }: HeadlessProcess, sentence: RegExp): Promise<void> {
  const { code, stderr, lines } = await ended;
  expect(stderr).toMatch(sentence);
  expect(code).toBe(2);
  expect(lines.at(-1)).toMatchObject({ event: 'end', code: 2, because: 'configuration' });
}

describe('the whole job, headless', () => {
  test.concurrent('through a proxy that asks for a login, by HTTPS_PROXY', async (context) => {
    const place = await surroundings(context);
    const { proxy, authority, variables } = await companyNetwork(context, place, { withLogin: true });
    const run = place.run(args(place.jobFile(wholeJob)), {
      ...variables,
      HTTPS_PROXY: withLogin(proxy.port, LOGIN),
      BOXWRIGHT_CA_FILE: authority.file,
    });
    const { code, stderr, stdout, lines } = await run.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expectDone(lines);
    expectFittedOnce(place.operator);
    expect(new Set(proxy.seen.map(({ target }) => target))).toEqual(
      new Set([`${OPERATOR}:443`, `${RELAY}:443`]),
    );
    // The login goes with the first request: a proxy is not asked without it.
    expect(
      proxy.seen.every(
        ({ login, status }) => login === `${LOGIN.username}:${LOGIN.password}` && status === 200,
      ),
    ).toBe(true);
    expect(stdout).not.toContain(LOGIN.password);
  });

  test.concurrent(
    'through the next proxy of a list, when the first does not answer @long',
    async (context) => {
      const place = await surroundings(context);
      const { proxy, authority, variables } = await companyNetwork(context, place);
      const run = place.run(args(place.jobFile(wholeJob)), {
        ...variables,
        BOXWRIGHT_PROXY: `PROXY 127.0.0.1:9; PROXY 127.0.0.1:${proxy.port}`,
        // Named here, it counts for nothing: the variable of the app wins.
        HTTPS_PROXY: 'http://127.0.0.1:9',
        BOXWRIGHT_CA_FILE: authority.file,
      });
      expect((await run.ended).code).toBe(0);
      expectFittedOnce(place.operator);
    },
  );

  test.concurrent('not around the proxy: without one the name leads nowhere', async (context) => {
    const place = await surroundings(context);
    const { proxy, authority, variables } = await companyNetwork(context, place);
    const run = place.run(['--job', place.jobFile(wholeJob), '--timeout', '1'], {
      ...variables,
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      NO_PROXY: '.boxwright.test',
      BOXWRIGHT_CA_FILE: authority.file,
    });
    expect((await run.ended).code).not.toBe(0);
    expect(proxy.seen).toEqual([]);
    expect(place.operator.journal.entries).toEqual([]);
  });
});

describe('one sentence names the fault, and nothing is sent', () => {
  test.concurrent.for(['none', 'another'] as const)(
    'with the wrong authority (%s)',
    async (which, context) => {
      const place = await surroundings(context);
      const { proxy, variables } = await companyNetwork(context, place);
      const another = makeAuthority('Another', context.onTestFinished);
      const run = place.run(args(place.jobFile(wholeJob)), {
        ...variables,
        HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
        ...(which === 'none' ? {} : { BOXWRIGHT_CA_FILE: another.file }),
      });
      await expectConfiguration(
        run,
        /certificate of this connection comes from an authority that this laptop does not trust/,
      );
      expect(place.operator.journal.entries).toEqual([]);
    },
  );

  test.concurrent('with the wrong password, which is given to the proxy once @long', async (context) => {
    const place = await surroundings(context);
    const { proxy, authority, variables } = await companyNetwork(context, place, { withLogin: true });
    const run = place.run(args(place.jobFile(wholeJob)), {
      ...variables,
      HTTPS_PROXY: withLogin(proxy.port, { ...LOGIN, password: 'wrong-canary' }),
      BOXWRIGHT_CA_FILE: authority.file,
    });
    await expectConfiguration(run, /proxy asks for a login/);
    expect(proxy.seen.filter(({ target }) => target.startsWith(OPERATOR))).toHaveLength(1);
    expect(JSON.stringify(await run.ended)).not.toContain('canary');
    expect(place.operator.journal.entries).toEqual([]);
  });

  test.concurrent('with a proxy that refuses the address @long', async (context) => {
    const place = await surroundings(context);
    const { proxy, authority, variables } = await companyNetwork(context, place);
    proxy.answer(403);
    const run = place.run(args(place.jobFile(wholeJob)), {
      ...variables,
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      BOXWRIGHT_CA_FILE: authority.file,
    });
    await expectConfiguration(run, /proxy does not let this address through/);
    expect(place.operator.journal.entries).toEqual([]);
  });

  test.concurrent('with a file of authorities that is none, which is named @long', async (context) => {
    const place = await surroundings(context);
    const file = join(place.dataDir, 'ca.pem');
    writeFileSync(file, 'no certificate');
    const run = place.run(args(place.jobFile(wholeJob)), { BOXWRIGHT_CA_FILE: file });
    await expectConfiguration(run, /^BOXWRIGHT_CA_FILE must be a readable file of certificates/);
    expect(place.operator.journal.entries).toEqual([]);
  });
});
