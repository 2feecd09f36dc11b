import { onTestFinished } from 'vitest';
import { planJobs, listPlannedJobs } from '../../../electron/jobs/planned/plan.ts';
import type { RelayClient } from '../../../electron/relay/client.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import type { PlannedJobView } from '../../../shared/domain/planned-work.ts';
import type { RelayRole } from '../../../shared/relay/access.ts';
import type { PlannedWork } from '../../../shared/relay/jobs.ts';
import { plannedInstallation } from '../../planned/planned-work.ts';
import { cutRelay } from '../hand-over/cut-relay.ts';
import { openLaptop } from '../relay-uploads/laptop.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';

/** A laptop whose cable to the relay can be pulled. */
export interface PlanLaptop {
  readonly open: OpenProfile;
  readonly cut: (isCut: boolean) => void;
  /** The planned job of the test; undefined = not here. */
  readonly plan: () => PlannedJobView | undefined;
  readonly logged: (type: string) => number;
}

/** Of a customer's relay: a supervisor's laptop and two laptops of one site. */
export async function placesOfPlan(changed: (client: RelayClient) => RelayClient = (client) => client) {
  const relay = await runningRelay();
  const laptop = async (role: RelayRole, name: string): Promise<PlanLaptop> => {
    const { token } = await tokenFor(relay, [CUSTOMER], role, name);
    let isCut = false;
    const open = openLaptop({ dataDir: tempFolder(), relayUrl: relay.url, token }, (client) =>
      cutRelay(changed(client), () => isCut),
    );
    onTestFinished(open.close);
    const { sqlite } = open.database;
    return {
      open,
      cut: (now) => {
        isCut = now;
        open.wake();
      },
      plan: () => listPlannedJobs(sqlite, '2000-01-01', '2100-01-01')[0],
      logged: (type) =>
        Number(
          sqlite.prepare<[string], number>('SELECT count(*) FROM log_entry WHERE type = ?').pluck().get(type),
        ),
    };
  };
  const office = await laptop('supervisor', 'Office');
  return {
    relay,
    office,
    laptop,
    bay1: await laptop('installer', 'Munich / Bay 1'),
    bay2: await laptop('installer', 'Munich / Bay 2'),
    /** Plans one installation, or changes it. */
    say: (work: object = {}, { open, plan } = office): void => {
      const before = plan();
      const today: PlannedWork = plannedInstallation({ day: dayNow(), ...work });
      planJobs(open.jobs, true, [{ id: before?.id ?? null, basedOn: before?.revision ?? 0, work: today }]);
    },
  };
}

/** The day of the machine's clock, which the laptops of these tests have. */
const dayNow = (): string => new Date().toISOString().slice(0, 10);
