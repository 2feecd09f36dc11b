import { readFileSync, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { execFile } from 'node:child_process';
import { z } from 'zod';
import { type Policy, policy, type PolicyField, type OperatorAddress } from '../../shared/domain/profile.ts';
import { jsonText } from '../../shared/parsing.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { Preferences } from '../../shared/domain/settings.ts';
import type { CustomerId } from '../../shared/ids.ts';
import type { RelayRole } from '../../shared/relay/access.ts';
import { isSet, type Variables } from './environment-profile.ts';
import type { PreferencesStore } from './preferences-store.ts';

/*
 * The policy that an administrator sets for a laptop: the settings that it excludes, and its reading from a file, the
 * registry of Windows and the managed preferences of macOS.
 */

/** The variables with the policy's values as defaults: a value set in the environment takes precedence. */
export function withPolicy(variables: Variables, { proxy, caFile }: Policy): Variables {
  return {
    ...variables,
    ...(proxy === undefined || isSet(variables, 'BOXWRIGHT_PROXY') ? {} : { BOXWRIGHT_PROXY: proxy }),
    ...(caFile === undefined || isSet(variables, 'BOXWRIGHT_CA_FILE') ? {} : { BOXWRIGHT_CA_FILE: caFile }),
  };
}

/** The known parts of a connection; absent = not part of this check. */
interface Wanted {
  readonly address?: Pick<OperatorAddress, 'environment' | 'baseUrl'>;
  readonly customerId?: CustomerId;
  /** Null = without a relay. */
  readonly relayUrl?: string | null;
}

/** The first value of a connection that contradicts the policy; null = all of it is allowed. */
export function outsidePolicy(policy: Policy, { address, customerId, relayUrl }: Wanted): PolicyField | null {
  const differs = (set: string | undefined, given: string | null | undefined) =>
    set !== undefined && given !== undefined && given !== set;
  if (differs(policy.environment, address?.environment)) return 'environment';
  if (differs(policy.address, address?.baseUrl)) return 'address';
  if (differs(policy.relay, relayUrl)) return 'relay';
  if (policy.customers === undefined || customerId === undefined) return null;
  return policy.customers.includes(customerId) ? null : 'customers';
}

/** ProblemError `set-by-policy` for a connection that contradicts the policy. */
export function refuseOutside(policy: Policy, wanted: Wanted): void {
  const field = outsidePolicy(policy, wanted);
  if (field !== null) throw setByPolicy(field);
}

/** ProblemError `role-not-allowed` for a token whose role the policy of this laptop does not allow. */
export function refuseRole({ roles }: Policy, role: RelayRole): void {
  if (roles !== undefined && !roles.includes(role)) {
    throw new ProblemError(makeProblem('role-not-allowed', {}, role));
  }
}

/** ProblemError `set-by-policy` for a field that only the administrator may change. */
export const setByPolicy = (name: PolicyField): ProblemError =>
  new ProblemError(makeProblem('set-by-policy', { name }));

/** Preferences that a policy can set. */
const managedFields = ['language', 'staysInTray', 'startsAtLogin'] as const satisfies readonly (PolicyField &
  keyof Preferences)[];

/** A store in which the policy's values replace a person's. */
export function managedPreferences(store: PreferencesStore, policy: Policy): PreferencesStore {
  const { language, staysInTray, startsAtLogin } = policy;
  const managed = (own: Preferences): Preferences => ({
    ...own,
    ...(language === undefined ? {} : { language }),
    ...(staysInTray === undefined ? {} : { staysInTray }),
    ...(startsAtLogin === undefined ? {} : { startsAtLogin }),
  });
  const isOtherwise = (set: unknown, wanted: unknown) =>
    set !== undefined && wanted !== undefined && wanted !== set;
  return {
    read: () => managed(store.read()),
    change: (changes) => {
      const field = managedFields.find((name) => isOtherwise(policy[name], changes[name]));
      if (field !== undefined) throw setByPolicy(field);
      return managed(store.change(changes));
    },
  };
}

/** Places that only administrators write, for every account of the laptop (docs/decisions/0042-managed-settings.md). */
export type PolicySource =
  | { readonly kind: 'file'; readonly file: string }
  /** Windows: group policies and Intune. */
  | { readonly kind: 'registry'; readonly reg: SystemTool }
  /** macOS: a configuration profile for the whole machine, never one for a single account. */
  | { readonly kind: 'managed-preferences'; readonly file: string; readonly plutil: SystemTool };

/** `appId` of electron-builder.yml; macOS stores managed preferences under it. */
export const PREFERENCE_DOMAIN = 'org.boxwright.desktop';
/** Upper bound of a file, and of the output of a program of the system. */
const MOST_BYTES = 256 * 1024;
const notThere = z.object({ code: z.enum(['ENOENT', 'ENOTDIR']) });
/** Prefix of keys that macOS adds to every configuration profile. */
const OF_THE_PROFILE = 'Payload';

/** The policy sources of a platform, weakest first. BOXWRIGHT_POLICY_FILE replaces all of them. */
export function policySourcesOf(variables: Variables, platform: NodeJS.Platform): readonly PolicySource[] {
  if (isSet(variables, 'BOXWRIGHT_POLICY_FILE')) {
    return [{ kind: 'file', file: (variables['BOXWRIGHT_POLICY_FILE'] ?? '').trim() }];
  }
  switch (platform) {
    case 'win32': {
      const programData = variables['ProgramData'] ?? 'C:\\ProgramData';
      const system = win32.join(variables['SystemRoot'] ?? 'C:\\Windows', 'System32');
      return [
        { kind: 'file', file: win32.join(programData, 'Boxwright', 'policy.json') },
        { kind: 'registry', reg: [win32.join(system, 'reg.exe')] },
      ];
    }
    case 'darwin':
      return [
        { kind: 'file', file: '/Library/Application Support/Boxwright/policy.json' },
        {
          kind: 'managed-preferences',
          file: posix.join('/Library/Managed Preferences', `${PREFERENCE_DOMAIN}.plist`),
          plutil: ['/usr/bin/plutil'],
        },
      ];
    default:
      return [{ kind: 'file', file: '/etc/boxwright/policy.json' }];
  }
}

/**
 * Reads the policy: each value comes from the strongest source that sets it. An unreadable source stops the start,
 * because it would otherwise set nothing. ProblemError `policy-unreadable`, which names the value and the source.
 */
export async function readPolicy(sources: readonly PolicySource[]): Promise<Policy> {
  const found = await Promise.all(sources.map(readSource));
  return found.reduce<Policy>((weaker, stronger) => ({ ...weaker, ...stronger }), {});
}

async function readSource(source: PolicySource): Promise<Policy> {
  switch (source.kind) {
    case 'file':
      return readPolicyFile(source.file);
    case 'registry': {
      const values = await readRegistryPolicy(source.reg);
      if (!values.ok) throw unreadable(REGISTRY_KEY, values.error);
      return policyIn(Object.fromEntries(values.value), REGISTRY_KEY);
    }
    case 'managed-preferences':
      return readManagedPreferences(source);
  }
}

/** Reads a JSON file; a missing file sets nothing. */
export function readPolicyFile(file: string): Policy {
  if (!isThere(file)) return {};
  return policyInText(file, () => readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
}

/** Converts the binary property list to JSON with `plutil` of macOS. */
async function readManagedPreferences({
  file,
  plutil,
}: Extract<PolicySource, { kind: 'managed-preferences' }>): Promise<Policy> {
  if (!isThere(file)) return {};
  const json = await outputOf(plutil, ['-convert', 'json', '-o', '-', '--', file]);
  if (json === null) throw unreadable(file, 'plutil');
  return policyInText(file, () => json.toString('utf8'), withoutProfile);
}

function isThere(file: string): boolean {
  try {
    if (statSync(file).size <= MOST_BYTES) return true;
  } catch (cause) {
    if (notThere.safeParse(cause).success) return false;
    throw unreadable(file, 'file');
  }
  throw unreadable(file, 'size');
}

function policyInText(file: string, read: () => string, only = (values: unknown) => values): Policy {
  let text: string;
  try {
    text = read();
  } catch {
    throw unreadable(file, 'file');
  }
  const parsed = jsonText.safeParse(text);
  if (!parsed.success) throw unreadable(file, 'JSON');
  return policyIn(only(parsed.data), file);
}

function withoutProfile(values: unknown): unknown {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return values;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(values);
  return Object.fromEntries(entries.filter(([name]) => !name.startsWith(OF_THE_PROFILE)));
}

function policyIn(values: unknown, place: string): Policy {
  const parsed = policy.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
  throw unreadable(place, String(field ?? 'JSON'));
}

const unreadable = (place: string, name: string): ProblemError =>
  new ProblemError(makeProblem('policy-unreadable', { name: name.slice(0, 100) }, place));

/** Only administrators can write below this key; group policies and Intune store their values here. */
const POLICIES = 'HKLM\\SOFTWARE\\Policies';
export const REGISTRY_KEY = `${POLICIES}\\Boxwright`;
const FULL_KEY = REGISTRY_KEY.replace('HKLM', 'HKEY_LOCAL_MACHINE').toLowerCase();

const MOST_LINES = 1_000;
/** `reg.exe` separates name, type and value by four spaces, and indents value lines by four. */
const GAP = '    ';
/** `reg.exe` answers in the console's code page, so other characters would be decoded wrongly. */
const PLAIN = /^[\t\x20-\x7e]*$/;

type RegistryValue = string | boolean | readonly string[];
type RegistryValues = ReadonlyMap<string, RegistryValue>;

/**
 * Reads the values of the key, or returns the name of the first invalid one as the error. `reg` is Windows' own
 * `reg.exe`. Its exit code is the same for a missing and for an unreadable key, and its messages are translated; so
 * the parent key is listed to see whether the key exists.
 */
async function readRegistryPolicy(reg: SystemTool): Promise<Result<RegistryValues, string>> {
  const above = await outputOf(reg, ['query', POLICIES, '/reg:64']);
  if (above === null) return err('reg.exe');
  if (!linesOf(above).some((line) => line.toLowerCase() === FULL_KEY)) return ok(new Map());
  const own = await outputOf(reg, ['query', REGISTRY_KEY, '/reg:64']);
  return own === null ? err('reg.exe') : registryValues(own);
}

/**
 * Parses the output of `reg.exe query`: strings, lists of strings, booleans. Any other value is refused by its
 * name.
 */
export function registryValues(output: Buffer): Result<RegistryValues, string> {
  if (output.length > MOST_BYTES) return err('size');
  const lines = linesOf(output);
  if (lines.length > MOST_LINES) return err('size');
  const values = new Map<string, RegistryValue>();
  for (const [index, line] of lines.entries()) {
    if (line === '' || (values.size === 0 && line.toLowerCase() === FULL_KEY)) continue;
    const row = valueIn(line);
    if (row === null) return err(`line ${index + 1}`);
    const value = PLAIN.test(line) ? typed(row) : null;
    if (value === null || values.has(row.name)) return err(row.name);
    values.set(row.name, value);
  }
  return ok(values);
}

const linesOf = (output: Buffer): readonly string[] =>
  output
    .toString('latin1')
    .split('\n', MOST_LINES + 1)
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));

