import { onTestFinished } from 'vitest';
import { type CrewKeeper, type CrewKey, makeCrewKey } from '../../../electron/jobs/rescue/crew-key.ts';
import { temporaryDeviceKey } from '../../../electron/trust/device-key.ts';
import type { RelayRole } from '../../../shared/relay/access.ts';
import { SILENT_FOR_MS } from '../../../shared/relay/rescue.ts';
import type { Clock } from '../../../shared/time.ts';
import { notable } from '../../operator/seed/notable.ts';
import { startOperator } from '../../operator/start.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { type Laptop, openLaptop } from './laptop.ts';

/** The machine's clock, which can be set forward as after sleep. Some machines stop one of its two readings meanwhile. */
export function shiftedClock() {
  const byMs = { wall: 0, monotonic: 0 };
  const clock: Clock = {
    ...machineClock,
    now: () => machineClock.now() + byMs.wall,
    passed: () => machineClock.passed() + byMs.monotonic,
  };
  return {
    clock,
    shift: (ms: number, only?: keyof typeof byMs) => {
      if (only !== 'monotonic') byMs.wall += ms;
      if (only !== 'wall') byMs.monotonic += ms;
    },
  };
}

/** A keeper of one key that is already there. */
export function keeperOf(key: CrewKey): CrewKeeper {
  let current: CrewKey | null = key;
  return {
    current: () => current,
    enter: () => Promise.resolve(),
    make: () => Promise.resolve(key),
    clear: () => {
      current = null;
      return Promise.resolve();
    },
  };
}

/** A relay with a clock of its own, an operator, and laptops of one crew. A laptop may be closed and opened again over its data. */
export async function crewAtRelay() {
  const operator = await startOperator({ cars: 20, settings: { resultDelayMs: 0 } });
  onTestFinished(operator.stop);
  const relayTime = shiftedClock();
  const relay = await runningRelay({}, { clock: () => relayTime.clock.now() });
  const key = makeCrewKey();
  const laptop = async (worker: string, name: string, crew = key, role: RelayRole = 'installer') => {
    const { token } = await tokenFor(relay, [notable.customerId], role, name);
    const dataDir = tempFolder();
    const deviceKey = temporaryDeviceKey();
    const time = shiftedClock();
    /** `keeper`: of the laptop's own key. */
    const open = (keeper = keeperOf(crew)): Laptop =>
      openLaptop(
        operator,
        worker,
        dataDir,
        { relayUrl: relay.url, relayToken: token },
        { crew: keeper, deviceKey, clock: time.clock },
      );
    return { open, sleep: time.shift };
  };
  return {
    operator,
    relay,
    key,
    laptop,
    /** The relay hears nothing for so long that other laptops may continue jobs. */
    silence: () => relayTime.shift(SILENT_FOR_MS),
  };
}

/**
 * Power off: neither the operator nor the relay is reached. A report in flight is waited for: one that the relay heard
 * only after `silence` would be a sign of life from then.
 */
export async function dies(laptop: Laptop): Promise<void> {
  laptop.cut(true);
  laptop.cutRelay(true);
  await laptop.unheard();
}
