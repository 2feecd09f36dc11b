import { makeCrewKey } from '../../../electron/jobs/rescue/crew-key.ts';
import { listPlannedJobs } from '../../../electron/jobs/planned/plan.ts';
import { temporaryDeviceKey } from '../../../electron/trust/device-key.ts';
import type { PlannedJobView } from '../../../shared/domain/planned-work.ts';
import type { RelayRole } from '../../../shared/relay/access.ts';
import { SILENT_FOR_MS } from '../../../shared/relay/rescue.ts';
import { onTestFinished } from 'vitest';
import { startOperator } from '../../operator/start.ts';
import { keeperOf, shiftedClock } from '../hand-over/crew.ts';
import { type Laptop, openLaptop } from '../hand-over/laptop.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { type Bay, CUSTOMERS, type DayCar, SITE } from './day-plan.ts';

/** A laptop with one open profile for each customer, as the app has them. */
export interface DayLaptop {
  /** The name of its token. */
  readonly name: string;
  readonly of: (customer: number) => Laptop;
  readonly both: () => readonly Laptop[];
  /** Pulls or plugs the cable: neither the operator nor the relay is reached without it. */
  readonly cut: (isCut: boolean) => void;
  /** Ends it, and starts it again over the same folder. */
  readonly powerOff: () => Promise<void>;
  readonly powerOn: () => void;
}

/** An operator of two customers, whose results go to a relay, and the laptops of one crew. */
export async function crewOfDay(seed: number) {
  const operator = await startOperator({ seed, cars: 500, settings: { resultDelayMs: 0 } });
  onTestFinished(operator.stop);
  const relayTime = shiftedClock();
  const relay = await runningRelay({}, { clock: () => relayTime.clock.now() });
  operator.settings.webhookUrl = relay.url;
  const crew = makeCrewKey();
  const laptop = async (worker: string, place: string, role: RelayRole): Promise<DayLaptop> => {
    const name = `${SITE} / ${place}`;
    const { token } = await tokenFor(relay, CUSTOMERS, role, name);
    const dataDir = tempFolder();
    const deviceKey = temporaryDeviceKey();
    const open = () =>
      new Map<number, Laptop>(
        CUSTOMERS.map((customer) => [
          customer,
          openLaptop(
            operator,
            worker,
            dataDir,
            { relayUrl: relay.url, relayToken: token },
            { crew: keeperOf(crew), deviceKey, customer },
          ),
        ]),
      );
    let profiles = open();
    const both = () => [...profiles.values()];
    return {
      name,
      both,
      of: (customer) => {
        const found = profiles.get(customer);
        if (found === undefined) throw new Error('no such customer');
        return found;
      },
      cut: (isCut) => {
        for (const one of both()) {
          one.cutRelay(isCut);
          one.cut(isCut);
        }
      },
      powerOff: async () => {
        for (const one of both()) await one.unheard();
        await Promise.all(both().map((one) => one.close()));
      },
      powerOn: () => {
        profiles = open();
      },
    };
  };
  return {
    operator,
    relay,
    laptop,
    /** The relay hears nothing for so long that other laptops may continue the jobs of a silent one. */
    silence: () => relayTime.shift(SILENT_FOR_MS),
  };
}

/** The laptops of the day, and its plan. */
export interface DayPlaces extends Awaited<ReturnType<typeof crewOfDay>> {
  readonly office: DayLaptop;
  readonly bays: Readonly<Record<Bay, DayLaptop>>;
  readonly cars: readonly DayCar[];
}

/** Every laptop, the office among them. */
export const laptopsOf = ({ office, bays }: Pick<DayPlaces, 'office' | 'bays'>): readonly DayLaptop[] => [
  office,
  ...Object.values(bays),
];

/** All planned jobs that a laptop has of a customer. */
export const plansAt = ({ open }: Laptop): readonly PlannedJobView[] =>
  listPlannedJobs(open.database.sqlite, '2000-01-01', '2100-01-01');

/** The planned job of a car. */
export function planAt(laptop: Laptop, plate: string): PlannedJobView {
  const found = plansAt(laptop).find(({ work }) => work.car.licensePlate === plate);
  if (found === undefined) throw new Error(`no planned job for ${plate}`);
  return found;
}
