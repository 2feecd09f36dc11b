import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordTables, impersonalColumns } from '../../../electron/db/tables/queue/word-rows.ts';
import { supervisionFilter, newestFirst } from '../../../shared/domain/supervision.ts';
import { logFrom } from '../../../electron/db/tables/queue/log-entries.ts';
import { readJob } from '../../../electron/db/tables/queue/jobs.ts';
import { openLaptop, refusedWith, THEN } from './laptop.ts';

const PERSON = 'Quendoline Zyxwary';
const NAMES = PERSON.split(' ');
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
const PUBLICATION = "INSERT INTO publication VALUES (1, 1, ?, 'k', 1) ON CONFLICT DO NOTHING";

/** Where a name can stand; each puts it there. */
type Put = (laptop: ReturnType<typeof openLaptop>, name: string) => Promise<void> | void;
const places: Readonly<Record<string, Put>> = {
  worker: ({ job, record }, name) => record(name, job(name), 'job-started', { kind: 'installation' }),
  note: ({ job, record }, name) =>
    record('Kim', job('Kim'), 'checklist-answered', { item: 'a', answer: `for ${name}, at ten` }),
  signature: async ({ job, photo, record }, name) => {
    const signed = { item: 'sign', name, drawn: true, digest: await photo(`drawn by ${name}`) };
    record('Kim', job('Kim'), 'signed', signed);
  },
  forced: ({ job }, name) =>
    void job('Kim', {
      forced: [
        {
          template: 't',
          item: 'i',
          text: { en: 'Volt' },
          value: 9,
          deviation: { kind: 'refused' },
          reason: name,
          at: THEN,
          worker: name,
        },
      ],
    }),
  group: ({ job }, name) => void job('Kim', { car: car('B-1', `The car of ${name}`) }),
  review: ({ put, ids }, name) =>
    put('review', {
      id: ids.job(),
      job_id: ids.job(),
      origin: 'relay',
      revision: 1,
      verdict: 'approved',
      reason: null,
      comment: `Well done, ${name}!`,
      pin: '{}',
      reviewer: name,
      worker: name,
      received_at: THEN,
    }),
  outgoing: ({ put, ids }, name) =>
    put('outgoing_review', {
      id: ids.job(),
      job_id: ids.job(),
      verdict: 'approved',
      reason: null,
      comment: name,
      pin: '{}',
      worker: name,
      based_on: 0,
      follows: null,
      written_at: THEN,
      state: 'arrived',
      stale_current: JSON.stringify({ reviewer: name }),
    }),
  planned: ({ put, ids }, name) =>
    put('planned_car', {
      id: ids.job(),
      fingerprint: ids.job(),
      file: 'cars.csv',
      said: JSON.stringify({ rest: [name] }),
      search_text: name,
      imported_at: THEN,
    }),
  plannedJob: ({ put, ids }, name) => {
    const id = ids.job();
    put('planned_job', {
      id,
      day: '2026-03-31',
      body: JSON.stringify({ crew: name }),
      signature: 'verified',
    });
    const problem = JSON.stringify({ raw: name });
    put('planned_job_outbox', { planned_job: id, kind: 'claim', body: JSON.stringify({ name }), problem });
  },
  instruction: ({ put, ids }, name) => {
    const id = ids.instruction();
    put('instruction', { id, body: JSON.stringify({ version: 1, worker: name }) });
    const problem = JSON.stringify({ raw: name });
    put('instruction_outbox', { instruction: id, body: JSON.stringify({ note: name }), problem });
  },
  publication: ({ database }, name) => void database.sqlite.prepare(PUBLICATION).run(name),
  form: ({ put, ids }, name) =>
    put('form_draft', {
      form: `edit ${ids.job()}`,
      draft: JSON.stringify({ typed: { name } }),
      saved_at: THEN,
    }),
  draft: ({ put, job }, name) =>
    put('draft', { job_id: job('Kim'), step: 'car', draft: name, saved_at: THEN }),
  result: ({ put, ids }, name) =>
    put('result', {
      epoch: ids.job(),
      sequence: 1,
      payload: JSON.stringify({ errorMessage: `no key of ${name}` }),
      state: 'foreign',
      fetched_at: THEN,
    }),
  operation: ({ put, ids, job }, name) => {
    const id = ids.operation();
    put('operation', {
      id,
      kind: 'create-car',
      payload: JSON.stringify({ name }),
      payload_version: 1,
      payload_digest: 'd',
      environment: 'uat',
      base_url: 'http://127.0.0.1:1',
      customer_id: 4711,
      lane: 'x',
      job_id: job('Kim'),
      state: 'done',
      created_at: THEN,
      updated_at: THEN,
      finished_at: THEN,
    });
    put('attempt', {
      operation_id: id,
      number: 1,
      started_at: THEN,
      checksum: 'c',
      message: `hello ${name}`,
    });
  },
  single: ({ put, ids }, name) =>
    put('operation', {
      id: ids.operation(),
      kind: 'create-car',
      payload: '{}',
      payload_version: 1,
      payload_digest: 'd',
      environment: 'uat',
      base_url: 'http://127.0.0.1:1',
      customer_id: 4711,
      lane: 'x',
      job_id: null,
      state: 'failed',
      problem: JSON.stringify({ raw: name }),
      created_at: THEN,
      updated_at: THEN,
      finished_at: THEN,
    }),
  mounting: ({ mounting }, name) => mounting(name, `asked ${name}`),
  view: ({ views }, name) =>
    void views.save(name, {
      name: `By ${name}`,
      filter: supervisionFilter.parse({ text: name }),
      sort: newestFirst,
      period: null,
    }),
};

