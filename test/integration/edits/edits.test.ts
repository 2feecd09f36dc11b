import { expect, test } from 'vitest';
import { assignmentId, carId, groupId, productId, serviceId, userId } from '../../../shared/ids.ts';
import type { CallInput, CallName } from '../../../shared/ipc/contract.ts';
import { placeProduct } from '../../operator/control/state-views.ts';
import type { Product } from '../../operator/model.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { RunningOperator } from '../../operator/start.ts';
import { giveAccess } from '../queue-kinds/orders.ts';
import { startDesk, type Desk } from './desk.ts';

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

const logOf = ({ open }: Desk) =>
  open.database.sqlite
    .prepare<[], string>(`SELECT data FROM log_entry WHERE type = 'edit-requested' ORDER BY number`)
    .pluck()
    .all();

test('a new car goes to the operator with its description, and is listed here at once', async () => {
  const desk = await startDesk();
  const asked = await desk.call('edits.createCar', {
    car: { name: '', licensePlate: ' M  QX 4711 ', vin: '', brand: 'Ford', model: '' },
    description: ' Spare van\nwith racks ',
  });
  expect(asked).toMatchObject({
    kind: 'create-car',
    sentence: { params: { car: 'M QX 4711' } },
    jobId: null,
  });
  await desk.comesTo(asked, 'done');
  const made = [...desk.operator.state.cars.values()].find(
    ({ licensePlate }) => licensePlate === 'M QX 4711',
  );
  expect(made).toMatchObject({ name: 'M QX 4711', description: 'Spare van\nwith racks', model: '' });
  const { rows } = await desk.call('directory.listCars', { text: 'mqx4711', limit: 5, offset: 0 });
  expect(rows).toMatchObject([{ licensePlate: 'M QX 4711' }]);
  expect(logOf(desk)).toHaveLength(1);
  expect(logOf(desk)[0]).toContain(asked.id);
});

test('a change of a car sends only what differs, and shows here', async () => {
  const desk = await startDesk();
  const before = await desk.call('directory.car', { carId: car });
  const patch = { name: before.name, licensePlate: null, brand: ` ${before.brand ?? ''} `, model: 'Bay  3' };
  const asked = await desk.call('edits.updateCar', { carId: car, patch });
  await desk.comesTo(asked, 'done');
  const [sent] = desk.operator.journal.matching({ method: 'PATCH' });
  expect(JSON.parse(sent?.body ?? '')).toEqual([
    { op: 'replace', path: '/licensePlate', value: null },
    { op: 'replace', path: '/model', value: 'Bay 3' },
  ]);
  expect(await desk.call('directory.car', { carId: car })).toMatchObject({
    licensePlate: null,
    model: 'Bay 3',
  });
  expect(desk.operator.violations.all).toEqual([]);
});

test('what the operator makes of a change is read once more', async () => {
  const desk = await startDesk();
  const kept = desk.operator.state.cars.get(car);
  desk.operator.faults.add({
    method: 'PATCH',
    effect: { kind: 'status', status: 204, when: 'before', body: '' },
  });
  if (kept !== undefined) kept.model = 'VITO 111';
  const asked = await desk.call('edits.updateCar', { carId: car, patch: { model: 'Vito 111' } });
  await desk.comesTo(asked, 'done');
  await expect.poll(async () => (await desk.call('directory.car', { carId: car })).model).toBe('VITO 111');
});

test('going back on a change that has not left yet is a change too', async () => {
  const desk = await startDesk();
  const before = desk.operator.state.cars.get(car)?.model ?? '';
  await desk.operator.stop();
  await desk.call('edits.updateCar', { carId: car, patch: { model: 'Other' } });
  const back = await desk.call('edits.updateCar', { carId: car, patch: { model: before } });
  await desk.operator.startAgain();
  await desk.call('queue.tryNow', {});
  await desk.comesTo(back, 'done');
  expect(desk.operator.state.cars.get(car)?.model).toBe(before);
});

