import { expect, test } from 'vitest';
import { reachableFrom } from '../../coverage/reach.ts';
import { coverageTable, emptyCells } from '../../coverage/table.ts';
import { partsOf, smallProject } from './small-tree.ts';

test('a write is found from its builder to its screen, a read without a kind', (context) => {
  const [create, products] = coverageTable(partsOf(context));
  expect(create).toEqual({
    operation: 'PUT /cars',
    client: 'cars.create in electron/operator/endpoints/cars.ts',
    simulator: 'PUT /cars',
    kind: 'create-car',
    screen: 'jobs.createCar in renderer/screens/Car.tsx',
    test: 'test/unit/cars.test.ts',
  });
  expect(products).toMatchObject({
    client: 'cars.products in electron/operator/endpoints/cars.ts',
    simulator: 'GET /cars/{id}/products',
    kind: 'n/a',
    screen: 'jobs.look in renderer/screens/Car.tsx',
  });
});

test('an empty cell is named with its operation', (context) => {
  expect(emptyCells(coverageTable(partsOf(context)))).toEqual([
    'GET /cars/{carId}/products has no test',
    'POST /webhooks/assignmentCreatedResult has no screen',
  ]);
});

test('a webhook is found from its sender to its receiver, its kind and its tests', (context) => {
  expect(coverageTable(partsOf(context)).at(-1)).toMatchObject({
    client: 'assignmentCreatedResult in relay/webhook-routes.ts',
    simulator: 'assignmentCreatedResult in test/operator/deliver.ts',
    kind: 'create-assignment',
    test: 'test/unit/relay.test.ts',
  });
});

test.each([
  ['client', 'electron/operator/endpoints/cars.ts', ''],
  ['kind', 'electron/queue/kinds/create-car.ts', `export const createCarKind = defineKind({});`],
  ['screen', 'renderer/screens/Car.tsx', `export const Car = () => null;`],
  [
    'test',
    'test/unit/cars.test.ts',
    `import { createCar } from '../../electron/operator/endpoints/cars.ts';`,
  ],
])('without its %s the cell is empty', (column, file, text) => {
  const context = { onTestFinished: () => undefined };
  const [create] = coverageTable(partsOf(context, { [file]: text }));
  expect(create).toMatchObject({ [column]: '' });
});

test('a kind covers what it sends, not what it only reads', (context) => {
  const parts = partsOf(context);
  const [row] = coverageTable({
    ...parts,
    operations: [{ operation: 'PUT /cars/{carId}', shown: 'endpoint' }],
  });
  expect(row).toMatchObject({ client: '', kind: '' });
  const reads = reachableFrom(parts.tree, parts.paths, {
    file: 'electron/queue/kinds/create-car.ts',
    name: '.request',
  });
  expect(reads.map(({ name }) => name)).toEqual(['.request', 'createCar']);
});

test('of a part that is handed in only the function that is called counts', (context) => {
  const { tree, paths } = partsOf(context);
  const namesFrom = (call: string) =>
    reachableFrom(tree, paths, { file: 'electron/jobs/calls.ts', name: `.${call}` }).map(({ name }) => name);
  expect(namesFrom('jobs.look')).toContain('listCarProducts');
  expect(namesFrom('jobs.idle')).not.toContain('listCarProducts');
});

test('handlers beside each other do not share what they declare', (context) => {
  const { tree, paths } = partsOf(context);
  const reached = reachableFrom(tree, paths, { file: 'electron/jobs/calls.ts', name: '.jobs.look' });
  expect(reached.map(({ name }) => name)).not.toContain('createCarKind');
});

test('what is closed is not walked through', (context) => {
  const parts = partsOf(context);
  const closed = { ...parts.paths, closed: ({ file }: { file: string }) => file.includes('/kinds/') };
  expect(coverageTable({ ...parts, paths: closed })[0]).toMatchObject({ kind: '', screen: '' });
});

test('the fixture itself is a whole project', () => {
  expect(Object.keys(smallProject)).toContain('electron/open-profile.ts');
});
