import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { readProxyVariables } from '../../../electron/base/network/proxy-list.ts';
import { isLoopbackHost } from '../../../shared/addresses.ts';
import { settings } from './settings.ts';

/** The functions of a PAC script that need no name server. Chromium has more; a script that calls another one fails here. */
const functions = {
  isPlainHostName: (host: string) => !host.includes('.'),
  dnsDomainIs: (host: string, domain: string) => host.endsWith(domain),
  localHostOrDomainIs: (host: string, name: string) => host === name || name.startsWith(`${host}.`),
  shExpMatch: (text: string, pattern: string) =>
    new RegExp(
      `^${pattern
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '.*')
        .replaceAll('?', '.')}$`,
    ).test(text),
};

/**
 * Electron's `session.resolveProxy` with this host's own means: a PAC script that is named by BOXWRIGHT_HOST_PAC_FILE, else the
 * variables that Chromium on Linux reads. As in Chromium, this machine is never reached through a proxy, and a PAC script gets of an
 * https address its origin alone.
 */
export async function resolveProxy(address: string): Promise<string> {
  const url = new URL(address);
  if (settings.pacFile === undefined) return readProxyVariables(process.env).resolveProxy(address);
  if (isLoopbackHost(url.hostname)) return 'DIRECT';
  const context = createContext({ ...functions });
  runInContext(readFileSync(settings.pacFile, 'utf8'), context, { timeout: 1_000 });
  const asked = url.protocol === 'https:' ? `${url.origin}/` : url.href;
  const call = `FindProxyForURL(${JSON.stringify(asked)}, ${JSON.stringify(url.hostname)})`;
  const answer: unknown = runInContext(call, context, { timeout: 1_000 });
  return typeof answer === 'string' && answer !== '' ? answer : 'DIRECT';
}
