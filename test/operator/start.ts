import { byThisMachine, type LetPass } from './http/exchange.ts';
import { startListening } from './http/listen.ts';
import { newFaults, type Faults } from './faults.ts';
import { newJournal, type Journal } from './journal.ts';
import { seededRandom } from './random.ts';
import { newAssignmentResults } from './results/assignment-results.ts';
import { newResultRules, type ResultRules } from './results/result-rules.ts';
import { newWebhookDelivery, type WebhookDelivery } from './results/webhook-delivery.ts';
import { seedFleet } from './seed/fleet.ts';
import { settingsFrom, type OperatorSettings, type SettingsChange } from './settings.ts';
import type { OperatorState } from './state.ts';
import { newTokens } from './tokens.ts';
import { newViolations, type Violations } from './violations.ts';

export type Environment = 'uat' | 'prod';

export type OperatorOptions = {
  /** 0 (the default) takes any free port. */
  readonly port?: number;
  readonly environment?: Environment;
  /** The same seed gives the same fleet and the same shuffles. */
  readonly seed?: number;
  /** Cars of the first customer. */
  readonly cars?: number;
  readonly settings?: SettingsChange;
  /** By which clock a late request takes effect; this machine's unless a test moves its own. */
  readonly letPass?: LetPass;
};

export type RunningOperator = {
  /** Base address for clients; ends in /v3. */
  readonly url: string;
  /** Address of the server itself, for `/_simulator/…` and pictures. */
  readonly origin: string;
  readonly port: number;
  readonly environment: Environment;
  readonly state: OperatorState;
  /** Mutable: a change holds from the next request on. */
  readonly settings: OperatorSettings;
  readonly journal: Journal;
  readonly violations: Violations;
  readonly faults: Faults;
  readonly results: ResultRules & {
    /** Operations that were accepted and have not taken effect yet. */
    readonly waiting: () => number;
  };
  readonly webhooks: Pick<WebhookDelivery, 'attempts' | 'held' | 'release' | 'inFlight'>;
  /** The highest number of API requests that were open at the same time. */
  readonly peakConcurrency: () => number;
  readonly revokeTokens: () => void;
  /** Closes the port and cuts every connection. State, journal and what was accepted are kept. */
  readonly stop: () => Promise<void>;
  /** After a stop: listens on the same port again, with the same state; tokens are gone as after a real restart. */
  readonly startAgain: () => Promise<void>;
};

/** Starts a simulated operator on 127.0.0.1 and resolves once it listens. */
export async function startOperator(options: OperatorOptions = {}): Promise<RunningOperator> {
  const environment = options.environment ?? 'uat';
  const seed = options.seed ?? 1;
  const settings = settingsFrom(options.settings ?? {});
  const random = seededRandom(seed + 1);
  const rules = newResultRules();
  const delivery = newWebhookDelivery(environment, settings, random);
  const results = newAssignmentResults(settings, rules, delivery, random);
  const parts = {
    environment,
    state: seedFleet({ seed, cars: options.cars ?? 400, today: new Date() }),
    settings,
    random,
    letPass: options.letPass ?? byThisMachine,
    tokens: newTokens(),
    journal: newJournal(),
    violations: newViolations(),
    faults: newFaults(),
    rules,
    delivery,
    results,
  };
  let listening = await startListening(parts, options.port ?? 0);
  const { port } = listening;
  const origin = `http://127.0.0.1:${port}`;

  return {
    url: `${origin}/v3`,
    origin,
    port,
    environment,
    state: parts.state,
    settings,
    journal: parts.journal,
    violations: parts.violations,
    faults: parts.faults,
    results: { ...rules, waiting: results.waiting },
    webhooks: delivery,
    peakConcurrency: () => listening.peakConcurrency(),
    revokeTokens: parts.tokens.revokeAll,
    stop: async () => {
      results.stop();
      await Promise.all([listening.close(), delivery.stop()]);
    },
    startAgain: async () => {
      parts.tokens.revokeAll();
      listening = await startListening(parts, port);
      delivery.start();
      results.start();
    },
  };
}
