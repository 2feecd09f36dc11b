import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withoutTrailingSlashes } from '../../shared/addresses.ts';
import type { OperatorAddress } from '../../shared/domain/profile.ts';
import { asFileProblem } from '../db/file-problem.ts';
import { type ConnectionId, connectionId, type CustomerId } from '../../shared/ids.ts';

/** The operator's address and the customer: together they identify a profile's data. */
export interface ProfileIdentity {
  readonly address: Pick<OperatorAddress, 'environment' | 'baseUrl'>;
  readonly customerId: CustomerId;
}

/** The folder and files of a profile. The paths are absolute when the data folder is. */
export interface ProfileFolder {
  readonly folder: string;
  readonly queueFile: string;
  readonly directoryFile: string;
  /** The supervisors' copies, built from the logs when they are first needed. */
  readonly supervisionFile: string;
  /** Photos and documents; created with the first file. */
  readonly attachmentsFolder: string;
  /** Files of fitting instructions; created with the first file. */
  readonly instructionsFolder: string;
  /** Files that published checklists name; created with the first file. */
  readonly publicationsFolder: string;
}

/** Names, plates and VINs are personal data, so only the account's owner may read them. */
const OWNER_ONLY = 0o700;
const HASH_LENGTH = 12;

/**
 * `uat-3f2a…`: the environment and a short hash of the base address. Case of the host, a default port and trailing
 * slashes make no difference, so the same address typed differently finds the same data.
 */
export function profileKey({ environment, baseUrl }: ProfileIdentity['address']): string {
  const url = new URL(baseUrl);
  const sameAddress = `${url.origin}${withoutTrailingSlashes(url.pathname)}`;
  const hash = createHash('sha256').update(sameAddress).digest('hex').slice(0, HASH_LENGTH);
  return `${environment}-${hash}`;
}

/** The id of a profile's connection. Two logins at one address and customer are the same connection. */
export function connectionIdOf({ address, customerId }: ProfileIdentity): ConnectionId {
  return connectionId.parse(`${profileKey(address)}/${customerId}`);
}

/** The paths of a profile and customer. Creates nothing. */
export function profileFolder(dataDir: string, { address, customerId }: ProfileIdentity): ProfileFolder {
  const folder = join(dataDir, 'profiles', profileKey(address), String(customerId));
  return {
    folder,
    queueFile: join(folder, 'queue.db'),
    directoryFile: join(folder, 'directory.db'),
    supervisionFile: join(folder, 'supervision.db'),
    attachmentsFolder: join(folder, 'attachments'),
    instructionsFolder: join(folder, 'instructions'),
    publicationsFolder: join(folder, 'publications'),
  };
}

/**
 * The same folder, created where it is missing and readable by its owner only, even if an earlier mode was wider.
 * ProblemErrors `folder-read-only`, `not-saved-disk-full`.
 */
export function makeProfileFolder(dataDir: string, identity: ProfileIdentity): ProfileFolder {
  const place = profileFolder(dataDir, identity);
  const profiles = join(dataDir, 'profiles');
  for (const folder of [dataDir, profiles, join(profiles, profileKey(identity.address)), place.folder]) {
    asFileProblem(folder, () => {
      mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
      // The data folder itself may be chosen by the person and keeps its own mode.
      if (folder !== dataDir) chmodSync(folder, OWNER_ONLY);
    });
  }
  return place;
}
