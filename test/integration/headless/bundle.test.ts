import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { profileFolder } from '../../../electron/profiles/profile.ts';
import { customerId } from '../../../shared/ids.ts';
import type { Ended } from './headless-process.ts';
import { type Surroundings, surroundings } from './surroundings.ts';
import { wholeJob } from './the-job.ts';

const NO_LOGIN = { BOXWRIGHT_API_KEY: undefined, BOXWRIGHT_PASSWORD: undefined };

const bundleFile = ({ dataDir }: Surroundings) => join(dirname(dataDir), 'for support.zip');
const shown = ({ lines }: Ended) =>
  lines.filter(({ event }) => event === 'bundle-file').map(({ name, text }) => [name, text]);

test.concurrent(
  'support is given a bundle of work that cannot be opened: shown as it is written, with nothing of the job in it',
  async (context) => {
    const place = await surroundings(context, { apiKey: 'canary-api-key-7f3e1c' });
    expect((await place.run(['--job', place.jobFile({ car: wholeJob.car })]).ended).code).toBe(0);
    const { queueFile } = profileFolder(place.dataDir, {
      address: { environment: 'uat', baseUrl: place.operator.url },
      customerId: customerId.parse(4711),
    });
    writeFileSync(queueFile, 'no database at all, and long enough to be looked at as one');

    const run = await place.run(['--bundle', bundleFile(place)], NO_LOGIN).ended;
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.lines.at(-1)).toMatchObject({ event: 'end', code: 0, because: 'bundle-written' });
    const written = Object.entries(unzipSync(readFileSync(bundleFile(place))));
    expect(written.map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual(shown(run));
    const reported = written.find(([name]) => name.startsWith('profiles/'));
    expect(JSON.parse(strFromU8(reported?.[1] ?? new Uint8Array()))).toMatchObject({
      queue: { unreadable: 'SQLITE_NOTADB' },
    });
    const everything = `${run.stdout}${run.stderr}`;
    const { name, licensePlate, vin } = wholeJob.car;
    const kept = [name, licensePlate, vin, place.operator.settings.password, place.operator.settings.apiKey];
    expect(kept.filter((word) => word !== '' && everything.includes(word))).toEqual([]);
  },
);

test.concurrent(
  'a bundle of a missing data folder is refused, and the folder is not made',
  async (context) => {
    const place = await surroundings(context);
    const dataDir = join(place.dataDir, 'never');
    const run = await place.run(['--bundle', bundleFile(place)], { BOXWRIGHT_DATA_DIR: dataDir }).ended;
    expect(run.code).toBe(0);
    expect(shown(run).map(([name]) => name)).toContain('versions.json');
    expect(existsSync(dataDir)).toBe(false);
  },
);

test.concurrent('a place that cannot be written to ends with one sentence', async (context) => {
  const place = await surroundings(context);
  mkdirSync(join(bundleFile(place), 'inside'), { recursive: true });
  const run = await place.run(['--bundle', bundleFile(place)]).ended;
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('The bundle could not be written');
  expect(run.lines.at(-1)).toMatchObject({ event: 'end', code: 2 });
});