test('a Box is put in and taken out again, and the removal says beforehand what it takes along', async () => {
  const desk = await startDesk();
  const box = product(desk.operator, notable.boxes.free[0]);
  const install = await desk.call('edits.install', { carId: car, serialNumber: ' 1234-021 ' });
  await desk.comesTo(install, 'done');
  expect(box.carId).toBe(car);
  const access = giveAccess(desk.operator, car);
  expect(await desk.call('edits.uninstallPreview', { productId: box.ref })).toMatchObject({
    takesAssignments: true,
    assignments: [{ id: access, carLabel: 'M BX 1077', userName: 'Bay 3 Tester' }],
  });
  const uninstall = await desk.call('edits.uninstall', { productId: box.ref });
  await desk.comesTo(uninstall, 'done');
  expect(box.carId).toBeNull();
  const view = await desk.call('directory.product', { productId: box.ref });
  expect(view.car).toEqual({ known: true, carId: null, car: null });
  expect(await desk.refusal('edits.uninstall', { productId: box.ref })).toBe('box-not-installed');
});

test('a preview that cannot be read in three seconds says so; an IQ takes nothing along', async () => {
  const desk = await startDesk();
  const box = product(desk.operator, notable.boxes.installed);
  desk.operator.faults.add({ path: '/cars/*/assignments', count: 'all', effect: { kind: 'hang' } });
  expect(await desk.call('edits.uninstallPreview', { productId: box.ref })).toEqual({
    car: { id: box.carId, label: notable.plates.inAnotherCar },
    takesAssignments: true,
    assignments: null,
  });
  const [serial] = notable.iq.free;
  const install = await desk.call('edits.install', { carId: car, serialNumber: serial });
  await desk.comesTo(install, 'done');
  expect(
    await desk.call('edits.uninstallPreview', { productId: product(desk.operator, serial).ref }),
  ).toMatchObject({ takesAssignments: false, assignments: [] });
});

test('an access is given with its own seconds, changed and ended', async () => {
  const desk = await startDesk({ resultsLost: true });
  const asked = await desk.call('edits.createAssignment', {
    carId: car,
    userId: user,
    start: noon + 321,
    end: noon + hour,
    lifetime: 900,
    renewableAfter: null,
  });
  expect(asked.sentence.key).toBe('operations.create-access');
  await desk.comesTo(asked, 'done');
  const made = [...desk.operator.state.assignments.values()].find(({ carId: of }) => of === car);
  expect(made).toMatchObject({ userId: user, lifetime: 900, renewableAfter: 3600 });
  expect(Date.parse(made?.start ?? '')).toBe(noon);

  const access = { assignmentId: assignmentId.parse(made?.id), carId: car, userId: user };
  expect(await desk.refusal('edits.changeAssignment', { ...access, end: noon + hour })).toBe(
    'nothing-changed',
  );
  expect(await desk.refusal('edits.changeAssignment', { ...access, end: noon })).toBe('end-before-start');
  const change = await desk.call('edits.changeAssignment', { ...access, end: null });
  await desk.comesTo(change, 'done');
  expect(made?.end).toBeNull();
  expect(await desk.refusal('edits.changeAssignment', { ...access, end: null })).toBe('nothing-changed');
  const longer = { ...access, lifetime: 7200, renewableAfter: 1800 };
  await desk.comesTo(await desk.call('edits.changeAssignment', longer), 'done');
  expect(made).toMatchObject({ end: null, lifetime: 7200, renewableAfter: 1800 });
  const end = await desk.call('edits.endAssignment', access);
  expect(end.sentence.key).toBe('operations.delete-access');
  await desk.comesTo(end, 'done');
  expect(desk.operator.state.assignments.has(access.assignmentId)).toBe(false);
});

