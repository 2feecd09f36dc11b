import { z } from 'zod';
import { customerId, environment } from '../ids.ts';
import { relayRole } from '../relay/access.ts';
import { devicePublicKey } from '../relay/signing.ts';
import { role } from './people.ts';
import { serviceAddress } from './profile.ts';
import { language } from './settings.ts';

/**
 * An administrator's values for every account of a laptop. A person chooses each value that is left out. Nothing secret:
 * every account can read the file.
 */
export const policy = z.strictObject({
  environment: environment.exactOptional(),
  /** The operator's base address. */
  address: serviceAddress.exactOptional(),
  relay: serviceAddress.exactOptional(),
  /** The only customers that this laptop may work for. */
  customers: z.array(customerId).min(1).max(100).exactOptional(),
  /** The only roles of a relay token that this laptop accepts. */
  roles: z.array(relayRole).min(1).max(3).exactOptional(),
  /**
   * The highest role of this laptop's window; without a relay, its role. `lead` together with an installer's token
   * gives the role `lead`.
   */
  role: role.exactOptional(),
  /** The only administrator keys whose publications this laptop accepts. */
  publishers: z.array(devicePublicKey).min(1).max(20).exactOptional(),
  /** The update server; empty = no server. */
  updates: z.union([serviceAddress, z.literal('')]).exactOptional(),
  /** As BOXWRIGHT_PROXY. */
  proxy: z.string().min(1).max(1_000).exactOptional(),
  /** As BOXWRIGHT_CA_FILE. */
  caFile: z.string().min(1).max(1_000).exactOptional(),
  language: language.exactOptional(),
  staysInTray: z.boolean().exactOptional(),
  startsAtLogin: z.boolean().exactOptional(),
});
export type Policy = z.infer<typeof policy>;
export type PolicyField = keyof Policy;