interface Row {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

function valueIn(line: string): Row | null {
  if (!line.startsWith(GAP)) return null;
  const afterName = line.indexOf(GAP, GAP.length);
  const typeStart = afterName + GAP.length;
  const afterType = line.indexOf(GAP, typeStart);
  if (afterName <= GAP.length || afterType <= typeStart) return null;
  return {
    name: line.slice(GAP.length, afterName),
    type: line.slice(typeStart, afterType),
    value: line.slice(afterType + GAP.length),
  };
}

function typed({ type, value }: Row): RegistryValue | null {
  switch (type) {
    case 'REG_SZ':
      return value;
    case 'REG_MULTI_SZ':
      // `reg.exe` prints the NUL after each string as these two characters.
      return value.split('\\0').filter((text) => text !== '');
    case 'REG_DWORD':
      return value === '0x1' ? true : value === '0x0' ? false : null;
    default:
      return null;
  }
}

/** A program of the operating system by its absolute path, and its first arguments. */
export type SystemTool = readonly [program: string, ...args: string[]];

/**
 * No reader of a working laptop takes this long: at login an old one may need many seconds to start a program, and a
 * policy that counts as unreadable too early stops the app's start.
 */
const DEADLINE_MS = 60_000;

/**
 * The output of a system program, run without a shell and without this process's environment. Null if it did not
 * start, failed, took too long or wrote too much.
 */
function outputOf([program, ...first]: SystemTool, args: readonly string[]): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      [...first, ...args],
      {
        encoding: 'buffer',
        timeout: DEADLINE_MS,
        killSignal: 'SIGKILL',
        maxBuffer: MOST_BYTES,
        windowsHide: true,
        env: systemVariables(),
      },
      (failed, output) => resolve(failed === null ? output : null),
    );
    child.stdin?.end();
  });
}

/** Windows starts no program without `SystemRoot`. */
function systemVariables(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}
