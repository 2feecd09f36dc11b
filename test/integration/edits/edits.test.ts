import { expect, test } from 'vitest';
import { loadJob, ofKind } from '../../../electron/jobs/change.ts';
import { chooseLeavingBox, readLosses, takeOut } from '../../../electron/jobs/leaving/take-out.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { assignmentId, carId, groupId, productId, serviceId, userId } from '../../../shared/ids.ts';
import type { CallInput, CallName } from '../../../shared/ipc/contract.ts';
import { placeProduct } from '../../operator/control/state-views.ts';
import type { Product } from '../../operator/model.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { RunningOperator } from '../../operator/start.ts';
import { giveAccess } from '../queue-kinds/orders.ts';
import { startEdits, type Edits } from './edits.ts';

const car = carId.parse(20_001);
const user = userId.parse(notable.testUserId);
const noon = Date.UTC(2030, 0, 15, 12);
const hour = 3_600_000;

function product(
  { state }: RunningOperator,
  serial: string,
): Product & { readonly ref: ReturnType<typeof productId.parse> } {
  const found = [...state.products.values()].find(({ serialNumber }) => serialNumber === serial);
  if (found === undefined) throw new Error(`the seed has no ${serial}`);
  return Object.assign(found, { ref: productId.parse(found.id) });
}

const group = ({ state }: RunningOperator) =>
  groupId.parse([...state.groups.values()].find(({ name }) => name === notable.emptyGroup)?.id);

const logOf = ({ open }: Edits) =>
  open.database.sqlite
    .prepare<[], string>(`SELECT data FROM log_entry WHERE type = 'edit-requested' ORDER BY number`)
    .pluck()
    .all();

test('a new car goes to the operator with its description, and is listed here at once', async () => {
  const app = await startEdits();
  const asked = await app.call('edits.createCar', {
    car: { name: '', licensePlate: ' M  QX 4711 ', vin: '', brand: 'Ford', model: '' },
    description: ' Spare van\nwith racks ',
  });
  expect(asked).toMatchObject({
    kind: 'create-car',
    sentence: { params: { car: 'M QX 4711' } },
    jobId: null,
  });
  await app.comesTo(asked, 'done');
  const made = [...app.operator.state.cars.values()].find(({ licensePlate }) => licensePlate === 'M QX 4711');
  expect(made).toMatchObject({ name: 'M QX 4711', description: 'Spare van\nwith racks', model: '' });
  const { rows } = await app.call('directory.listCars', { text: 'mqx4711', limit: 5, offset: 0 });
  expect(rows).toMatchObject([{ licensePlate: 'M QX 4711' }]);
  expect(logOf(app)).toHaveLength(1);
  expect(logOf(app)[0]).toContain(asked.id);
});

test('a change of a car sends only the differing fields, and shows here', async () => {
  const app = await startEdits();
  const before = await app.call('directory.car', { carId: car });
  const patch = { name: before.name, licensePlate: null, brand: ` ${before.brand ?? ''} `, model: 'Bay  3' };
  const asked = await app.call('edits.updateCar', { carId: car, patch });
  await app.comesTo(asked, 'done');
  const [sent] = app.operator.journal.matching({ method: 'PATCH' });
  expect(JSON.parse(sent?.body ?? '')).toEqual([
    { op: 'replace', path: '/licensePlate', value: null },
    { op: 'replace', path: '/model', value: 'Bay 3' },
  ]);
  expect(await app.call('directory.car', { carId: car })).toMatchObject({
    licensePlate: null,
    model: 'Bay 3',
  });
  expect(app.operator.violations.all).toEqual([]);
});

test('the car is read once more after a change, because the operator may alter the values', async () => {
  const app = await startEdits();
  const kept = app.operator.state.cars.get(car);
  app.operator.faults.add({
    method: 'PATCH',
    effect: { kind: 'status', status: 204, when: 'before', body: '' },
  });
  if (kept !== undefined) kept.model = 'VITO 111';
  const asked = await app.call('edits.updateCar', { carId: car, patch: { model: 'Vito 111' } });
  await app.comesTo(asked, 'done');
  await expect.poll(async () => (await app.call('directory.car', { carId: car })).model).toBe('VITO 111');
});

test('going back on a change that has not left yet is a change too', async () => {
  const app = await startEdits();
  const before = app.operator.state.cars.get(car)?.model ?? '';
  await app.operator.stop();
  await app.call('edits.updateCar', { carId: car, patch: { model: 'Other' } });
  const back = await app.call('edits.updateCar', { carId: car, patch: { model: before } });
  await app.operator.startAgain();
  await app.call('queue.tryNow', {});
  await app.comesTo(back, 'done');
  expect(app.operator.state.cars.get(car)?.model).toBe(before);
});

