import { expect, test, vi } from 'vitest';
import { createRemovalInbox } from '../../../electron/removal/service.ts';
import { removal } from '../../../shared/relay/removals.ts';
import { uuid } from '../relay/uuid.ts';
import { openLaptop } from './laptop.ts';

test('orders that could not be stored are read from the relay again', async () => {
  const { service, database, ids } = openLaptop();
  const report = vi.fn<(cause: unknown) => void>();
  const inbox = createRemovalInbox(report);
  inbox.serve(service);
  const asked = removal.parse({
    sequence: 1,
    id: uuid('e', 1),
    jobs: [ids.job()],
    reviews: [],
    photos: [],
    reason: 'Asked in writing',
    request: 'the-person',
    order: uuid('a', 1),
    orderedAt: 1,
    withdraws: null,
    receivedAt: 1,
  });
  database.sqlite.exec(
    `CREATE TRIGGER full BEFORE INSERT ON removal_order BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
  );
  expect(() => inbox.take([asked])).toThrow('the disk is full');
  expect(inbox.newest()).toBeNull();
  database.sqlite.exec('DROP TRIGGER full');
  inbox.take([asked]);
  expect(inbox.newest()).toBe(asked.id);
  await service.carryOutDue();
  expect(report).not.toHaveBeenCalled();
});