describe('after a removal none of the words is in any file of the profile', () => {
  test('wherever they stood, in any order, among the words of others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(Object.keys(places), { minLength: 3 }),
        fc.boolean(),
        async (chosen, looked) => {
          const laptop = openLaptop();
          if (looked) laptop.supervision.start();
          for (const [index, place] of chosen.entries()) {
            await places[place]?.(laptop, PERSON);
            await places[place]?.(laptop, `Other${index} Somebody`);
          }
          expect(NAMES.flatMap(laptop.filesSaying)).not.toEqual([]);
          await laptop.removeAll('person', PERSON);
          for (const name of NAMES) expect(laptop.filesSaying(name)).toEqual([]);
          expect(laptop.filesSaying('Somebody')).not.toEqual([]);
          expect(await laptop.checkLog()).toMatchObject({ kind: 'sound' });
          await laptop.service.find({ subject: 'person', words: PERSON });
          expect(laptop.service.state().findings).toMatchObject({
            entries: 0,
            jobs: { whole: 0, words: 0 },
            photos: 0,
          });
        },
      ),
      { numRuns: 8 },
    );
  });

  test('every column of words is looked through, or is known to name no person', () => {
    const { database } = openLaptop();
    const columns = database.sqlite
      .prepare<[], { table: string; column: string }>(
        `SELECT m.name AS "table", c.name AS "column" FROM sqlite_schema m JOIN pragma_table_info(m.name) c
         WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'log_entry' AND c.type = 'TEXT'`,
      )
      .all();
    const lookedThrough: Readonly<Record<string, readonly string[]>> = {
      assignment: ['error_message'],
      attempt: ['message'],
      draft: ['draft'],
      form_draft: ['form', 'draft'],
      hand_over: ['content'],
      incident: ['message'],
      instruction: ['body'],
      instruction_outbox: ['body', 'problem'],
      job: ['worker', 'data'],
      series: ['shares'],
      operation: ['payload', 'context', 'problem'],
      publication: ['document'],
      planned_car: ['said', 'file'],
      planned_job: ['body', 'own_reason', 'seen_work'],
      planned_job_outbox: ['body', 'problem'],
      result: ['payload'],
      outgoing_review: ['comment', 'worker', 'stale_current', 'problem'],
      review: ['comment', 'reviewer', 'worker'],
      revision: ['payload', 'changes'],
      revoked_assignment: ['error_message'],
    };
    const unknown = columns.filter(
      ({ table, column }) =>
        ![...(lookedThrough[table] ?? []), ...(impersonalColumns[table] ?? [])].includes(column),
    );
    expect(unknown).toEqual([]);
    expect(Object.keys(lookedThrough).filter((table) => !wordTables.some((said) => said === table))).toEqual(
      [],
    );
  });
});

test('a car takes its jobs along, with their photos and all that their log says of it; who worked stays', async () => {
  const laptop = openLaptop();
  const [digest, other] = [await laptop.photo('a plate'), await laptop.photo('another')];
  const gone = laptop.job('Kim Fitter', { car: car(PLATE) });
  const stays = laptop.job('Kim Fitter', { car: car('B-2') });
  laptop.record('Kim Fitter', gone, 'car-chosen', {
    car: 12,
    plate: PLATE,
    name: 'Van 7',
    vin: 'W0L1',
    brand: 'Opel',
  });
  laptop.record('Kim Fitter', gone, 'photo-taken', { item: 'front', digest });
  laptop.record('Kim Fitter', gone, 'checklist-answered', {
    item: 'note',
    answer: 'child seat of the owner',
  });
  laptop.record('Kim Fitter', stays, 'photo-taken', { item: 'front', digest: other });
  const findings = await laptop.removeAll('car', 'qzxw9471');
  expect(findings).toMatchObject({ entries: 2, jobs: { whole: 1, words: 0 }, photos: 1 });
  const [chosen, photo, answer] = logFrom(laptop.database.sqlite, 1, 10);
  expect(chosen).toMatchObject({ worker: 'Kim Fitter', redacted: 1 });
  expect(JSON.parse(chosen?.data ?? '')).toMatchObject({
    plate: '',
    name: '',
    vin: '',
    car: 12,
    brand: 'Opel',
  });
  expect(photo?.redacted).toBe(0);
  expect(JSON.parse(answer?.data ?? '')).toEqual({ item: 'note', answer: '' });
  expect(readJob(laptop.database.sqlite, gone)).toBeUndefined();
  expect(readJob(laptop.database.sqlite, stays)).toBeDefined();
  expect(laptop.files.piece(digest, 0, 1)).toBeNull();
  expect(laptop.files.piece(other, 0, 1)).not.toBeNull();
  expect(await laptop.checkLog()).toMatchObject({ kind: 'sound', redacted: 2 });
});

