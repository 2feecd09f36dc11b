import type { Clock } from '../../shared/time.ts';
import { jsonText } from '../../shared/json-text.ts';
import { proxyLogin, type ProxyLogin } from '../../shared/domain/profile.ts';
import { createNetwork, type Network, type ProxyLogins } from '../base/network/network.ts';
import { createTrust } from '../base/network/trust.ts';
import type { Log, ResolveProxy, SecretStore } from '../base/ports.ts';
import type { NetworkSettings } from '../profiles/environment-profile.ts';

/** Makes the way out of main, the same for the window and the headless core. Nothing is opened before it is used. */
export function openNetwork(parts: {
  readonly settings: NetworkSettings;
  /** Where the settings name no proxy. */
  readonly resolveProxy: ResolveProxy;
  readonly logins: ProxyLogins;
  readonly clock: Clock;
  readonly log: Log;
  readonly onLogin: () => void;
}): Network {
  const { settings, clock, log, logins, onLogin } = parts;
  const { proxy, authorities } = settings;
  return createNetwork({
    resolveProxy: proxy === null ? parts.resolveProxy : () => Promise.resolve(proxy),
    trust: createTrust(authorities, (cause) => log('warn', 'network.system-certificates', String(cause))),
    logins,
    clock,
    onLogin,
  });
}

/** Logins of proxies in the secret store, one secret for each proxy. */
export function keptProxyLogins(secrets: SecretStore): ProxyLogins {
  const keyOf = (proxy: string) => `proxy/${proxy}`;
  return {
    read: async (proxy) => readLogin(await secrets.read(keyOf(proxy))),
    write: (proxy, login) => secrets.write(keyOf(proxy), JSON.stringify(login)),
  };
}

const stored = jsonText.pipe(proxyLogin);

function readLogin(text: string | null): ProxyLogin | null {
  const parsed = stored.safeParse(text);
  return parsed.success ? parsed.data : null;
}
