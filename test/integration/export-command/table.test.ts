import { existsSync, readdirSync, readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { installationsExport } from '../../../shared/domain/supervision-export.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';
import { relayWithLaptops, workshopLogs } from '../supervision/fleet-at-relay.ts';
import { scheduler, SECRETS } from './export-process.ts';

const JOBS = 40;
const month = (at: number) => new Date(at).toISOString().slice(0, 7);

async function filledRelay() {
  const laptops = await relayWithLaptops();
  const logs = workshopLogs(JOBS);
  await laptops.bring(logs);
  return { ...laptops, logs };
}

/** A table as its readers read it. */
const linesOf = (path: string) =>
  Papa.parse<Record<string, string>>(readFileSync(path, 'utf8').slice(1), {
    header: true,
    skipEmptyLines: true,
  }).data;

describe('the table', () => {
  test('of all laptops is written when the relay was read to its end, with one line that says so', async () => {
    const { relay } = await filledRelay();
    const place = await scheduler(relay);
    const file = place.path('all.csv');
    const { code, stdout, stderr, lines } = await place.run(['--out', file, '--timeout', AMPLE_SECONDS])
      .ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(lines).toMatchObject([{ event: 'end', code: 0, because: 'written', file, jobs: JOBS }]);
    const written = linesOf(file);
    expect(written).toHaveLength(JOBS);
    expect(new Set(written.map((line) => line['Site']))).toEqual(new Set(['Hall 1', 'Hall 2', 'Hall 3']));
    expect(written.filter((line) => line['fitting: Connector locked'] === 'yes').length).toBeGreaterThan(30);
    for (const secret of [SECRETS.apiKey, SECRETS.password, place.token]) {
      expect(stdout + stderr).not.toContain(secret);
    }
    expect(readdirSync(place.folder).toSorted()).toEqual(['all.csv', 'data']);
  });

  test('has the jobs of one month and one site, in the manner and the form that were asked for', async () => {
    const { relay, logs } = await filledRelay();
    const place = await scheduler(relay);
    const file = place.path('month.json');
    const [first] = logs;
    const asked = month(first?.entries[0]?.at ?? 0);
    const of = logs.filter(
      ({ laptop, entries }) => laptop.startsWith('Hall 2') && month(entries[0]?.at ?? 0) === asked,
    );
    const run = place.run([
      `--out=${file}`,
      '--format=json',
      `--month=${asked}`,
      '--site=Hall 2',
      '--people=numbered',
      '--cars=left-out',
      `--timeout=${AMPLE_SECONDS}`,
    ]);
    expect((await run.ended).code).toBe(0);
    const { jobs, people } = installationsExport.parse(JSON.parse(readFileSync(file, 'utf8')));
    expect(people).toBe('numbered');
    expect(of.length).toBeGreaterThan(0);
    expect(new Set(jobs.map(({ job }) => job))).toEqual(new Set(of.map(({ entries }) => entries[0]?.jobId)));
    expect(jobs).toHaveLength(of.length);
    expect(
      jobs.every(
        ({ installer, plate, vin }) => /^person \d+$/.test(installer ?? '') && plate === null && vin === null,
      ),
    ).toBe(true);
  });

  test('a second export into the same folder adds the newer jobs', async () => {
    const { relay, bring } = await relayWithLaptops();
    const logs = workshopLogs(JOBS);
    await bring(logs.slice(0, 10));
    const place = await scheduler(relay);
    const file = place.path('daily.csv');
    const args = ['--out', file, '--timeout', AMPLE_SECONDS];
    expect((await place.run(args).ended).code).toBe(0);
    expect(linesOf(file)).toHaveLength(10);
    await bring(logs.slice(10));
    expect((await place.run(args).ended).code).toBe(0);
    expect(linesOf(file)).toHaveLength(JOBS);
  });

  test('leaves the keys of the laptops at the relay as they are', async () => {
    const { relay } = await filledRelay();
    const place = await scheduler(relay);
    await place.run(['--out', place.path('a.csv'), '--timeout', AMPLE_SECONDS]).ended;
    const answer = await fetch(`${relay.url}/v1/device-keys?environment=uat&customerId=4711&after=0`, {
      headers: { authorization: `Bearer ${place.token}` },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ keys: [] });
  });
});

describe('nothing is written', () => {
  test('where the relay cannot be read to its end in time, and the file of the day before stays', async () => {
    const { relay } = await filledRelay();
    const place = await scheduler(relay);
    const file = place.path('all.csv');
    await relay.stop();
    const { code, stderr, lines } = await place.run(['--out', file, '--timeout', '2']).ended;
    expect(code).toBe(4);
    expect(stderr).toMatch(/^Gave up waiting before the relay was read to its end/);
    expect(lines).toMatchObject([{ event: 'end', code: 4, because: 'gave-up-waiting' }]);
    expect(existsSync(file)).toBe(false);
  });

  test('with the token of an installer, whose relay shows no other laptop', async () => {
    const { relay } = await filledRelay();
    const place = await scheduler(relay, 'installer');
    const file = place.path('all.csv');
    const { code, stderr, lines } = await place.run(['--out', file, '--timeout', AMPLE_SECONDS]).ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Only a supervisor may do this/);
    expect(lines).toMatchObject([{ code: 2, because: 'configuration', problem: 'role-supervisor-needed' }]);
    expect(existsSync(file)).toBe(false);
  });

  test('with a token that the relay does not know @long', async () => {
    const { relay } = await filledRelay();
    const place = await scheduler(relay);
    const changes = { BOXWRIGHT_RELAY_TOKEN: 'bxr_unknown' };
    const { code, lines } = await place.run(['--out', place.path('a.csv')], changes).ended;
    expect(code).toBe(2);
    expect(lines).toMatchObject([{ code: 2, because: 'configuration' }]);
  });

  test('where the file has no place @long', async () => {
    const { relay } = await filledRelay();
    const place = await scheduler(relay);
    const file = place.path('no/such/folder/all.csv');
    const { code, lines } = await place.run(['--out', file, '--timeout', AMPLE_SECONDS]).ended;
    expect(code).toBe(2);
    expect(lines).toMatchObject([{ code: 2, problem: 'file-not-written' }]);
  });

  test('where the relay or an option is missing: one sentence says it', async () => {
    const { relay } = await relayWithLaptops();
    const place = await scheduler(relay);
    const without = await place.run(['--out', 'a.csv'], { BOXWRIGHT_RELAY_TOKEN: undefined }).ended;
    expect([without.code, without.stderr]).toEqual([2, 'BOXWRIGHT_RELAY_TOKEN is missing.\n']);
    const wrong = await place.run(['--out', 'a.csv', '--month', '2026-13']).ended;
    expect([wrong.code, wrong.stderr]).toEqual([2, '--month is a month, as 2026-10.\n']);
    expect(place.help()).toContain('--month YYYY-MM');
  });
});
