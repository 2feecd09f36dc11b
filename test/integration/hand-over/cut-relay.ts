import type { RelayClient } from '../../../electron/relay/client.ts';
import { relayError } from '../../../electron/relay/relay-error.ts';
import { err } from '../../../shared/result.ts';

/** The client while `isCut` says no; otherwise what a laptop brings to the relay fails before its first byte. */
export function cutRelay(client: RelayClient, isCut: () => boolean): RelayClient {
  const cut = () => Promise.resolve(err(relayError('unreachable', 'cut off')));
  return {
    ...client,
    appendLog: (...asked) => (isCut() ? cut() : client.appendLog(...asked)),
    keepMirror: (...asked) => (isCut() ? cut() : client.keepMirror(...asked)),
    reportMirrors: (...asked) => (isCut() ? cut() : client.reportMirrors(...asked)),
    mirrors: (...asked) => (isCut() ? cut() : client.mirrors(...asked)),
    mirror: (...asked) => (isCut() ? cut() : client.mirror(...asked)),
    claimRescue: (...asked) => (isCut() ? cut() : client.claimRescue(...asked)),
  };
}
