import type { RelayMe } from '../../shared/relay/access.ts';
import type { RelayClient } from '../relay/client.ts';

/** Roles that may see what other laptops do. */
export const seesOthers = (me: RelayMe | null): boolean => me?.role === 'supervisor' || me?.role === 'admin';

/** Begins a supervisor's reading by itself; on any other laptop nothing begins before it is asked for. */
export interface SupervisorsBegin {
  /** Asks what the token may. Asked again it asks again: a token can be given another role. */
  readonly look: () => void;
  /** Questions that could not be asked before can be now. */
  readonly relayIsBack: () => void;
  readonly stop: () => Promise<void>;
}

/** @param begin is called once, where the token is a supervisor's. Without a relay (`client` null) it never is. */
export function createSupervisorsBegin(
  client: Pick<RelayClient, 'me'> | null,
  begin: () => void,
): SupervisorsBegin {
  const stopping = new AbortController();
  let asking: Promise<void> | null = null;
  let wanted = false;
  let begun = false;
  const ask = async (from: Pick<RelayClient, 'me'>): Promise<void> => {
    const answer = await from.me(stopping.signal);
    if (stopping.signal.aborted || !answer.ok || !seesOthers(answer.value)) return;
    begun = true;
    begin();
  };
  const look = () => {
    wanted = true;
    if (client === null || begun || stopping.signal.aborted) return;
    asking ??= ask(client).finally(() => {
      asking = null;
    });
  };
  return {
    look,
    relayIsBack: () => {
      if (wanted) look();
    },
    stop: async () => {
      stopping.abort();
      await asking;
    },
  };
}