test('a Box is installed and removed again, and the preview of the removal lists the accesses that end', async () => {
  const app = await startEdits();
  const box = product(app.operator, notable.boxes.free[0]);
  const install = await app.call('edits.install', { carId: car, serialNumber: ' 1234-021 ' });
  await app.comesTo(install, 'done');
  expect(box.carId).toBe(car);
  const access = giveAccess(app.operator, car);
  expect(await app.call('edits.uninstallPreview', { productId: box.ref })).toMatchObject({
    takesAssignments: true,
    assignments: [{ id: access, carLabel: 'M BX 1077', userName: 'Bay 3 Tester' }],
  });
  const uninstall = await app.call('edits.uninstall', { productId: box.ref, seen: null });
  await app.comesTo(uninstall, 'done');
  expect(box.carId).toBeNull();
  const view = await app.call('directory.product', { productId: box.ref });
  expect(view.car).toEqual({ known: true, carId: null, car: null });
  expect(await app.refusal('edits.uninstall', { productId: box.ref, seen: null })).toBe('box-not-installed');
});

test('a preview that cannot be read in three seconds says so; an IQ ends no access', async () => {
  const app = await startEdits();
  const box = product(app.operator, notable.boxes.installed);
  app.operator.faults.add({ path: '/cars/*/assignments', count: 'all', effect: { kind: 'hang' } });
  expect(await app.call('edits.uninstallPreview', { productId: box.ref })).toEqual({
    car: { id: box.carId, label: notable.plates.inAnotherCar },
    takesAssignments: true,
    assignments: null,
  });
  const [serial] = notable.iq.free;
  const install = await app.call('edits.install', { carId: car, serialNumber: serial });
  await app.comesTo(install, 'done');
  expect(
    await app.call('edits.uninstallPreview', { productId: product(app.operator, serial).ref }),
  ).toMatchObject({ takesAssignments: false, assignments: [] });
});

test('a group is made, renamed, filled and deleted, each shown here', async () => {
  const app = await startEdits();
  const { groups, services } = app.operator.state;
  const listed = async (text: string) =>
    (await app.call('directory.listGroups', { text, limit: 5, offset: 0 })).rows;
  await app.comesTo(await app.call('edits.createGroup', { name: ' Bay  3 ' }), 'done');
  const [made] = await listed('Bay 3');
  if (made === undefined) throw new Error('the group is not listed');
  const id = { groupId: made.id };
  await app.comesTo(await app.call('edits.renameGroup', { ...id, name: 'Bay 4' }), 'done');
  expect(await listed('Bay')).toEqual([{ id: made.id, name: 'Bay 4' }]);

  const box = product(app.operator, notable.boxes.free[0]);
  const kept = groups.get(made.id);
  for (const asked of [
    await app.call('edits.addCarToGroup', { ...id, carId: car }),
    await app.call('edits.addUserToGroup', { ...id, userId: user }),
    await app.call('edits.addProductToGroup', { ...id, productId: box.ref }),
  ]) {
    await app.comesTo(asked, 'done');
  }
  expect([[...(kept?.carIds ?? [])], [...(kept?.userIds ?? [])], [...(kept?.productIds ?? [])]]).toEqual([
    [car],
    [user],
    [box.id],
  ]);
  const service = serviceId.parse([...services.keys()][0]);
  kept?.serviceIds.add(service);
  const takenOut = await app.call('edits.removeServiceFromGroup', { ...id, serviceId: service });
  const { name: serviceName } = await app.call('directory.service', { serviceId: service });
  expect(takenOut.sentence.params).toMatchObject({ service: serviceName ?? String(service) });
  await app.comesTo(takenOut, 'done');
  expect(kept?.serviceIds.size).toBe(0);
  await app.comesTo(await app.call('edits.deleteGroup', id), 'done');
  expect(await listed('Bay')).toEqual([]);
  expect(app.operator.violations.all).toEqual([]);
});

test('a user is removed here and there, an event is recorded as it was', async () => {
  const app = await startEdits();
  const at = Date.now() - hour;
  const event = await app.call('edits.recordEvent', { carId: car, userId: user, type: 'CarOpened', at });
  await app.comesTo(event, 'done');
  const [recorded] = [...app.operator.state.events.values()].slice(-1);
  expect(recorded).toMatchObject({ carId: car, userId: user, userAgent: 'Boxwright/test' });
  expect(Date.parse(recorded?.utcDateTime ?? '')).toBe(at);
  await app.comesTo(await app.call('edits.removeUserFromCustomer', { userId: user }), 'done');
  expect(await app.refusal('directory.user', { userId: user })).toBe('not-found');
});

