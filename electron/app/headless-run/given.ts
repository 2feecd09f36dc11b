import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ProblemError } from '../../../shared/problem.ts';
import {
  type EnvironmentProfile,
  type NetworkSettings,
  readEnvironmentProfile,
  readNetworkSettings,
  readRunSettings,
  refusalLines,
  type RunSettings,
} from '../../profiles/environment-profile.ts';
import { policySourcesOf, readPolicy, withPolicy } from '../../profiles/machine-policy.ts';
import type { Variables } from '../../profiles/variables.ts';
import { sentencesOf } from './terminal.ts';

/** The checked settings of a run, from its environment. */
export interface GivenProfile {
  readonly profile: EnvironmentProfile;
  readonly dataDir: string;
  readonly quarantineMs: number;
  readonly network: NetworkSettings;
}

/** @param folder below the home of the account, where the environment names none. */
export const dataDirOf = ({ dataDir }: RunSettings, folder: string): string =>
  resolve(dataDir ?? join(homedir(), folder));

/** Reads the variables; everything that is missing or refused is named at once. */
export async function readGiven(needs: {
  readonly needsRelay: boolean;
  readonly folder: string;
}): Promise<GivenProfile | { readonly refused: readonly string[] }> {
  const profile = readEnvironmentProfile(process.env, needs);
  const settings = readRunSettings(process.env);
  const managed = await readManaged();
  if ('refused' in managed) return managed;
  const network = readNetworkSettings(managed.variables);
  if (!profile.ok || !settings.ok || !network.ok) {
    return {
      refused: [
        ...(profile.ok ? [] : refusalLines(profile.error)),
        ...(settings.ok ? [] : refusalLines(settings.error)),
        ...(network.ok ? [] : refusalLines(network.error)),
      ],
    };
  }
  const dataDir = dataDirOf(settings.value, needs.folder);
  if (!canBeMade(dataDir)) return { refused: ['BOXWRIGHT_DATA_DIR must be a folder that can be used.'] };
  const { quarantineMs } = settings.value;
  return { profile: profile.value, dataDir, quarantineMs, network: network.value };
}

/** The variables with what the laptop's administrator has set beneath them. */
async function readManaged(): Promise<
  { readonly variables: Variables } | { readonly refused: readonly string[] }
> {
  try {
    const policy = await readPolicy(policySourcesOf(process.env, process.platform));
    return { variables: withPolicy(process.env, policy) };
  } catch (cause) {
    if (cause instanceof ProblemError) return { refused: [sentencesOf(cause.problem)] };
    throw cause;
  }
}

function canBeMade(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    return true;
  } catch {
    return false;
  }
}
