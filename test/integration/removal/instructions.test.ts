import { expect, test } from 'vitest';
import { allInstructions, insertInstructionOutbox } from '../../../electron/db/tables/queue/workshop.ts';
import { isRemoved } from '../../../electron/db/tables/queue/word-rows.ts';
import { firstVersion } from '../../instructions/written-instruction.ts';
import { openLaptop } from './laptop.ts';

const PERSON = 'Kim Fitter';

test('an instruction that names a person is found and goes; that version is not taken again', async () => {
  const laptop = openLaptop();
  const id = laptop.ids.instruction();
  const kept = { ...firstVersion({ note: `Ask ${PERSON}.` }, { id }), version: 3 };
  laptop.put('instruction', { id, body: JSON.stringify(kept) });
  await laptop.service.find({ subject: 'person', words: PERSON });
  expect(laptop.service.state().findings).toMatchObject({ others: 1, inTheWay: [] });
  await laptop.removeAll('person', PERSON);
  const { sqlite } = laptop.database;
  expect(allInstructions(sqlite)).toEqual([]);
  expect(isRemoved(sqlite, 'instruction', `${id} 3`)).toBe(true);
  expect(isRemoved(sqlite, 'instruction', `${id} 4`)).toBe(false);
});

test('a version on its way to the relay stands in the way', async () => {
  const laptop = openLaptop();
  const id = laptop.ids.instruction();
  const body = JSON.stringify(firstVersion({ note: `Ask ${PERSON}.` }, { id }));
  laptop.database.write((context) => insertInstructionOutbox(context, { instruction: id, body }));
  await laptop.service.find({ subject: 'person', words: PERSON });
  expect(laptop.service.state().findings?.inTheWay).toEqual([{ what: 'operation-open', job: null }]);
});