interface Refused<Name extends CallName> {
  readonly name: Name;
  readonly input: CallInput<Name>;
  readonly code: string;
}
const refused = <Name extends CallName>(name: Name, input: CallInput<Name>, code: string): Refused<Name> => ({
  name,
  input,
  code,
});

test('invalid input is refused before anything is stored or sent', async () => {
  const app = await startEdits();
  const someGroup = group(app.operator);
  const gone = {
    car: carId.parse(1),
    group: groupId.parse(1),
    user: userId.parse(1),
    product: productId.parse(1),
  };
  const bare = { name: '', licensePlate: '', vin: '', brand: '', model: '' };
  const access = { carId: car, userId: user, lifetime: null, renewableAfter: null };
  const named = { assignmentId: assignmentId.parse(5), carId: car, userId: user };
  const long = 'x'.repeat(201);
  for (const { name, input, code } of [
    refused('edits.createCar', { car: bare, description: '' }, 'name-missing'),
    refused(
      'edits.createCar',
      { car: { ...bare, name: 'A' }, description: 'x'.repeat(2001) },
      'name-too-long',
    ),
    refused('edits.updateCar', { carId: car, patch: {} }, 'nothing-changed'),
    refused('edits.updateCar', { carId: car, patch: { name: ' ' } }, 'name-missing'),
    refused('edits.updateCar', { carId: car, patch: { vin: 'W1V!' } }, 'vin-malformed'),
    refused('edits.updateCar', { carId: car, patch: { brand: long } }, 'name-too-long'),
    refused('edits.updateCar', { carId: gone.car, patch: { brand: 'Ford' } }, 'not-found'),
    refused('edits.install', { carId: car, serialNumber: ' ' }, 'serial-missing'),
    refused('edits.install', { carId: car, serialNumber: '!!' }, 'serial-malformed'),
    refused('edits.install', { carId: gone.car, serialNumber: '001234021' }, 'not-found'),
    refused('edits.uninstall', { productId: gone.product, seen: [] }, 'not-found'),
    refused('edits.createAssignment', { ...access, start: noon, end: noon }, 'end-before-start'),
    refused('edits.createAssignment', { ...access, userId: gone.user, start: noon, end: null }, 'not-found'),
    refused('edits.changeAssignment', named, 'nothing-changed'),
    refused('edits.changeAssignment', { ...named, start: noon, end: noon - 1 }, 'end-before-start'),
    refused('edits.endAssignment', { ...named, carId: gone.car }, 'not-found'),
    refused('edits.createGroup', { name: '  ' }, 'name-missing'),
    refused('edits.renameGroup', { groupId: someGroup, name: long }, 'name-too-long'),
    refused('edits.renameGroup', { groupId: someGroup, name: notable.emptyGroup }, 'nothing-changed'),
    refused('edits.deleteGroup', { groupId: gone.group }, 'not-found'),
    refused('edits.addCarToGroup', { groupId: someGroup, carId: gone.car }, 'not-found'),
    refused('edits.addUserToGroup', { groupId: someGroup, userId: gone.user }, 'not-found'),
    refused('edits.addProductToGroup', { groupId: someGroup, productId: gone.product }, 'not-found'),
    refused('edits.removeUserFromCustomer', { userId: gone.user }, 'not-found'),
    refused(
      'edits.recordEvent',
      { carId: car, userId: user, type: 'CarClosed', at: Date.now() + 2 * 60_000 },
      'time-in-future',
    ),
  ]) {
    expect({ name, code: await app.refusal(name, input) }).toEqual({ name, code });
  }
  expect(await app.call('queue.list', { which: 'all', limit: 50 })).toEqual({ operations: [] });
  expect(logOf(app)).toEqual([]);
  expect(app.operator.journal.entries.filter(({ method }) => method !== 'GET' && method !== 'POST')).toEqual(
    [],
  );
});

test('a Box whose removal was ordered twice counts as out once it is out, wherever it is then', async () => {
  const app = await startEdits();
  const box = product(app.operator, notable.boxes.installed);
  const removal = { method: 'DELETE', path: '/installations' } as const;
  const held = (nth: number) =>
    app.operator.faults.add({ path: '/cars/*/products', nth, effect: { kind: 'hold' } });
  const looks = [held(1), held(2)];
  const first = await app.call('edits.uninstall', { productId: box.ref, seen: null });
  const second = await app.call('edits.uninstall', { productId: box.ref, seen: null });
  app.operator.faults.clear(looks[0]);
  await app.comesTo(first, 'done');
  placeProduct(app.operator.state, notable.boxes.installed, car);
  app.operator.faults.clear(looks[1]);
  await app.comesTo(second, 'done');
  expect(app.operator.journal.executions(removal)).toBe(1);
  expect(await app.call('directory.product', { productId: box.ref })).toMatchObject({
    car: { known: true, carId: car },
  });
});

