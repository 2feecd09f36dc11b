import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  headlessMain,
  type HeadlessProcess,
  startProcess,
} from '../integration/headless/headless-process.ts';
import type { Random } from '../operator/random.ts';
import { notable } from '../operator/seed/notable.ts';
import { type RunningOperator, startOperator } from '../operator/start.ts';
import type { AskedJob } from './asked-job.ts';
import type { Children } from './children.ts';
import { type RelayLoad, startRelayLoad } from './relay-load.ts';
import { type RelayUnderFire, startRelayUnderFire } from './relay-under-fire.ts';
import { longerTroubles, resultTroubles, troubles } from './troubles.ts';
import { AMPLE_SECONDS } from '../runner/patience.ts';

/** Everything one round happens in: an operator with troubles, the real relay under load, one data folder. */
export interface World {
  /** Holds all that is kept: the app's data, the relay's, the job files. */
  readonly folder: string;
  readonly dataDir: string;
  readonly operator: RunningOperator;
  readonly relay: RelayUnderFire;
  readonly load: RelayLoad;
  /** Starts the real headless process on this job; `index` names its file. */
  readonly run: (job: AskedJob, index: number) => HeadlessProcess;
}

const SECRET = 'webhook-secret-of-this-run';
/** As each start asks for a token, kills must not look like a client that asks too often. */
const TOKENS_PER_MINUTE = 10_000;
/** A relay that is down for seconds must not outlast the operator's patience: a lost result is another test's matter. */
const WEBHOOK_ATTEMPTS = 12;

/** Starts it in an empty folder. The same seed gives the same fleet and troubles. */
export async function startWorld(folder: string, random: Random, children: Children): Promise<World> {
  const dataDir = join(folder, 'data');
  const relayDir = join(folder, 'relay');
  for (const made of [dataDir, relayDir]) mkdirSync(made);
  const { customerId, otherCustomerId } = notable;
  const customers = [customerId, otherCustomerId];
  const relay = await startRelayUnderFire({ dataDir: relayDir, secret: SECRET, customers, children });
  const operator = await startOperator({
    seed: random.integer(1, 1_000_000),
    cars: 60,
    settings: {
      webhookUrl: relay.url,
      webhookSecret: SECRET,
      webhookAttempts: WEBHOOK_ATTEMPTS,
      webhookRetryMs: 100,
      resultDelayMs: 60,
      resultJitterMs: 250,
      latencyMs: random.integer(30, 120),
      tokenRequestsPerMinute: TOKENS_PER_MINUTE,
    },
  });
  for (const fault of random.shuffled([...troubles, ...longerTroubles]).slice(0, random.integer(3, 7))) {
    operator.faults.add({ ...fault, nth: random.integer(1, 3), count: random.integer(1, 2) });
  }
  for (const rule of random.shuffled(resultTroubles).slice(0, random.integer(1, 3))) {
    operator.results.add({ ...rule, nth: random.integer(1, 2) });
  }
  const variables = {
    BOXWRIGHT_ENVIRONMENT: 'uat',
    BOXWRIGHT_BASE_URL: operator.url,
    BOXWRIGHT_API_KEY: operator.settings.apiKey,
    BOXWRIGHT_USERNAME: operator.settings.username,
    BOXWRIGHT_PASSWORD: operator.settings.password,
    BOXWRIGHT_CUSTOMER_ID: String(customerId),
    BOXWRIGHT_RELAY_URL: relay.url,
    BOXWRIGHT_RELAY_TOKEN: relay.token,
    BOXWRIGHT_DATA_DIR: dataDir,
    BOXWRIGHT_QUARANTINE_SECONDS: '1',
  };
  return {
    folder,
    dataDir,
    operator,
    relay,
    load: startRelayLoad(relay.url, SECRET, otherCustomerId),
    run: (job, index) => {
      const file = join(folder, `job-${index}.json`);
      writeFileSync(file, JSON.stringify(job, null, 2));
      const run = startProcess(
        process.execPath,
        [...headlessMain, '--job', file, '--timeout', AMPLE_SECONDS],
        variables,
      );
      children.add(run.child);
      return run;
    },
  };
}
