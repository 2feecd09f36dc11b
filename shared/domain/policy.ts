import { z } from 'zod';
import { environment } from '../environment.ts';
import { customerId } from '../ids.ts';
import { relayRole } from '../relay/access.ts';
import { language } from './preferences.ts';
import { serviceAddress } from './profile.ts';
import { role } from './roles.ts';

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
  /** The only roles of the relay's token that this laptop takes. */
  roles: z.array(relayRole).min(1).max(3).exactOptional(),
  /**
   * The highest role of this laptop's window; without a relay its role. `lead` with an installer's token makes a lead installer's
   * laptop.
   */
  role: role.exactOptional(),
  /** The server of newer versions; empty = none is asked. */
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
