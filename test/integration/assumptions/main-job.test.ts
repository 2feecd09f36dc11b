import { describe, expect, test } from 'vitest';
import { assumedOperations } from '../../operator/routes.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { SettingsChange } from '../../operator/settings.ts';
import { productsIn } from '../../operator/state.ts';
import { type Surroundings, surroundings } from '../headless/surroundings.ts';
import { executions, expectDone, expectFittedOnce, SERIAL, wholeJob } from '../headless/the-job.ts';
import { longFrom } from '../../runner/long.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';

/** The calls that the environment lacks, and its answer to them. */
const bare = (notOfferedAs: SettingsChange['notOfferedAs'] & string) => ({
  notOffered: [...assumedOperations],
  notOfferedAs,
});
const ways = ['404-object', '404-text', '404-page', '405', '501', 'page'] as const;

/** Requests for what is not there. */
const askedInVain = ({ operator }: Surroundings) =>
  operator.journal.entries.filter(({ operation }) => assumedOperations.includes(operation ?? ''));

const groupsNamed = ({ operator }: Surroundings, wanted: string) =>
  [...operator.state.groups.values()].filter(
    ({ name, customerId }) => name === wanted && customerId === notable.customerId,
  );

async function runThrough({ run, jobFile }: Surroundings, job: unknown) {
  const { code, stderr, lines } = await run(['--job', jobFile(job), '--timeout', AMPLE_SECONDS]).ended;
  expect({ code, stderr, end: code === 0 ? null : lines.at(-1) }).toEqual({ code: 0, stderr: '', end: null });
  return lines;
}

describe.each(ways.map((way, index) => [way, longFrom(1, index)] as const))(
  'an environment that has no assumed call and says so as %s%s',
  (way) => {
    test('lets a new car be fitted', async (context) => {
      const place = await surroundings(context, bare(way));
      const lines = await runThrough(place, wholeJob);
      expectDone(lines);
      expectFittedOnce(place.operator);
      expect(askedInVain(place).length).toBeGreaterThan(0);
    });

    test('lets a car be fitted that is there already, and put into a group that is there already', async (context) => {
      const place = await surroundings(context, bare(way));
      const { state } = place.operator;
      const car = [...state.cars.values()].find(
        ({ licensePlate }) => licensePlate === notable.plates.withoutBox,
      );
      const [group] = groupsNamed(place, notable.emptyGroup);
      const known = { ...wholeJob, car: { id: car?.id }, group: { id: group?.id } };
      expectDone(await runThrough(place, known));
      expect(productsIn(state, car?.id ?? 0).map(({ serialNumber }) => serialNumber)).toEqual([SERIAL]);
      expect([...(group?.carIds ?? [])]).toEqual([car?.id]);
      expect(executions(place.operator)).toMatchObject({
        'PUT /cars': 0,
        'PUT /groups': 0,
        'PUT /groups/*/cars': 1,
      });
      expect(place.operator.violations.all).toEqual([]);
    });
  },
);

test('a group whose name is taken is not made twice, and a person decides where its id cannot be read', async (context) => {
  const place = await surroundings(context, bare('404-object'));
  const job = { ...wholeJob, group: { name: notable.emptyGroup } };
  const { code, lines } = await place.run(['--job', place.jobFile(job), '--timeout', AMPLE_SECONDS]).ended;
  expect({ code, because: lines.at(-1)?.because }).toEqual({ code: 3, because: 'person-needed' });
  expect(executions(place.operator)).toMatchObject({ 'PUT /groups': 0, 'PUT /groups/*/cars': 0 });
  expect(groupsNamed(place, notable.emptyGroup)).toHaveLength(1);
});

test('an installation that no read shows is sent once and left to a person', async (context) => {
  const place = await surroundings(context, bare('404-object'));
  place.operator.faults.add({
    method: 'PUT',
    path: '/installations',
    effect: { kind: 'drop', when: 'after' },
  });
  const { code, lines } = await place.run(['--job', place.jobFile(wholeJob), '--timeout', AMPLE_SECONDS])
    .ended;
  expect({ code, because: lines.at(-1)?.because }).toEqual({ code: 3, because: 'person-needed' });
  expect(lines.at(-1)?.says).toMatch(/\S/);
  expect(place.operator.journal.matching({ method: 'PUT', path: '/installations' })).toHaveLength(1);
});

test('an installation whose answer was lost is found by the products of a group, the one list the spec shows', async (context) => {
  const notOffered = assumedOperations.filter((operation) => operation !== 'GET /groups');
  const place = await surroundings(context, { notOffered });
  const { products } = place.operator.state;
  const box = [...products.values()].find(({ serialNumber }) => serialNumber === SERIAL);
  groupsNamed(place, notable.emptyGroup)[0]?.productIds.add(box?.id ?? 0);
  place.operator.faults.add({
    method: 'PUT',
    path: '/installations',
    effect: { kind: 'drop', when: 'after' },
  });
  const lines = await runThrough(place, wholeJob);
  expect(lines.filter(({ kind }) => kind === 'install').at(-1)).toMatchObject({
    state: 'done',
    confirmedBy: 'query',
  });
  expectFittedOnce(place.operator);
});

describe.each([
  ['the other checksum', { checksumAs: 'unknown' }],
  [
    'results with less in them',
    { createdResultCarriesLifetime: false, updatedResultCarriesUpdateData: false },
  ],
  ['a token that comes without its lifetime', { expiresInAs: 'absent' }],
  ['lists that ignore what they are asked for', { queryOptionsWhereNotShown: 'ignored' }],
  ['lists that do not tell where a Box is', { productListsShowCarId: false }],
  ['refusals as text', { refusalsAs: 'text' }],
  ['refusals as objects', { refusalsAs: 'object' }],
  ['customer ids as text', { customerIdsAs: 'string' }],
] as const)('with %s', (_what, settings) => {
  test('the main job is done @long', async (context) => {
    const place = await surroundings(context, settings);
    const lines = await runThrough(place, wholeJob);
    expect(lines.at(-1)).toMatchObject({ event: 'end', code: 0, because: 'done' });
    expectFittedOnce(place.operator);
  });
});
