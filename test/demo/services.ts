import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { customerId } from '../../shared/ids.ts';
import type { RelayRole } from '../../shared/relay/access.ts';
import { createToken } from '../../relay/access/credentials.ts';
import { readSettings } from '../../relay/settings.ts';
import { startRelay } from '../../relay/start.ts';
import { type RunningOperator, startOperator } from '../operator/start.ts';

/** A demonstration's own operator and relay, on free loopback ports, with a fleet to work on. */
export interface DemoServices {
  readonly operator: RunningOperator;
  readonly relayUrl: string;
  /** For a laptop at a supervisor's desk. */
  readonly supervisorToken: string;
  /** A token for another laptop of this name. */
  readonly laptopToken: (name: string, role?: RelayRole) => Promise<string>;
  /** The variables that connect the app to them, as on a managed laptop. */
  readonly env: Readonly<Record<string, string>>;
  /** Sets the relay's clock forward: its laptops were silent for so long. */
  readonly passRelayTime: (ms: number) => void;
  /** Takes the relay away for good, as when its server is down. */
  readonly stopRelay: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const CUSTOMER = customerId.parse(4711);
const WEBHOOK_SECRET = 'demo-webhook-secret';
/** Long enough to see "accepted" before "confirmed". */
const RESULT_DELAY_MS = 1500;

/** Starts both. The relay keeps its data in a temporary folder that `stop` removes. */
export async function startDemoServices(
  options: { readonly resultDelayMs?: number; readonly cars?: number; readonly role?: RelayRole } = {},
): Promise<DemoServices> {
  const relayFolder = await mkdtemp(join(tmpdir(), 'boxwright-demo-relay-'));
  const settings = readSettings({
    RELAY_PORT: '0',
    RELAY_DATA_DIR: relayFolder,
    RELAY_SECRET_UAT: WEBHOOK_SECRET,
    RELAY_SECRET_PROD: WEBHOOK_SECRET,
  });
  if (!settings.ok) throw new Error(settings.error);
  let passedMs = 0;
  const relay = await startRelay(settings.value, { log: null, clock: () => Date.now() + passedMs });
  let stopped: Promise<void> | null = null;
  const stopRelay = () => (stopped ??= relay.stop());
  const tokenOf = async (name: string, role: RelayRole): Promise<string> => {
    const made = await createToken(
      relay.store,
      { name, role, customers: role === 'admin' ? [] : [CUSTOMER] },
      Date.now(),
    );
    if (!made.ok) throw new Error(made.error);
    return made.value.token;
  };
  const token = await tokenOf('Bay 3', options.role ?? 'installer');
  const office = await tokenOf('Office', 'supervisor');
  const operator = await startOperator({
    ...(options.cars === undefined ? {} : { cars: options.cars }),
    settings: {
      webhookUrl: relay.url,
      webhookSecret: WEBHOOK_SECRET,
      resultDelayMs: options.resultDelayMs ?? RESULT_DELAY_MS,
    },
  });
  return {
    operator,
    relayUrl: relay.url,
    supervisorToken: office,
    laptopToken: (name, role = 'installer') => tokenOf(name, role),
    env: {
      BOXWRIGHT_ENVIRONMENT: 'uat',
      BOXWRIGHT_BASE_URL: operator.url,
      BOXWRIGHT_API_KEY: operator.settings.apiKey,
      BOXWRIGHT_API_KEY_HEADER: operator.settings.apiKeyHeader,
      BOXWRIGHT_USERNAME: operator.settings.username,
      BOXWRIGHT_PASSWORD: operator.settings.password,
      BOXWRIGHT_CUSTOMER_ID: String(CUSTOMER),
      BOXWRIGHT_RELAY_URL: relay.url,
      BOXWRIGHT_RELAY_TOKEN: token,
    },
    passRelayTime: (ms) => {
      passedMs += ms;
    },
    stopRelay,
    stop: async () => {
      await operator.stop();
      await stopRelay();
      await rm(relayFolder, { recursive: true, force: true });
    },
  };
}
