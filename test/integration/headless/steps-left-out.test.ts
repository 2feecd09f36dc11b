import { expect, test } from 'vitest';
import { notable } from '../../operator/seed/notable.ts';
import { productsIn } from '../../operator/state.ts';
import { type Surroundings, surroundings } from './surroundings.ts';
import { carsOfTheJob, executions, expectDone, SERIAL, wholeJob } from './the-job.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';
import { LONG } from '../../runner/long.ts';

const { car, keyfob, box, verify } = wholeJob;
const none = {
  'PUT /cars': 0,
  'PUT /installations': 0,
  'PUT /groups': 0,
  'PUT /groups/*/cars': 0,
  'PUT /assignments': 0,
  'DELETE /assignments/*': 0,
};
const knownCar = (place: Surroundings, plate: string) =>
  [...place.operator.state.cars.values()].find(({ licensePlate }) => licensePlate === plate)?.id ?? 0;
const knownGroup = (place: Surroundings) =>
  [...place.operator.state.groups.values()].find(({ name }) => name === notable.emptyGroup)?.id ?? 0;

async function expectThrough({ run, jobFile, operator }: Surroundings, job: unknown) {
  const { code, stderr, lines } = await run(['--job', jobFile(job), '--timeout', AMPLE_SECONDS]).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expectDone(lines);
  expect(operator.violations.all).toEqual([]);
  return lines;
}

test.concurrent('a car alone needs no relay', async (context) => {
  const place = await surroundings(context);
  const { code } = await place.run(['--job', place.jobFile({ car })], {
    BOXWRIGHT_RELAY_URL: undefined,
    BOXWRIGHT_RELAY_TOKEN: undefined,
  }).ended;
  expect(code).toBe(0);
  expect(carsOfTheJob(place.operator)).toHaveLength(1);
  expect(executions(place.operator)).toEqual({ ...none, 'PUT /cars': 1 });
});

test.concurrent('a car and a Box @long', async (context) => {
  const place = await surroundings(context);
  const lines = await expectThrough(place, { car, box });
  expect(lines.filter(({ event }) => event === 'step').map(({ step }) => step)).toEqual(['car', 'box']);
  expect(executions(place.operator)).toEqual({ ...none, 'PUT /cars': 1, 'PUT /installations': 1 });
});

test.concurrent('a car and a test access without a Box @long', async (context) => {
  const place = await surroundings(context);
  await expectThrough(place, { car, verify });
  expect(executions(place.operator)).toEqual({
    ...none,
    'PUT /cars': 1,
    'PUT /assignments': 1,
    'DELETE /assignments/*': 1,
  });
});

test.concurrent('a known car and a known group are taken by their ids', async (context) => {
  const place = await surroundings(context);
  const id = knownCar(place, notable.plates.withoutBox);
  const groupId = knownGroup(place);
  const lines = await expectThrough(place, { car: { id }, keyfob, box, group: { id: groupId }, verify });
  expect(executions(place.operator)).toEqual({
    ...none,
    'PUT /installations': 1,
    'PUT /groups/*/cars': 1,
    'PUT /assignments': 1,
    'DELETE /assignments/*': 1,
  });
  expect(productsIn(place.operator.state, id).map(({ serialNumber }) => serialNumber)).toEqual([SERIAL]);
  expect(place.operator.state.groups.get(groupId)?.carIds).toEqual(new Set([id]));
  expect(lines.map(({ says }) => says)).toContain(
    `Add ${notable.plates.withoutBox} to group ${notable.emptyGroup}`,
  );
});

test.concurrent(
  'a group that exists is found by its name, also beyond the first page @long',
  async (context) => {
    const place = await surroundings(context, { defaultPageSize: 2, maxTop: 2 });
    const id = knownCar(place, notable.plates.withoutBox);
    await expectThrough(place, { car: { id }, group: { name: `  ${notable.emptyGroup} ` } });
    expect(place.operator.state.groups.get(knownGroup(place))?.carIds).toEqual(new Set([id]));
    expect(executions(place.operator)).toEqual({ ...none, 'PUT /groups/*/cars': 1 });
  },
);

test.concurrent.for([
  ['  0012 34021 ', ''],
  ['c1-08-f0-94', ''],
  ['\tC1-08-F0-94\n', LONG],
  ['c108f094', LONG],
  ['0012-34021', LONG],
  ['0 0 1 2 3 4 0 2 1', LONG],
] as const)(
  'a serial or label as typed by a person, %j, finds its Box %s',
  async ([serialNumber], context) => {
    const place = await surroundings(context);
    const id = knownCar(place, notable.plates.withoutBox);
    await expectThrough(place, { car: { id }, keyfob, box: { serialNumber } });
    expect(productsIn(place.operator.state, id).map((product) => product.serialNumber)).toEqual([SERIAL]);
  },
);
