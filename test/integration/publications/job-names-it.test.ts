import { expect, it } from 'vitest';
import { createTranslator } from '../../../electron/base/translator.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { answerItem, chooseChecklist, completeChecklist } from '../../../electron/jobs/steps/fitting.ts';
import { viewJob } from '../../../electron/jobs/view.ts';
import { renderChecklist } from '../../../electron/reports/checklist.ts';
import { wordsFor } from '../../../electron/reports/words.ts';
import type { InstallationView } from '../../../shared/domain/job.ts';
import type { JobId } from '../../../shared/ids.ts';
import { changedTemplate, placesOfPublications } from './laptops.ts';

const template = {
  ...changedTemplate(7, 'Vans of the office'),
  id: 'office-vans',
  items: [
    { id: 'key', type: 'confirm' as const, required: true, phase: 'before' as const, text: { en: 'Key?' } },
  ],
};

async function furnished() {
  const { office } = await placesOfPublications();
  const { open } = office;
  await office.publish({}, [template]);
  const job = startJob(open.jobs);
  createCar(open.jobs, job, { licensePlate: 'M-AB 123', vin: '', name: '', brand: 'Volkswagen', model: '' });
  const logged = (type: string) =>
    open.database.sqlite
      .prepare<[string], string>('SELECT data FROM log_entry WHERE type = ? ORDER BY number')
      .pluck()
      .all(type)
      .map((data): unknown => JSON.parse(data));
  const view = (id: JobId): InstallationView => {
    const shown = viewJob({ ...open.jobs, connection: open.engine.connection }, id);
    if (shown.kind !== 'installation') throw new Error('no installation');
    return shown;
  };
  const words = wordsFor({ language: 'en', printedAt: 0, translate: createTranslator('en') });
  return {
    office,
    open,
    job,
    logged,
    view,
    report: (id: JobId) => renderChecklist(view(id), words, () => null).text.replaceAll(/\s+/g, ' '),
  };
}

it('log and report of a job name the publication and the version of its checklist', async () => {
  const { open, job, logged, report } = await furnished();
  chooseChecklist(open.jobs, job, template.id);
  answerItem(open.jobs, job, 'key', true);
  completeChecklist(open.jobs, job, 'before');
  const named = { template: template.id, version: 7, publication: 1 };
  expect(logged('checklist-chosen')).toMatchObject([named]);
  expect(logged('checklist-answered')).toMatchObject([named]);
  expect(logged('checklist-completed')).toMatchObject([{ ...named, phase: 'before' }]);
  expect(report(job)).toContain('Vans of the office, version 7, publication 1 of the office');
});

it('a job keeps the publication with which it was begun', async () => {
  const { office, open, job, view } = await furnished();
  chooseChecklist(open.jobs, job, template.id);
  await office.publish({}, [{ ...template, version: 8 }]);
  expect(view(job).checklist).toMatchObject({ publication: 1, template: { version: 7 } });
  const next = startJob(open.jobs);
  chooseChecklist(open.jobs, next, template.id);
  expect(view(next).checklist).toMatchObject({ publication: 2, template: { version: 8 } });
});

it('a job with a checklist of this laptop names none', async () => {
  const { open, job, logged, report, view } = await furnished();
  chooseChecklist(open.jobs, job, 'van');
  expect(view(job).checklist.publication).toBeNull();
  expect(logged('checklist-chosen')).toMatchObject([{ template: 'van' }]);
  expect(logged('checklist-chosen')[0]).not.toHaveProperty('publication');
  expect(report(job)).not.toContain('of the office');
});
