import { expect, it } from 'vitest';
import { publicationCalls } from '../../../electron/handlers/workshop.ts';
import type { CallContext } from '../../../electron/handlers/router.ts';
import { localDay } from '../../../shared/domain/planned-work.ts';
import { jobCalls } from '../../../electron/handlers/jobs.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { planJobs, withdrawPlannedJob } from '../../../electron/jobs/planned/plan.ts';
import { type PlannedJobId, userId } from '../../../shared/ids.ts';
import { shippedTemplates } from '../../../electron/jobs/checklists.ts';
import { plannedInstallation } from '../../planned/planned-work.ts';
import { writtenDocument } from '../../publications/written-publication.ts';
import { placesOfPublications } from './laptops.ts';

const context: CallContext = { sender: { windowId: 1, url: '', isMainFrame: true, page: '' } };

async function furnished() {
  const { office } = await placesOfPublications();
  const calls = publicationCalls(() => office.open);
  const { sites, testUsers, texts } = writtenDocument();
  const publish = async (basedOn: number, templates: readonly string[]) =>
    calls['publication.publish'](
      { basedOn, draft: { sites, testUsers, texts, templates: [...templates] } },
      context,
    );
  return { office, calls, publish };
}

it('an administrator publishes checklists of this laptop by their id, and uses that version at once', async () => {
  const { office, publish } = await furnished();
  const [first] = shippedTemplates;
  const status = await publish(0, [first?.id ?? '']);
  expect(status).toMatchObject({
    inForce: { version: 1, templates: [{ id: first?.id, version: first?.version }] },
    keys: [office.signer.key],
    own: { key: office.signer.key, kept: true },
    problem: null,
  });
  expect(office.open.checklists.offered()[0]).toMatchObject({ source: 'published', own: null });
});

it('a checklist that is not on this laptop is refused, and nothing is published', async () => {
  const { calls, publish } = await furnished();
  await expect(publish(0, ['no-such-list'])).rejects.toMatchObject({ problem: { code: 'not-found' } });
  expect(await calls['publication.status']({}, context)).toMatchObject({ inForce: null });
});

it('a test of an access is made with a published test user alone', async () => {
  const { office, publish } = await furnished();
  const { open } = office;
  const job = startJob(open.jobs);
  createCar(open.jobs, job, { licensePlate: 'M-AB 123', vin: '', name: '', brand: 'Volkswagen', model: '' });
  const remembered: object[] = [];
  const calls = jobCalls({
    current: () => open,
    remember: (change) => remembered.push(change),
    rememberChecklist: () => undefined,
    reports: {
      save: () => Promise.resolve(null),
      show: () => Promise.resolve(),
      print: () => Promise.resolve(false),
    },
    published: null,
  });
  const test = async (id: number) =>
    calls['jobs.verify']({ jobId: job, userId: userId.parse(id), minutes: 15 }, context);
  await publish(0, []);
  await expect(test(900)).rejects.toMatchObject({ problem: { code: 'test-user-published' } });
  expect(remembered).toEqual([]);
  expect(await test(501)).toMatchObject({ verification: { phase: 'requested' } });
  expect(remembered).toMatchObject([{ testUserId: 501 }]);
});

it('a job is planned for a published site, for no site, or stays at the one that it has', async () => {
  const { office, publish } = await furnished();
  const { jobs } = office.open;
  // A laptop drops planned jobs of past days with each reading of the relay.
  const day = localDay(Date.now());
  const plan = (
    site: string,
    change: { readonly id: PlannedJobId; readonly basedOn: number } | null = null,
  ) => planJobs(jobs, true, [{ id: null, basedOn: 0, ...change, work: plannedInstallation({ site, day }) }]);
  const [before] = plan('Lyon');
  if (before === undefined) throw new Error('nothing was planned');
  await publish(0, []);
  const refusal = { problem: { code: 'site-not-published', params: { site: 'Munch' }, raw: null } };
  expect(() => plan('Munch')).toThrow(expect.objectContaining(refusal));
  expect(() => plan('Munch', { id: before, basedOn: 1 })).toThrow(expect.objectContaining(refusal));
  expect(plan('Munich')).toHaveLength(1);
  expect(plan('')).toHaveLength(1);
  expect(plan('Lyon', { id: before, basedOn: 1 })).toEqual([before]);
  withdrawPlannedJob(jobs, true, { id: before, basedOn: 2, reason: 'Sold' });
});

it('a publication that is longer than a document may be is refused before it is sent', async () => {
  const { office } = await furnished();
  const long = writtenDocument({ sites: Array.from({ length: 200 }, (_, n) => `${n} `.padEnd(100, 'x')) });
  const [template] = shippedTemplates;
  if (template === undefined) throw new Error('a checklist is shipped');
  const templates = Array.from({ length: 40 }, (_, n) => ({ ...template, id: `list-${n}` }));
  const publishing = office.open.publications.publish({ basedOn: 0, draft: long, templates });
  await expect(publishing).rejects.toMatchObject({ problem: { code: 'publication-too-long' } });
});
