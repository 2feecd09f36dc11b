import { expect, test } from 'vitest';
import { assignmentId, productId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { giveAccess } from '../queue-kinds/orders.ts';
import { startEdits, type Edits } from './edits.ts';

const FAR = '2099-12-24T18:00:00Z';

/** The installed Box of the seed, its car, and a new access to that car. */
async function shownBox(app: Edits) {
  const box = [...app.operator.state.products.values()].find(
    ({ serialNumber }) => serialNumber === notable.boxes.installed,
  );
  if (box === undefined) throw new Error('the seed has no installed Box');
  const ref = productId.parse(box.id);
  const { car, assignments } = await app.call('edits.uninstallPreview', { productId: ref });
  if (car === null || assignments === null) throw new Error('the preview shows no car or no accesses');
  const grant = (end: string) => {
    const id = giveAccess(app.operator, car.id);
    const access = app.operator.state.assignments.get(id);
    if (access === undefined) throw new Error('the operator has no new access');
    access.end = end;
    return assignmentId.parse(id);
  };
  return { removal: { productId: ref, carId: car.id }, shown: assignments.map(({ id }) => id), grant };
}

const queued = async (app: Edits) => (await app.call('queue.list', { which: 'all', limit: 50 })).operations;

test('an access given since the list was shown is not ended by its confirmation', async () => {
  const app = await startEdits();
  const { removal, shown, grant } = await shownBox(app);
  const added = grant(FAR);
  expect(await app.refusal('edits.uninstall', { ...removal, seen: shown })).toBe('changed-since-shown');
  expect(await queued(app)).toEqual([]);

  const { assignments } = await app.call('edits.uninstallPreview', { productId: removal.productId });
  const seen = (assignments ?? []).map(({ id }) => id);
  expect(seen).toContain(added);
  await app.comesTo(await app.call('edits.uninstall', { ...removal, seen }), 'done');
});

test('an access that has ended since, or has expired, does not refuse the removal', async () => {
  const app = await startEdits();
  const { removal, shown, grant } = await shownBox(app);
  grant('2020-01-01T08:00:00Z');
  const gone = assignmentId.parse(1);
  expect((await app.call('edits.uninstall', { ...removal, seen: [...shown, gone] })).kind).toBe('uninstall');
});

test('without an answer of the operator the accesses that this laptop read last count', async () => {
  const app = await startEdits();
  const { removal, shown, grant } = await shownBox(app);
  const added = grant(FAR);
  await app.call('directory.carAssignments', { carId: removal.carId, reading: 'list' });
  await app.operator.stop();
  expect(await app.refusal('edits.uninstall', { ...removal, seen: shown })).toBe('changed-since-shown');
  expect((await app.call('edits.uninstall', { ...removal, seen: [...shown, added] })).kind).toBe('uninstall');
});

test('a person who saw that the accesses cannot be read has agreed to the end of all of them', async () => {
  const app = await startEdits();
  const { removal, grant } = await shownBox(app);
  grant(FAR);
  expect((await app.call('edits.uninstall', { ...removal, seen: null })).kind).toBe('uninstall');
});
