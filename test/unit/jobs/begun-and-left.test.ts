import { expect, test } from 'vitest';
import { listJobs } from '../../../electron/jobs/view.ts';
import { startJob, startOrResume, saveDraft, skipStep } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { finishJob, chooseReportLanguage } from '../../../electron/jobs/finish.ts';
import { type JobBench, known, openJobs } from './bench.ts';

const atHome = ({ parts }: JobBench) =>
  listJobs({ ...parts, connection: () => ({ state: 'untried' }) }).map(({ id }) => id);

test('a job that was begun and abandoned at once is continued, and is listed nowhere', () => {
  const bench = openJobs();
  const first = startOrResume(bench.parts, 'installation');
  expect(atHome(bench)).toEqual([]);
  expect(startOrResume(bench.parts, 'installation')).toBe(first);
  expect(bench.logged(first)).toEqual(['job-started']);

  const removal = startOrResume(bench.parts, 'removal');
  expect(removal).not.toBe(first);
  expect(startOrResume(bench.parts, 'removal')).toBe(removal);
});

test('a job in which something was decided or typed stays, and the next one is another', () => {
  const bench = openJobs();
  const chosen = startOrResume(bench.parts, 'installation');
  chooseCar(bench.parts, chosen, known.car);
  const typed = startOrResume(bench.parts, 'installation');
  expect(typed).not.toBe(chosen);
  saveDraft(bench.parts, typed, 'car', '{"text":"M BX"}');
  const next = startOrResume(bench.parts, 'installation');
  expect([chosen, typed]).not.toContain(next);
  expect(new Set(atHome(bench))).toEqual(new Set([chosen, typed]));
});

test('the data of jobs with decisions is not read to begin another one', () => {
  const bench = openJobs();
  const begun = startJob(bench.parts);
  chooseCar(bench.parts, begun, known.car);
  const { sqlite } = bench.database;
  sqlite.prepare('UPDATE job SET data = substr(data, 2) WHERE id = ?').run(begun);
  const next = startOrResume(bench.parts, 'installation');
  expect(next).not.toBe(begun);
  expect(startOrResume(bench.parts, 'installation')).toBe(next);
});

test('a job of a headless run, of a series or of another kind is not continued', () => {
  const bench = openJobs();
  const series = startJob(bench.parts);
  bench.database.write(({ sqlite }) => {
    sqlite.prepare(`INSERT INTO series (id, shares, started_at) VALUES ('alike', '{}', 0)`).run();
    sqlite.prepare(`UPDATE job SET series_id = 'alike', series_number = 1 WHERE id = ?`).run(series);
  });
  const others = [series, startJob(bench.parts, 'installation', 'a digest'), startJob(bench.parts, 'swap')];
  expect(others).not.toContain(startOrResume(bench.parts, 'installation'));
});

test('a job that another person or another run began is theirs', () => {
  const bench = openJobs();
  const mine = startOrResume(bench.parts, 'installation');
  const other = startOrResume({ ...bench.parts, worker: () => 'Somebody else' }, 'installation');
  expect(other).not.toBe(mine);
  const headless = startJob(bench.parts, 'swap', 'a digest');
  expect(startOrResume(bench.parts, 'swap')).not.toBe(headless);
  expect(atHome(bench)).toContain(headless);
});

test('a job begun without a worker belongs to the first worker who continues it, and to no other after', () => {
  const bench = openJobs();
  const unnamed = { ...bench.parts, worker: () => '' };
  const other = { ...bench.parts, worker: () => 'Somebody else' };
  const job = startOrResume(unnamed, 'installation');
  expect(startOrResume(bench.parts, 'installation')).toBe(job);
  chooseReportLanguage(unnamed, job, 'de');
  expect(bench.view(job).worker).toBe('');
  chooseCar(bench.parts, job, known.car);
  expect(bench.view(job).worker).toBe('Bay 3 Tester');
  skipStep(other, job, 'keyfob', { typed: 'Not needed here' });
  expect(bench.view(job).worker).toBe('Bay 3 Tester');
});

test('a finished job without a worker does not belong to the person who prints its report', () => {
  const bench = openJobs();
  const unnamed = { ...bench.parts, worker: () => '' };
  const job = startJob(unnamed);
  chooseCar(unnamed, job, known.car);
  finishJob(unnamed, job);
  chooseReportLanguage(bench.parts, job, 'de');
  expect(bench.view(job).worker).toBe('');
});