test('an access is not ended where its number belongs to another user by now', async () => {
  const desk = await startDesk();
  const { state, journal } = desk.operator;
  const access = {
    assignmentId: assignmentId.parse(giveAccess(desk.operator, car)),
    carId: car,
    userId: user,
  };
  const held = state.assignments.get(access.assignmentId);
  if (held === undefined) throw new Error('the access stands');
  state.assignments.set(access.assignmentId, { ...held, userId: user + 1 });
  await desk.comesTo(await desk.call('edits.endAssignment', access), 'done');
  expect(journal.matching({ method: 'DELETE' })).toEqual([]);
  expect(state.assignments.has(access.assignmentId)).toBe(true);
});

test('a group is made, renamed, filled and deleted, each shown here', async () => {
  const desk = await startDesk();
  const { groups, services } = desk.operator.state;
  const listed = async (text: string) =>
    (await desk.call('directory.listGroups', { text, limit: 5, offset: 0 })).rows;
  await desk.comesTo(await desk.call('edits.createGroup', { name: ' Bay  3 ' }), 'done');
  const [made] = await listed('Bay 3');
  if (made === undefined) throw new Error('the group is not listed');
  const id = { groupId: made.id };
  await desk.comesTo(await desk.call('edits.renameGroup', { ...id, name: 'Bay 4' }), 'done');
  expect(await listed('Bay')).toEqual([{ id: made.id, name: 'Bay 4' }]);

  const box = product(desk.operator, notable.boxes.free[0]);
  const kept = groups.get(made.id);
  for (const asked of [
    await desk.call('edits.addCarToGroup', { ...id, carId: car }),
    await desk.call('edits.addUserToGroup', { ...id, userId: user }),
    await desk.call('edits.addProductToGroup', { ...id, productId: box.ref }),
  ]) {
    await desk.comesTo(asked, 'done');
  }
  expect([[...(kept?.carIds ?? [])], [...(kept?.userIds ?? [])], [...(kept?.productIds ?? [])]]).toEqual([
    [car],
    [user],
    [box.id],
  ]);
  const service = serviceId.parse([...services.keys()][0]);
  kept?.serviceIds.add(service);
  const takenOut = await desk.call('edits.removeServiceFromGroup', { ...id, serviceId: service });
  const { name: serviceName } = await desk.call('directory.service', { serviceId: service });
  expect(takenOut.sentence.params).toMatchObject({ service: serviceName ?? String(service) });
  await desk.comesTo(takenOut, 'done');
  expect(kept?.serviceIds.size).toBe(0);
  await desk.comesTo(await desk.call('edits.deleteGroup', id), 'done');
  expect(await listed('Bay')).toEqual([]);
  expect(desk.operator.violations.all).toEqual([]);
});

