import { z } from 'zod';
import { isLoopbackHost, withoutTrailingSlashes } from '../addresses.ts';
import { environment, customerId } from '../ids.ts';
import { relayRole } from '../relay/access.ts';
import { devicePublicKey } from '../relay/signing.ts';
import { role } from './people.ts';
import { language } from './settings.ts';

/* Profiles: the operator's address and login, the way to it, and the values that an administrator sets for a laptop. */

/**
 * An http(s) address without a query. Only this machine may be addressed by http, so that a password never goes to
 * a mistyped address or a captive portal in clear text.
 */
export const serviceAddress = z
  .string()
  .max(2_000)
  .trim()
  .transform(withoutTrailingSlashes)
  .pipe(
    z.url({ protocol: /^https?$/, abort: true }).refine((text) => {
      const url = new URL(text);
      const isPrivate = url.protocol === 'https:' || isLoopbackHost(url.hostname);
      return url.search === '' && url.hash === '' && url.username === '' && url.password === '' && isPrivate;
    }),
  );

/** The name of the operator's API key header, which the spec does not show. */
export const headerName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9-]{1,80}$/);
export const DEFAULT_API_KEY_HEADER = 'service-API-Key';

/** The operator's address. Not secret. */
export const operatorAddress = z.object({ environment, baseUrl: serviceAddress, apiKeyHeader: headerName });
export type OperatorAddress = z.infer<typeof operatorAddress>;

/** Lone surrogates are refused, because they cannot be encoded. */
const secret = z
  .string()
  .min(1)
  .max(500)
  .regex(/^\P{Surrogate}*$/u);

/**
 * Secret: stored only in the main process and the OS secret store. Crosses IPC only when a person types it, into
 * main.
 */
export const operatorCredentials = z.object({ apiKey: secret, username: secret, password: secret });
export type OperatorCredentials = z.infer<typeof operatorCredentials>;

/** How the profile's secrets are stored; shown to the person. */
export const secretKeeping = z.enum(['os-store', 'memory-only', 'environment-variables']);
export type SecretKeeping = z.infer<typeof secretKeeping>;

/** The view of a profile in the window, without secrets. */
export const profileView = z.object({
  ...operatorAddress.shape,
  customerId,
  customerName: z.string(),
  relayUrl: z.string().nullable(),
  secrets: secretKeeping,
});
export type ProfileView = z.infer<typeof profileView>;

/** A proxy in the usual form, `host:port`. It comes from the system's settings, so its length is bounded. */
const proxyName = z.string().max(300);

/** How main last connected to an address. */
export const connectionFacts = z.object({
  /** Null = without a proxy. */
  proxy: proxyName.nullable(),
  /** Null = without TLS (this machine only). `inspected`: the certificate comes from no authority that ships with the app. */
  tls: z.object({ version: z.string(), issuer: z.string().max(200), inspected: z.boolean() }).nullable(),
});
export type ConnectionFacts = z.infer<typeof connectionFacts>;

/** A proxy that requires a login. `refused`: it rejected the login it was given. */
export const wantedProxyLogin = z.object({ proxy: proxyName, refused: z.boolean() });
export type WantedProxyLogin = z.infer<typeof wantedProxyLogin>;

/** The name of a Basic login must not contain a colon (RFC 7617). */
export const proxyLogin = z.object({
  username: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^:\p{Cc}]*$/u),
  password: z
    .string()
    .min(1)
    .max(500)
    .regex(/^\P{Cc}*$/u),
});
export type ProxyLogin = z.infer<typeof proxyLogin>;

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
