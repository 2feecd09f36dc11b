import {
  DEFAULT_API_KEY_HEADER,
  type OperatorAddress,
  type OperatorCredentials,
} from '../../shared/domain/profile.ts';
import type { CustomerId } from '../../shared/ids.ts';
import { type Assumptions, standardAssumptions } from '../../shared/operator/assumptions.ts';
import { makeProblem, type Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { SECOND } from '../../shared/time.ts';
import type { RelayAccess } from './profile.ts';
import {
  isSet,
  profileVariables,
  readingOf,
  settingVariables,
  type Variables,
  type VariablesRefusal,
} from './variables.ts';

/** A whole profile given by environment variables. Holds secrets: stays in the main process, is written nowhere. */
export interface EnvironmentProfile {
  readonly address: OperatorAddress;
  readonly credentials: OperatorCredentials;
  readonly customerId: CustomerId;
  readonly relay: RelayAccess | null;
  readonly assumptions: Assumptions;
}

/** Settings that hold for any profile. */
export interface RunSettings {
  /** As given; null = the host's own place. */
  readonly dataDir: string | null;
  /** How long a negative read does not count after a write (faults.md fact 4). */
  readonly quarantineMs: number;
}

const DEFAULT_QUARANTINE_SECONDS = 30;

/**
 * The profile of a managed laptop or a headless run. Everything that is missing or refused is named at once. A relay is
 * needed only with `needsRelay`; given in half it is always refused.
 */
export function readEnvironmentProfile(
  variables: Variables,
  { needsRelay }: { readonly needsRelay: boolean },
): Result<EnvironmentProfile, VariablesRefusal> {
  const { required, optional, refusal } = readingOf(variables);
  const v = profileVariables;
  const environment = required('BOXWRIGHT_ENVIRONMENT', v.BOXWRIGHT_ENVIRONMENT);
  const baseUrl = required('BOXWRIGHT_BASE_URL', v.BOXWRIGHT_BASE_URL);
  const apiKey = required('BOXWRIGHT_API_KEY', v.BOXWRIGHT_API_KEY);
  const username = required('BOXWRIGHT_USERNAME', v.BOXWRIGHT_USERNAME);
  const password = required('BOXWRIGHT_PASSWORD', v.BOXWRIGHT_PASSWORD);
  const customerId = required('BOXWRIGHT_CUSTOMER_ID', v.BOXWRIGHT_CUSTOMER_ID);
  const apiKeyHeader = optional(
    'BOXWRIGHT_API_KEY_HEADER',
    v.BOXWRIGHT_API_KEY_HEADER,
    DEFAULT_API_KEY_HEADER,
  );
  const assumptions = optional('BOXWRIGHT_ASSUMPTIONS', v.BOXWRIGHT_ASSUMPTIONS, standardAssumptions);
  const withRelay =
    needsRelay || isSet(variables, 'BOXWRIGHT_RELAY_URL') || isSet(variables, 'BOXWRIGHT_RELAY_TOKEN');
  const relayUrl = withRelay ? required('BOXWRIGHT_RELAY_URL', v.BOXWRIGHT_RELAY_URL) : null;
  const relayToken = withRelay ? required('BOXWRIGHT_RELAY_TOKEN', v.BOXWRIGHT_RELAY_TOKEN) : null;
  if (
    environment === undefined ||
    baseUrl === undefined ||
    apiKey === undefined ||
    username === undefined ||
    password === undefined ||
    customerId === undefined ||
    apiKeyHeader === undefined ||
    assumptions === undefined ||
    relayUrl === undefined ||
    relayToken === undefined
  ) {
    return err(refusal);
  }
  return ok({
    address: { environment, baseUrl, apiKeyHeader },
    credentials: { apiKey, username, password },
    customerId,
    relay: relayUrl === null || relayToken === null ? null : { relayUrl, relayToken },
    assumptions,
  });
}

/** Does anything in the environment say that this laptop's profile is managed? A data folder alone does not. */
export function isManaged(variables: Variables): boolean {
  return (
    isSet(variables, 'BOXWRIGHT_ENVIRONMENT') ||
    isSet(variables, 'BOXWRIGHT_BASE_URL') ||
    isSet(variables, 'BOXWRIGHT_API_KEY') ||
    isSet(variables, 'BOXWRIGHT_API_KEY_HEADER') ||
    isSet(variables, 'BOXWRIGHT_USERNAME') ||
    isSet(variables, 'BOXWRIGHT_PASSWORD') ||
    isSet(variables, 'BOXWRIGHT_CUSTOMER_ID') ||
    isSet(variables, 'BOXWRIGHT_RELAY_URL') ||
    isSet(variables, 'BOXWRIGHT_RELAY_TOKEN')
  );
}

/** Data folder and quarantine, from the environment or their defaults. */
export function readRunSettings(variables: Variables): Result<RunSettings, VariablesRefusal> {
  const { optional, refusal } = readingOf(variables);
  const dataDir = optional('BOXWRIGHT_DATA_DIR', settingVariables.BOXWRIGHT_DATA_DIR, null);
  const seconds = optional(
    'BOXWRIGHT_QUARANTINE_SECONDS',
    settingVariables.BOXWRIGHT_QUARANTINE_SECONDS,
    DEFAULT_QUARANTINE_SECONDS,
  );
  if (dataDir === undefined || seconds === undefined) return err(refusal);
  return ok({ dataDir, quarantineMs: Math.round(seconds * SECOND) });
}

/** The way out of this machine, as far as it is given here. */
export interface NetworkSettings {
  /** A PAC result that holds for every address; null = as the system says. */
  readonly proxy: string | null;
  /** Certificate authorities beside those of the app and the system. */
  readonly authorities: readonly string[];
}

/** Proxy and additional authorities, from the environment. */
export function readNetworkSettings(variables: Variables): Result<NetworkSettings, VariablesRefusal> {
  const { optional, refusal } = readingOf(variables);
  const proxy = optional('BOXWRIGHT_PROXY', settingVariables.BOXWRIGHT_PROXY, null);
  const authorities = optional('BOXWRIGHT_CA_FILE', settingVariables.BOXWRIGHT_CA_FILE, []);
  return proxy === undefined || authorities === undefined ? err(refusal) : ok({ proxy, authorities });
}

/** One plain English line per fault, for a terminal. */
export function refusalLines(refusal: VariablesRefusal): readonly string[] {
  return [
    ...refusal.missing.map((name) => `${name} is missing.`),
    ...refusal.refused.map(({ name, reason }) => `${name} ${reason}.`),
  ];
}

/** The same for a screen: `configuration-missing` with the names; `raw` names the refused ones. */
export function refusalProblem(refusal: VariablesRefusal): Problem {
  const names = [...refusal.missing, ...refusal.refused.map(({ name }) => name)];
  return makeProblem('configuration-missing', { name: names.join(', ') }, refusalLines(refusal).join(' '));
}
