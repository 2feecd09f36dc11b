import { z } from 'zod';
import {
  DEFAULT_API_KEY_HEADER,
  type OperatorAddress,
  type OperatorCredentials,
  headerName,
  serviceAddress,
} from '../../shared/domain/profile.ts';
import { type CustomerId, customerId, environment } from '../../shared/ids.ts';
import {
  type Assumptions,
  standardAssumptions,
  assumptionsSchema,
} from '../../shared/operator/assumptions.ts';
import { makeProblem, type Problem, ProblemError } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { SECOND } from '../../shared/time.ts';
import { jsonText } from '../../shared/parsing.ts';
import { parseProxyList } from '../base/network/proxy-list.ts';
import { readAuthorities } from '../base/network/trust.ts';
import type { RelayAccess } from './profile.ts';

/* The environment variables of a managed laptop or a headless run, parsed and refused by name. */

/**
 * A complete profile from environment variables. It contains secrets: it stays in the main process and is never
 * written to disk.
 */
export interface EnvironmentProfile {
  readonly address: OperatorAddress;
  readonly credentials: OperatorCredentials;
  readonly customerId: CustomerId;
  readonly relay: RelayAccess | null;
  readonly assumptions: Assumptions;
}

/** Settings that apply to every profile. */
export interface RunSettings {
  /** As given; null = the host's default folder. */
  readonly dataDir: string | null;
  /** How long after a write a negative read is ignored (faults.md fact 4). */
  readonly quarantineMs: number;
}

const DEFAULT_QUARANTINE_SECONDS = 30;

/**
 * Reads the profile of a managed laptop or a headless run. All missing and invalid variables are reported together.
 * A relay is required only with `needsRelay`; an incomplete relay (address without token, or the reverse) is always
 * refused.
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

/** Whether the environment defines a managed profile. A data folder alone does not. */
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

/** The proxy and the additional certificate authorities from the environment. */
export interface NetworkSettings {
  /** A PAC result that applies to every address; null = the system's setting. */
  readonly proxy: string | null;
  /** Certificate authorities in addition to those of the app and the system. */
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

/** Returns the value. Throws the ProblemError of a refused variable. */
export function orRefuse<Value>(read: Result<Value, VariablesRefusal>): Value {
  if (!read.ok) throw new ProblemError(refusalProblem(read.error));
  return read.value;
}

/** The refusal as a problem for a screen: `configuration-missing` with the names; `raw` has the reasons. */
export function refusalProblem(refusal: VariablesRefusal): Problem {
  const names = [...refusal.missing, ...refusal.refused.map(({ name }) => name)];
  return makeProblem('configuration-missing', { name: names.join(', ') }, refusalLines(refusal).join(' '));
}

/** The process environment, or a part of it. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The schema of one variable, and the error message for a refused value. The message never shows the value. */
interface Reader<Value> {
  readonly schema: z.ZodType<Value>;
  readonly mustBe: string;
}

const reader = <Value>(schema: z.ZodType<Value>, mustBe: string): Reader<Value> => ({ schema, mustBe });

/** Values read from files end in line breaks and spaces, which an HTTP header cannot carry. */
const headerText = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/);
const HEADER_TEXT = 'must be one word of plain characters, 500 at most';
const customerNumber = z.preprocess((text) => (typeof text === 'string' ? text.trim() : text), customerId);
const loginText = z.string().min(1).max(500);
const LOGIN_TEXT = 'must not be longer than 500 characters';
const ADDRESS = 'must be an https address without a query (http only for this machine)';
/** The differences from the standard names and paths, as JSON. */
const assumptionsText = jsonText.pipe(assumptionsSchema);
const LONGEST_QUARANTINE_SECONDS = 3600;

