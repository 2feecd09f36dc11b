import { expect, test } from 'vitest';
import { logFrom } from '../../../electron/db/tables/queue/log-entries.ts';
import { readJob } from '../../../electron/db/tables/queue/jobs.ts';
import { openLaptop } from './laptop.ts';

const PERSON = 'Quendoline Zyxwary';
const PLATE = 'QZ-XW 9471';
const car = (plate: string, name = plate) => ({
  id: 12,
  origin: 'directory',
  name,
  licensePlate: plate,
  vin: null,
  brand: 'Opel',
  model: 'Vivaro',
  operation: null,
});

test.each(['car', 'person'] as const)(
  'the values before and after a correction are removed with the %s',
  async (subject) => {
    const laptop = openLaptop();
    const id = laptop.job('Kim Fitter', { car: car(PLATE, PERSON) });
    laptop.record('Kim Fitter', id, 'operation-corrected', {
      operation: laptop.ids.operation(),
      revision: 1,
      'licensePlate before': 'QZ-XW 1749',
      'licensePlate after': PLATE,
      'name before': 'Somebody else',
      'name after': `The car of ${PERSON}`,
    });
    expect(laptop.filesSaying('Zyxwary')).not.toEqual([]);
    await laptop.removeAll(subject, subject === 'car' ? PLATE : PERSON);
    const [corrected] = logFrom(laptop.database.sqlite, 1, 1);
    expect(JSON.parse(corrected?.data ?? '')).toMatchObject(
      subject === 'car'
        ? {
            'licensePlate before': '',
            'licensePlate after': '',
            'name before': '',
            'name after': '',
            revision: 1,
          }
        : { 'licensePlate after': PLATE, 'name before': 'Somebody else', 'name after': '', revision: 1 },
    );
    for (const word of subject === 'car' ? [PLATE, 'Zyxwary'] : ['Zyxwary'])
      expect(laptop.filesSaying(word)).toEqual([]);
    expect(await laptop.checkLog()).toMatchObject({ kind: 'sound', redacted: 1 });
  },
);

test('of entries that another version wrote everything that is not known goes with the job', async () => {
  const laptop = openLaptop();
  const gone = laptop.job('Kim Fitter', { car: car(PLATE) });
  const stays = laptop.job('Kim Fitter', { car: car('B-2') });
  const foreign = {
    'the plate': PLATE,
    owner: 'Somebody',
    seat: 7,
    deep: { also: ['x'] },
    reported: true,
    none: null,
  };
  laptop.record('Kim Fitter', gone, 'car-painted', foreign);
  laptop.record('Kim Fitter', gone, '__proto__', { constructor: 'Somebody', ['__proto__']: 'Somebody' });
  laptop.record('Kim Fitter', gone, 'photo-taken', {
    item: 'front',
    digest: 'of Somebody',
    lens: 'of Somebody',
  });
  laptop.record('Kim Fitter', stays, 'car-painted', { owner: 'Somebody' });
  await laptop.removeAll('car', PLATE);
  const rows = logFrom(laptop.database.sqlite, 1, 3);
  const left = rows.map(({ data }): unknown => JSON.parse(data));
  expect(left[0]).toEqual({ 'the plate': '', owner: '', seat: '', deep: '', reported: true, none: null });
  expect(rows[1]?.data).toBe('{"__proto__":"","constructor":""}');
  expect(left[2]).toEqual({ item: 'front', digest: '', lens: '' });
  expect(logFrom(laptop.database.sqlite, 4, 1)).toMatchObject([
    { data: '{"owner":"Somebody"}', redacted: 0 },
  ]);
  expect(await laptop.checkLog()).toMatchObject({ kind: 'sound' });
});

test('words that stand where the plan does not look keep everything as it is, and the table is named', async () => {
  const laptop = openLaptop();
  const id = laptop.job(PERSON);
  laptop.record(PERSON, id, 'job-started', { kind: 'installation' });
  laptop.database.write(({ sqlite }) => {
    sqlite.exec('CREATE TABLE later (note BLOB) STRICT');
    sqlite.prepare('INSERT INTO later VALUES (?)').run(Buffer.from(`{"by":"${PERSON}"}`));
  });
  await laptop.service.find({ subject: 'person', words: PERSON });
  const digest = laptop.service.state().findings?.digest ?? '';
  await expect(
    laptop.service.remove({ digest, reason: 'Asked', request: 'the-person' }),
  ).rejects.toMatchObject({
    problem: { code: 'removal-words-left', params: { table: 'later' } },
  });
  expect(logFrom(laptop.database.sqlite, 1, 10)).toMatchObject([{ worker: PERSON, redacted: 0 }]);
  expect(readJob(laptop.database.sqlite, id)).toMatchObject({ worker: PERSON });
});

test('a reason of an earlier removal that says the words stays, and keeps no other from going', async () => {
  const laptop = openLaptop();
  const id = laptop.job(PERSON);
  laptop.record('Kim', null, 'entries-redacted', {
    count: 0,
    entries: '',
    reason: `for ${PERSON}`,
    request: 'x',
  });
  const findings = await laptop.removeAll('person', PERSON);
  expect(findings.stays.redactions).toBe(1);
  expect(readJob(laptop.database.sqlite, id)).toMatchObject({ worker: '' });
});

test('a part of an id that looks like a plate is no plate', async () => {
  const laptop = openLaptop();
  const id = laptop.job('Kim', { car: car('B-2') });
  const operation = 'aaaaaaaa-ab12-4aaa-8aaa-aaaaaaaaaaaa';
  laptop.record('Kim', id, 'operation-held', { operation, kind: 'install', was: 'ready', problem: null });
  await laptop.service.find({ subject: 'car', words: 'AB-12' });
  expect(laptop.service.state().findings).toMatchObject({ entries: 0, jobs: { whole: 0, words: 0 } });
});
