import type { Surroundings } from '../headless/surroundings.ts';
import { type Authority, makeAuthority } from './authority.ts';
import { companyProxy, type CompanyProxy, tlsFront } from './company-proxy.ts';

/** Names that no name server knows: a connection that goes around the proxy fails. */
export const OPERATOR = 'operator.boxwright.test';
export const RELAY = 'relay.boxwright.test';
export const LOGIN = { username: 'bay3', password: 'pass word:3' } as const;

/** A company's network: operator and relay behind TLS, reached by a proxy only. */
export interface Company {
  readonly proxy: CompanyProxy;
  readonly authority: Authority;
  /** The addresses by which the proxy knows operator and relay. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Puts a company's network around an operator and a relay. The TLS server before each has a certificate of a private authority: that
 * is a server of one's own behind a proxy, and also what a proxy that inspects traffic shows.
 */
export async function companyNetwork(
  { onTestFinished }: { readonly onTestFinished: (end: () => void | Promise<void>) => void },
  { operator, relayUrl }: Pick<Surroundings, 'operator' | 'relayUrl'>,
  options: { readonly withLogin?: boolean; readonly offers?: string } = {},
): Promise<Company> {
  const authority = makeAuthority('Contoso Inspection', onTestFinished);
  const certificate = authority.issue(OPERATOR, RELAY);
  const base = new URL(operator.url);
  const operatorPort = await tlsFront(certificate, Number(base.port), onTestFinished);
  const relayPort = await tlsFront(certificate, Number(new URL(relayUrl).port), onTestFinished);
  const proxy = await companyProxy(
    { [`${OPERATOR}:443`]: operatorPort, [`${RELAY}:443`]: relayPort },
    {
      ...(options.withLogin === true ? { login: `${LOGIN.username}:${LOGIN.password}` } : {}),
      ...(options.offers === undefined ? {} : { offers: options.offers }),
    },
    onTestFinished,
  );
  return {
    proxy,
    authority,
    variables: {
      BOXWRIGHT_BASE_URL: `https://${OPERATOR}${base.pathname}`.replace(/\/$/, ''),
      BOXWRIGHT_RELAY_URL: `https://${RELAY}`,
    },
  };
}