/** The variables that define the profile and its secrets (architecture.md §9). */
export const profileVariables = {
  BOXWRIGHT_ENVIRONMENT: reader(
    z
      .string()
      .transform((text) => text.trim().toLowerCase())
      .pipe(environment),
    'must be uat or prod',
  ),
  BOXWRIGHT_BASE_URL: reader(serviceAddress, ADDRESS),
  BOXWRIGHT_API_KEY: reader(headerText, HEADER_TEXT),
  BOXWRIGHT_API_KEY_HEADER: reader(headerName, 'must be a header name of letters, digits and dashes'),
  BOXWRIGHT_USERNAME: reader(loginText, LOGIN_TEXT),
  BOXWRIGHT_PASSWORD: reader(loginText, LOGIN_TEXT),
  BOXWRIGHT_CUSTOMER_ID: reader(customerNumber, 'must be the number of a customer'),
  BOXWRIGHT_RELAY_URL: reader(serviceAddress, ADDRESS),
  BOXWRIGHT_RELAY_TOKEN: reader(headerText, HEADER_TEXT),
  BOXWRIGHT_ASSUMPTIONS: reader(
    assumptionsText,
    'must be a JSON object of names in docs/design/assumptions.md',
  ),
} as const;

/** Variables that change how the app runs; they may be combined with any profile. */
const settingVariables = {
  BOXWRIGHT_DATA_DIR: reader(z.string().trim().min(1), 'must be a folder'),
  BOXWRIGHT_QUARANTINE_SECONDS: reader(
    z
      .string()
      .trim()
      .regex(/^\d{1,6}(\.\d{1,3})?$/)
      .transform(Number)
      .refine((seconds) => seconds <= LONGEST_QUARANTINE_SECONDS),
    `must be a number of seconds from 0 to ${LONGEST_QUARANTINE_SECONDS}`,
  ),
  BOXWRIGHT_POLICY_FILE: reader(z.string().trim().min(1), 'must be a file'),
  BOXWRIGHT_PROXY: reader(
    z
      .string()
      .trim()
      .max(1_000)
      .refine((text) => parseProxyList(text).length > 0),
    'must be a list such as "PROXY host:port; DIRECT"',
  ),
  BOXWRIGHT_CA_FILE: reader(
    z
      .string()
      .trim()
      .transform((file, context) => {
        const found = readAuthorities(file);
        if (found.ok) return found.value;
        context.addIssue({ code: 'custom', message: found.error });
        return z.NEVER;
      }),
    'must be a readable file of certificates in PEM form, 2 MiB at most',
  ),
} as const;

type VariableName = keyof typeof profileVariables | keyof typeof settingVariables;

/** The faults of a configuration: names and reasons, never a value. */
interface VariablesRefusal {
  readonly missing: readonly VariableName[];
  readonly refused: readonly { readonly name: VariableName; readonly reason: string }[];
}

/** Whether a variable is set. Empty and blank count as not set. */
export function isSet(variables: Variables, name: VariableName): boolean {
  return (variables[name] ?? '').trim() !== '';
}

/** Reads variables one by one and collects every missing or refused one, so that all are reported together. */
interface VariableReading {
  /** Undefined when it is missing or refused; both are collected. */
  readonly required: <Value>(name: VariableName, from: Reader<Value>) => Value | undefined;
  /** `absent` when it is not set; undefined when it is refused, which is collected. */
  readonly optional: <Value, Absent>(
    name: VariableName,
    from: Reader<Value>,
    absent: Absent,
  ) => Value | Absent | undefined;
  readonly refusal: VariablesRefusal;
}

function readingOf(variables: Variables): VariableReading {
  const missing: VariableName[] = [];
  const refused: { name: VariableName; reason: string }[] = [];
  const read = <Value>(name: VariableName, { schema, mustBe }: Reader<Value>): Value | undefined => {
    const parsed = schema.safeParse(variables[name]);
    if (parsed.success) return parsed.data;
    refused.push({ name, reason: mustBe });
    return undefined;
  };
  return {
    required: (name, from) => {
      if (isSet(variables, name)) return read(name, from);
      missing.push(name);
      return undefined;
    },
    optional: (name, from, absent) => (isSet(variables, name) ? read(name, from) : absent),
    refusal: { missing, refused },
  };
}
