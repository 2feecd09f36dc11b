import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { profileFolder } from '../../../electron/profiles/profile.ts';
import { customerId, type JobId } from '../../../shared/ids.ts';
import type { SentJob } from '../../../shared/domain/job.ts';
import { connection } from '../../integration/profiles/core.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { RunningOperator } from '../../operator/start.ts';
import type { Children } from '../children.ts';
import { type CoreProcess, startCoreProcess } from '../customers/start-core.ts';
import type { Forwarder } from '../forwarder.ts';
import type { CrewRelay } from './start-relay.ts';

const customer = customerId.parse(notable.customerId);

/** An installation of a new car; the operator knows neither its plate nor its group. */
export interface AskedInstallation {
  readonly plate: string;
  readonly box: string;
  readonly group: string;
}

/** A laptop of the crew: a process that is killed and started again over its data. */
export interface CrewLaptop {
  readonly name: string;
  readonly queueFile: string;
  readonly page: CoreProcess['page'];
  readonly kill: () => Promise<void>;
  readonly startAgain: () => Promise<void>;
}

/** Starts it, connects it to operator and relay, and types the key of the crew. */
export async function joinCrew(
  crew: {
    readonly folder: string;
    readonly operator: RunningOperator;
    /** The way to the operator, the same address for all laptops: it binds the mirrors. */
    readonly way: Forwarder;
    readonly relay: CrewRelay;
    readonly key: string;
    readonly children: Children;
  },
  name: string,
  role: 'installer' | 'supervisor',
): Promise<CrewLaptop> {
  const dataDir = join(crew.folder, name);
  mkdirSync(dataDir);
  const { address, credentials } = connection(crew.operator);
  const profile = {
    credentials,
    address: { ...address, baseUrl: `http://127.0.0.1:${crew.way.port}/v3` },
  };
  const relayToken = await crew.relay.token(name, role);
  let core = await startCoreProcess(dataDir, crew.children);
  await core.page('connect')('connect.save', {
    ...profile,
    customer: { id: customer, name: 'Fleet North' },
    relay: { relayUrl: crew.relay.url, relayToken },
  });
  await core.page('join')('rescue.enterKey', { key: crew.key });
  return {
    name,
    queueFile: profileFolder(dataDir, { address: profile.address, customerId: customer }).queueFile,
    page: (page) => core.page(page),
    kill: () => core.kill(),
    startAgain: async () => {
      core = await startCoreProcess(dataDir, crew.children);
    },
  };
}

/** The steps of the installation, in order, and whether a job has each. */
export const steps = [
  {
    isDone: (job: SentJob) => job.kind === 'installation' && job.car !== null,
    act: ({ page }: CrewLaptop, jobId: JobId, { plate }: AskedInstallation) =>
      page('car')('jobs.createCar', {
        jobId,
        car: { name: '', licensePlate: plate, vin: '', brand: 'Ford', model: 'Transit' },
      }),
  },
  {
    isDone: (job: SentJob) => job.kind === 'installation' && job.box !== null,
    act: async ({ page }: CrewLaptop, jobId: JobId, { box }: AskedInstallation) => {
      await page('box')('jobs.skipStep', { jobId, step: 'before', reason: 'Not asked here' });
      await page('box')('jobs.installBox', { jobId, serialNumber: box });
    },
  },
  {
    isDone: (job: SentJob) => job.kind === 'installation' && job.group !== null,
    act: ({ page }: CrewLaptop, jobId: JobId, { group }: AskedInstallation) =>
      page('group')('jobs.chooseGroup', { jobId, group: { name: group } }),
  },
] as const;
