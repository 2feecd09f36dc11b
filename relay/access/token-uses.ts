import { MINUTE, type Instant } from '../../shared/time.ts';
import { StoreUnavailable } from '../store/store.ts';
import type { TokensStore } from '../store/tokens-store.ts';

/** Written together this often; what is lost makes a token look used earlier than it was, no more. */
const WRITE_EVERY = MINUTE;

export type TokenUses = {
  readonly note: (tokenId: number, at: Instant) => void;
  /** Writes what was noted, and no more after that. */
  readonly end: () => Promise<void>;
};

/** Remembers when each token was last used, without a write per request. */
export function tokenUses(
  store: Pick<TokensStore, 'noteTokenUses'>,
  warn: (fields: Readonly<Record<string, unknown>>, message: string) => void,
): TokenUses {
  const noted = new Map<number, Instant>();
  const write = async (): Promise<void> => {
    const uses = [...noted].map(([tokenId, at]) => ({ tokenId, at }));
    if (uses.length === 0) return;
    noted.clear();
    try {
      await store.noteTokenUses(uses);
    } catch (reason) {
      warn(
        { code: reason instanceof StoreUnavailable ? reason.code : 'unexpected' },
        'token uses not written',
      );
    }
  };
  const timer = setInterval(() => void write(), WRITE_EVERY).unref();
  return {
    note: (tokenId, at) => {
      noted.set(tokenId, at);
    },
    end: async () => {
      clearInterval(timer);
      await write();
    },
  };
}
