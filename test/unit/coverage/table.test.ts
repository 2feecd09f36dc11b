import { expect, test } from 'vitest';
import { reachableFrom } from '../../coverage/reach.ts';
import { coverageTable, emptyCells } from '../../coverage/table.ts';
import { partsOf, smallProject } from './small-tree.ts';

test('a write is found from its builder to its screen, a read without a kind', () => {
  const [create, products] = coverageTable(partsOf());
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

test('an empty cell is named with its operation', () => {
  expect(emptyCells(coverageTable(partsOf()))).toEqual([
    'GET /cars/{carId}/products has no test',
    'POST /webhooks/assignmentCreatedResult has no screen',
  ]);
});

test('a webhook is found from its sender to its receiver, its kind and its tests', () => {
  expect(coverageTable(partsOf()).at(-1)).toMatchObject({
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
  const [create] = coverageTable(partsOf({ [file]: text }));
  expect(create).toMatchObject({ [column]: '' });
});

test('a kind covers the requests that it sends, not those that it only reads', () => {
  const parts = partsOf();
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

test('of a collaborator only the called function counts', () => {
  const { tree, paths } = partsOf();
  const namesFrom = (call: string) =>
    reachableFrom(tree, paths, { file: 'electron/jobs/calls.ts', name: `.${call}` }).map(({ name }) => name);
  expect(namesFrom('jobs.look')).toContain('listCarProducts');
  expect(namesFrom('jobs.idle')).not.toContain('listCarProducts');
});

test('a collaborator is followed through the name of its parameter', () => {
  const { tree, paths } = partsOf({
    'electron/jobs/watch.ts': `
      export function createWatch({ source }) {
        return { look: () => source.all(), rest: () => ({}) };
      }`,
    'electron/jobs/source.ts': `
      import { listCarProducts } from '../operator/endpoints/cars.ts';
      export function createSource(client) { return { all: () => client.call(listCarProducts(1)) }; }`,
    'electron/open-profile.ts': `
      import { createSource } from './jobs/source.ts';
      import { createWatch } from './jobs/watch.ts';
      export function openProfile(parts) {
        const watch = createWatch({ source: createSource(parts.client) });
        return { watch };
      }`,
  });
  const namesFrom = (call: string) =>
    reachableFrom(tree, paths, { file: 'electron/jobs/calls.ts', name: `.${call}` }).map(({ name }) => name);
  expect(namesFrom('jobs.look')).toContain('listCarProducts');
  expect(namesFrom('jobs.idle')).not.toContain('listCarProducts');
});

test('adjacent functions do not share their declarations', () => {
  const { tree, paths } = partsOf({
    'electron/jobs/watch.ts': `
      import { listCarProducts } from '../operator/endpoints/cars.ts';
      export function createWatch(client) {
        const ask = (request) => client.call(request);
        return {
          look: (id) => { const request = listCarProducts(id); return ask(request); },
          rest: () => { const request = null; return ask(request); },
        };
      }`,
  });
  const namesFrom = (call: string) =>
    reachableFrom(tree, paths, { file: 'electron/jobs/calls.ts', name: `.${call}` }).map(({ name }) => name);
  expect(namesFrom('jobs.look')).toContain('listCarProducts');
  expect(namesFrom('jobs.idle')).toContain('createWatch>ask');
  expect(namesFrom('jobs.idle')).not.toContain('listCarProducts');
});

test('a part that only shares its name with a collaborator is not followed', () => {
  const { tree, paths } = partsOf({
    'electron/jobs/calls.ts': `
      export function jobCalls({ relay }) {
        return { 'jobs.idle': async () => { const client = relay.make(); await client.close(); } };
      }`,
    'electron/open-profile.ts': `
      import { createWatch } from './jobs/watch.ts';
      export function openProfile(parts) {
        const watch = createWatch(parts.client);
        return { watch, close: async () => watch.look(1) };
      }`,
  });
  const closing = { ...paths, parts: new Set(['watch', 'close']) };
  const reached = reachableFrom(tree, closing, { file: 'electron/jobs/calls.ts', name: '.jobs.idle' });
  expect(reached.map(({ name }) => name)).toEqual(['.jobs.idle']);
});

test('adjacent handlers do not share their declarations', () => {
  const { tree, paths } = partsOf();
  const reached = reachableFrom(tree, paths, { file: 'electron/jobs/calls.ts', name: '.jobs.look' });
  expect(reached.map(({ name }) => name)).not.toContain('createCarKind');
});

test('a closed part is not followed', () => {
  const parts = partsOf();
  const closed = { ...parts.paths, closed: ({ file }: { file: string }) => file.includes('/kinds/') };
  expect(coverageTable({ ...parts, paths: closed })[0]).toMatchObject({ kind: '', screen: '' });
});

test('the fixture itself is a whole project', () => {
  expect(Object.keys(smallProject)).toContain('electron/open-profile.ts');
});