test('a Box that a job removes after its removal was ordered counts as out once it is out, wherever it is then', async () => {
  const app = await startEdits();
  const { jobs, client, directory } = app.open;
  const box = product(app.operator, notable.boxes.installed);
  const job = startJob(jobs, 'removal');
  chooseCar(jobs, job, carId.parse(box.carId));
  chooseLeavingBox(jobs, job, { productId: box.ref });
  await readLosses({ ...jobs, client, directory }, job);
  const held = (nth: number) =>
    app.operator.faults.add({ path: '/cars/*/products', nth, effect: { kind: 'hold' } });
  const looks = [held(1), held(2)];
  const asked = await app.call('edits.uninstall', { productId: box.ref, seen: null });
  const { losses } = ofKind(loadJob(jobs.database.sqlite, job).data, ['removal']);
  takeOut(jobs, job, { code: 'defective', text: '' }, losses?.readAt ?? 0);
  const { operations } = await app.call('queue.list', { which: 'all', limit: 50 });
  const ofJob = operations.find(({ jobId }) => jobId === job);
  if (ofJob === undefined) throw new Error('the job has asked for no removal');
  app.operator.faults.clear(looks[0]);
  await app.comesTo(asked, 'done');
  placeProduct(app.operator.state, notable.boxes.installed, car);
  app.operator.faults.clear(looks[1]);
  await app.comesTo(ofJob, 'done');
  expect(app.operator.journal.executions({ method: 'DELETE', path: '/installations' })).toBe(1);
});

test('where lists do not name the car of a product, the product itself may', async () => {
  const app = await startEdits({ productListsShowCarId: false });
  const box = product(app.operator, notable.boxes.installed);
  const installedIn = box.carId;
  expect(await app.call('directory.product', { productId: box.ref })).toMatchObject({
    car: { known: false },
  });
  expect(await app.call('edits.uninstallPreview', { productId: box.ref })).toMatchObject({
    car: { id: installedIn, label: notable.plates.inAnotherCar },
  });
  await app.comesTo(await app.call('edits.uninstall', { productId: box.ref, seen: null }), 'done');
  expect(box.carId).toBeNull();
});

test('where no read shows the car of a product, it leaves the car that a person names', async () => {
  const app = await startEdits({
    productListsShowCarId: false,
    notOffered: ['GET /products/{productId}', 'GET /cars/{carId}/products'],
  });
  const box = product(app.operator, notable.boxes.installed);
  const installedIn = carId.parse(box.carId);
  expect(await app.call('edits.uninstallPreview', { productId: box.ref })).toEqual({
    car: null,
    takesAssignments: true,
    assignments: null,
  });
  expect(await app.refusal('edits.uninstall', { productId: box.ref, seen: null })).toBe(
    'operator-not-offered',
  );
  const named = { productId: box.ref, carId: installedIn };
  expect(await app.call('edits.uninstallPreview', named)).toMatchObject({
    car: { id: installedIn, label: notable.plates.inAnotherCar },
    takesAssignments: true,
  });
  await app.comesTo(await app.call('edits.uninstall', { ...named, seen: null }), 'done');
  expect(box.carId).toBeNull();
});

test('an edit is accepted at once without a connection, and drains later', async () => {
  const app = await startEdits();
  await app.operator.stop();
  const asked = await app.call('edits.createGroup', { name: 'Bay 3' });
  expect(asked.state).toBe('ready');
  await app.operator.startAgain();
  await app.call('queue.tryNow', {});
  await app.comesTo(asked, 'done');
});

test('half-typed forms are kept one by one, the newest two hundred of them, until they are sent or cancelled', async () => {
  const app = await startEdits();
  const kept = async () => (await app.call('edits.drafts', {})).drafts;
  await app.call('edits.saveDraft', { form: 'new-car new', draft: '{"name":"V"}' });
  await app.call('edits.saveDraft', { form: 'edit-car 7', draft: '{"vin":"WF0"}' });
  await app.call('edits.saveDraft', { form: 'new-car new', draft: '{"name":"Van"}' });
  expect(await kept()).toEqual([
    { form: 'edit-car 7', draft: '{"vin":"WF0"}' },
    { form: 'new-car new', draft: '{"name":"Van"}' },
  ]);
  await app.call('edits.saveDraft', { form: 'new-car new', draft: null });
  await app.call('edits.saveDraft', { form: 'never-typed', draft: null });
  expect((await kept()).map(({ form }) => form)).toEqual(['edit-car 7']);
  for (let count = 0; count < 205; count += 1) {
    await app.call('edits.saveDraft', { form: `group-name ${count}`, draft: '{}' });
  }
  expect(await kept()).toHaveLength(200);
});
