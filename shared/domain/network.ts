import { z } from 'zod';

/** A proxy as people know it, `host:port`. It comes from the system's settings, so it is bounded. */
const proxyName = z.string().max(300);

/** How main reached an address when it last opened a connection to it. */
export const connectionFacts = z.object({
  /** Null = without a proxy. */
  proxy: proxyName.nullable(),
  /** Null = without TLS (this machine only). `inspected`: the certificate comes from no authority that ships with the app. */
  tls: z.object({ version: z.string(), issuer: z.string().max(200), inspected: z.boolean() }).nullable(),
});
export type ConnectionFacts = z.infer<typeof connectionFacts>;

/** The login that a proxy asks for. `refused`: it was given one, and did not accept it. */
export const wantedProxyLogin = z.object({ proxy: proxyName, refused: z.boolean() });
export type WantedProxyLogin = z.infer<typeof wantedProxyLogin>;

/** A colon would end the name of a Basic login (RFC 7617). */
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
