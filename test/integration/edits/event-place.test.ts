import { expect, test } from 'vitest';
import { carId, userId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { startEdits } from './edits.ts';

const event = {
  carId: carId.parse(20_001),
  userId: userId.parse(notable.testUserId),
  type: 'CarClosed',
} as const;

test('an event is recorded with the place that a person named, and without one where none was named', async () => {
  const app = await startEdits();
  const at = Date.now();
  const places = [{ place: { latitude: 48.1372, longitude: -11.5755 } }, {}];
  for (const place of places) {
    await app.comesTo(await app.call('edits.recordEvent', { ...event, at, ...place }), 'done');
  }
  const recorded = [...app.operator.state.events.values()].slice(-2);
  expect(recorded).toMatchObject([
    { latitude: 48.1372, longitude: -11.5755 },
    { latitude: null, longitude: null },
  ]);
});

test('a place that is not on the map is refused before anything is kept', async () => {
  const app = await startEdits();
  const place = { latitude: 91, longitude: 0 };
  const refused = await app.refusal('edits.recordEvent', { ...event, at: Date.now(), place });
  expect(refused).toBe('input-invalid');
});
