import { dirname } from 'node:path';
import { makeProblem, ProblemError, type Sentence } from '../../shared/problem.ts';
import { type Clock, SECOND } from '../../shared/time.ts';
import type { Checklists } from '../jobs/checklists.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import { listCustomers } from '../operator/endpoints/groups-and-users.ts';
import type { Outside } from '../session/outside.ts';
import type { CorePorts } from '../base/ports.ts';
import { createBundleService } from '../diagnostics/bundle.ts';
import { faultOf } from '../base/mask.ts';
import type { StopRecords } from '../diagnostics/records.ts';
import { createHealthService, healthParts } from '../diagnostics/health/service.ts';
import type { Handlers } from './router.ts';

type Calls = Pick<Handlers, Extract<keyof Handlers, `diagnostics.${string}`>>;

/** The `diagnostics.*` calls and their running tasks. */
export interface Diagnostics {
  readonly calls: Calls;
  /** Stops running tasks. */
  readonly stop: () => Promise<void>;
}

const secretsOf = ({ profile: { credentials, relay } }: OpenProfile): readonly string[] => [
  credentials.apiKey,
  credentials.username,
  credentials.password,
  ...(relay === null ? [] : [relay.relayToken]),
];

/** Creates the calls. They work with and without an open profile, because support needs them in both cases. */
export function createDiagnostics(parts: {
  readonly deps: Pick<
    CorePorts,
    'dataDir' | 'version' | 'host' | 'clock' | 'env' | 'secrets' | 'saveDialog' | 'log' | 'publish'
  > & { readonly stops: StopRecords };
  readonly open: () => OpenProfile | null;
  readonly checklists: Pick<Checklists, 'faults' | 'offered'>;
  readonly translate: (sentence: Sentence) => string;
  readonly openRelay: Outside['openRelay'];
}): Diagnostics {
  const { deps, open } = parts;
  const { clock, stops } = deps;
  const health = createHealthService({
    parts: () =>
      healthParts({ deps, open: open(), checklists: parts.checklists, openRelay: parts.openRelay }),
    clock,
    onChange: () => deps.publish(new Set(['health'])),
  });
  const bundle = createBundleService(async () => {
    const profile = open();
    return {
      ...deps,
      now: clock.now(),
      environment: deps.env,
      openFolder: profile === null ? null : dirname(profile.database.file),
      keeping: await deps.secrets.keeping(),
      health: health.state(),
      stops: stops.list(),
      secrets: profile === null ? [] : secretsOf(profile),
    };
  });
  const measureClock = async (profile: OpenProfile): Promise<number | null> => {
    profile.resetClock();
    await profile.client.call(listCustomers({ top: 1 }));
    return profile.clockOffsetMs();
  };
  const stopWatching = watchClock(clock, () => {
    const profile = open();
    if (profile !== null) void measureClock(profile);
  });

  return {
    stop: async () => {
      stopWatching();
      await health.stop();
    },
    calls: {
      'diagnostics.health': () => health.state(),
      'diagnostics.look': async () => {
        await health.check();
        return health.state();
      },
      'diagnostics.stopLooking': async () => {
        await health.stop();
        return {};
      },
      'diagnostics.measureClock': async () => {
        const profile = open();
        if (profile === null) throw new ProblemError(makeProblem('not-connected'));
        return { clockOffsetMs: await measureClock(profile) };
      },
      'diagnostics.unreportedStops': () => ({ stops: [...stops.unreported()] }),
      'diagnostics.tellStops': ({ at }) => {
        stops.reported(at);
        return {};
      },
      'diagnostics.windowFault': ({ name, stack }) => {
        const fault = faultOf(name, stack);
        deps.log('error', 'window.fault', [fault.reason, ...fault.frames].join(' | '));
        stops.keep('window-fault', fault);
        return {};
      },
      'diagnostics.prepareBundle': () => bundle.prepare(),
      'diagnostics.bundleText': ({ id, name, from }) => bundle.text(id, name, from),
      'diagnostics.saveBundle': async ({ id }) => {
        bundle.expect(id);
        const path = await deps.saveDialog.choose({
          title: parts.translate({ key: 'bundle.save', params: {} }),
          suggestedName: `boxwright-support-${new Date(clock.now()).toISOString().slice(0, 10)}.zip`,
          extension: 'zip',
        });
        if (path !== null) await bundle.write(id, path);
        return { path };
      },
    },
  };
}

const CHECK_EVERY_MS = 5 * SECOND;
/** Threshold in milliseconds: NTP slews a clock by less, while a manual change or sleep moves it by more. */
const MOVED_MS = 2 * SECOND;

/**
 * Reports when the laptop's clock was set or the laptop woke from sleep. The measured offset to the operator is then
 * invalid, and up to half an hour may pass before the next answer. The returned function ends the watch.
 */
export function watchClock(clock: Clock, onMoved: () => void): () => void {
  let apart = clock.now() - clock.passed();
  let cancel = () => {};
  const rest = () => {
    cancel = clock.setTimer(() => {
      const before = apart;
      apart = clock.now() - clock.passed();
      if (Math.abs(apart - before) > MOVED_MS) onMoved();
      rest();
    }, CHECK_EVERY_MS);
  };
  rest();
  return () => cancel();
}