test('one who worked is taken out of the jobs, and the jobs stay', async () => {
  const laptop = openLaptop();
  const id = laptop.job(PERSON, { car: car('B-2') });
  laptop.record(PERSON, id, 'job-started', { kind: 'installation' });
  expect(await laptop.removeAll('person', PERSON)).toMatchObject({ jobs: { whole: 0, words: 1 } });
  expect(readJob(laptop.database.sqlite, id)).toMatchObject({ worker: '', finished_at: THEN + 1 });
});

test('a failed removal is reported and leaves everything as it is', async () => {
  const laptop = openLaptop();
  const id = laptop.job(PERSON, {}, false);
  await laptop.service.find({ subject: 'person', words: PERSON });
  const { findings } = laptop.service.state();
  expect(findings?.inTheWay).toEqual([{ what: 'job-open', job: id }]);
  await expect(
    laptop.service.remove({ digest: findings?.digest ?? '', reason: 'Asked', request: 'the-person' }),
  ).rejects.toMatchObject(refusedWith('removal-in-the-way'));
  expect(readJob(laptop.database.sqlite, id)).toMatchObject({ worker: PERSON });
  expect(logFrom(laptop.database.sqlite, 1, 10)).toEqual([]);
});

test('a result that an open operation still needs stays, and stands in the way until that has ended', async () => {
  const laptop = openLaptop();
  const access = laptop.ids.operation();
  const { put, service, database } = laptop;
  const row = {
    id: access,
    kind: 'create-assignment',
    payload: '{}',
    payload_version: 1,
    payload_digest: 'x',
    environment: 'uat',
    base_url: 'x',
    customer_id: 4711,
    lane: 'car:1',
    state: 'awaiting-result',
    created_at: THEN,
    updated_at: THEN,
  };
  put('operation', row);
  put('expected_result', { operation_id: access, kind: 'created', car_id: 1, user_id: 2 });
  const payload = { errorMessage: `No access for ${PERSON}` };
  const result = {
    epoch: 'aa',
    kind: 'created',
    user_id: 2,
    payload: JSON.stringify({ payload }),
    state: 'unresolved',
    fetched_at: THEN,
  };
  put('result', { ...result, sequence: 1, car_id: 1 });
  put('result', { ...result, sequence: 2, car_id: 3 });
  await service.find({ subject: 'person', words: PERSON });
  expect(service.state().findings?.inTheWay).toEqual([{ what: 'operation-open', job: null }]);
  database.write(({ sqlite }) => sqlite.exec(`UPDATE operation SET state = 'done', finished_at = ${THEN}`));
  await laptop.removeAll('person', PERSON);
  expect(database.sqlite.prepare('SELECT count(*) FROM result').pluck().get()).toBe(0);
});

test('without a reason, with one that repeats the words, or when more is kept than was seen, nothing is removed', async () => {
  const laptop = openLaptop();
  const id = laptop.job(PERSON);
  laptop.record(PERSON, id, 'job-started', { kind: 'installation' });
  await laptop.service.find({ subject: 'person', words: PERSON });
  const digest = laptop.service.state().findings?.digest ?? '';
  const remove = (reason: string) => laptop.service.remove({ digest, reason, request: 'the-person' });
  await expect(remove('  ')).rejects.toMatchObject(refusedWith('removal-reason-missing'));
  await expect(remove(`For ${PERSON}.`)).rejects.toMatchObject(refusedWith('removal-reason-repeats'));
  laptop.record(PERSON, id, 'job-finished', {});
  await expect(remove('Asked')).rejects.toMatchObject(refusedWith('removal-changed'));
  expect(logFrom(laptop.database.sqlite, 1, 10).map(({ redacted }) => redacted)).toEqual([0, 0]);
  await expect(laptop.service.find({ subject: 'person', words: 'a-b' })).rejects.toMatchObject(
    refusedWith('removal-too-short'),
  );
});