test('a user is removed here and there, an event is recorded as it was', async () => {
  const desk = await startDesk();
  const at = Date.now() - hour;
  const event = await desk.call('edits.recordEvent', { carId: car, userId: user, type: 'CarOpened', at });
  await desk.comesTo(event, 'done');
  const [recorded] = [...desk.operator.state.events.values()].slice(-1);
  expect(recorded).toMatchObject({ carId: car, userId: user, userAgent: 'Boxwright/test' });
  expect(Date.parse(recorded?.utcDateTime ?? '')).toBe(at);
  await desk.comesTo(await desk.call('edits.removeUserFromCustomer', { userId: user }), 'done');
  expect(await desk.refusal('directory.user', { userId: user })).toBe('not-found');
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

test('what cannot be meant is refused before anything is kept or sent', async () => {
  const desk = await startDesk();
  const someGroup = group(desk.operator);
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
    refused('edits.uninstall', { productId: gone.product }, 'not-found'),
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
    expect({ name, code: await desk.refusal(name, input) }).toEqual({ name, code });
  }
  expect(await desk.call('queue.list', { which: 'all', limit: 50 })).toEqual({ operations: [] });
  expect(logOf(desk)).toEqual([]);
  expect(desk.operator.journal.entries.filter(({ method }) => method !== 'GET' && method !== 'POST')).toEqual(
    [],
  );
});

test('a Box whose removal was asked for twice is out once it is out, wherever it is then', async () => {
  const desk = await startDesk();
  const box = product(desk.operator, notable.boxes.installed);
  const removal = { method: 'DELETE', path: '/installations' } as const;
  const held = (nth: number) =>
    desk.operator.faults.add({ path: '/cars/*/products', nth, effect: { kind: 'hold' } });
  const looks = [held(1), held(2)];
  const first = await desk.call('edits.uninstall', { productId: box.ref });
  const second = await desk.call('edits.uninstall', { productId: box.ref });
  desk.operator.faults.clear(looks[0]);
  await desk.comesTo(first, 'done');
  placeProduct(desk.operator.state, notable.boxes.installed, car);
  desk.operator.faults.clear(looks[1]);
  await desk.comesTo(second, 'done');
  expect(desk.operator.journal.executions(removal)).toBe(1);
  expect(await desk.call('directory.product', { productId: box.ref })).toMatchObject({
    car: { known: true, carId: car },
  });
});

test('where lists do not tell the car of a product, the product itself may', async () => {
  const desk = await startDesk({ productListsShowCarId: false });
  const box = product(desk.operator, notable.boxes.installed);
  const installedIn = box.carId;
  expect(await desk.call('directory.product', { productId: box.ref })).toMatchObject({
    car: { known: false },
  });
  expect(await desk.call('edits.uninstallPreview', { productId: box.ref })).toMatchObject({
    car: { id: installedIn, label: notable.plates.inAnotherCar },
  });
  await desk.comesTo(await desk.call('edits.uninstall', { productId: box.ref }), 'done');
  expect(box.carId).toBeNull();
});

test('where no read shows the car of a product, it leaves the one that a person names', async () => {
  const desk = await startDesk({
    productListsShowCarId: false,
    notOffered: ['GET /products/{productId}', 'GET /cars/{carId}/products'],
  });
  const box = product(desk.operator, notable.boxes.installed);
  const installedIn = carId.parse(box.carId);
  expect(await desk.call('edits.uninstallPreview', { productId: box.ref })).toEqual({
    car: null,
    takesAssignments: true,
    assignments: null,
  });
  expect(await desk.refusal('edits.uninstall', { productId: box.ref })).toBe('operator-not-offered');
  const named = { productId: box.ref, carId: installedIn };
  expect(await desk.call('edits.uninstallPreview', named)).toMatchObject({
    car: { id: installedIn, label: notable.plates.inAnotherCar },
    takesAssignments: true,
  });
  await desk.comesTo(await desk.call('edits.uninstall', named), 'done');
  expect(box.carId).toBeNull();
});

test('an edit is accepted at once without a connection, and drains later', async () => {
  const desk = await startDesk();
  await desk.operator.stop();
  const asked = await desk.call('edits.createGroup', { name: 'Bay 3' });
  expect(asked.state).toBe('ready');
  await desk.operator.startAgain();
  await desk.call('queue.tryNow', {});
  await desk.comesTo(asked, 'done');
});

test('half-typed forms are kept one by one, the newest two hundred of them, until they are sent or cancelled', async () => {
  const desk = await startDesk();
  const kept = async () => (await desk.call('edits.drafts', {})).drafts;
  await desk.call('edits.saveDraft', { form: 'new-car new', draft: '{"name":"V"}' });
  await desk.call('edits.saveDraft', { form: 'edit-car 7', draft: '{"vin":"WF0"}' });
  await desk.call('edits.saveDraft', { form: 'new-car new', draft: '{"name":"Van"}' });
  expect(await kept()).toEqual([
    { form: 'edit-car 7', draft: '{"vin":"WF0"}' },
    { form: 'new-car new', draft: '{"name":"Van"}' },
  ]);
  await desk.call('edits.saveDraft', { form: 'new-car new', draft: null });
  await desk.call('edits.saveDraft', { form: 'never-typed', draft: null });
  expect((await kept()).map(({ form }) => form)).toEqual(['edit-car 7']);
  for (let count = 0; count < 205; count += 1) {
    await desk.call('edits.saveDraft', { form: `group-name ${count}`, draft: '{}' });
  }
  expect(await kept()).toHaveLength(200);
});
