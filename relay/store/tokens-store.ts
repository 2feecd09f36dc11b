import type { Environment } from '../../shared/environment.ts';
import type { CustomerId } from '../../shared/ids.ts';
import type { RelayRole } from '../../shared/relay/access.ts';
import type { Instant } from '../../shared/time.ts';

export type NewToken = {
  readonly hash: Uint8Array;
  readonly name: string;
  readonly role: RelayRole;
  /** null = all customers. */
  readonly customers: readonly CustomerId[] | null;
  /** The environment that it may read and write; null = both. */
  readonly environments: readonly Environment[] | null;
  readonly createdAt: Instant;
  /** From then on it is refused; null = never. */
  readonly expiresAt: Instant | null;
};

export type StoredToken = Omit<NewToken, 'hash'> & {
  readonly id: number;
  readonly revokedAt: Instant | null;
  /** Up to a minute behind; null = never used. */
  readonly lastUsedAt: Instant | null;
};

export type TokenUse = { readonly tokenId: number; readonly at: Instant };

export type TokenRotation = {
  readonly hash: Uint8Array;
  /** How long the token that is replaced may still be used. */
  readonly oldUntil: Instant;
};

/** The tokens with access. `onChange` announces a change by another process (the token command). */
export type TokensStore = {
  /** Returns the new token's id. */
  readonly addToken: (token: NewToken) => Promise<number>;
  /** The token that has this hash, or had it until it was replaced not long ago, and is neither revoked nor past its end. */
  readonly findActiveToken: (hash: Buffer, at: Instant) => Promise<StoredToken | null>;
  readonly listTokens: () => Promise<readonly StoredToken[]>;
  /** False when there is no such active token. */
  readonly revokeToken: (id: number, at: Instant) => Promise<boolean>;
  /** Gives the token another hash. False when there is no such active token. */
  readonly rotateToken: (id: number, rotation: TokenRotation) => Promise<boolean>;
  /** One that is older than what is kept already changes nothing. */
  readonly noteTokenUses: (uses: readonly TokenUse[]) => Promise<void>;
};
