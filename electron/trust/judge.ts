import type { SignatureState } from '../../shared/domain/trust.ts';
import type { Signed } from '../../shared/relay/signing.ts';
import type { Sqlite } from '../db/open.ts';
import { deviceKeyOf, type DeviceKeyRow } from '../db/tables/queue/device-keys.ts';
import { isSignedText } from './signing.ts';

/** The verification of a signature, and its owner. `by` is null where the key belongs to no known laptop. */
export interface Judged {
  readonly state: SignatureState;
  readonly by: Pick<DeviceKeyRow, 'device' | 'laptop' | 'storage'> | null;
}

/** The same where any laptop may have signed. */
interface JudgedLaptop extends Pick<Judged, 'by'> {
  readonly state: Exclude<SignatureState, 'not-supervisor'>;
}

/** Judges a signature with the keys that are known in queue.db. */
export function judgeLaptop(
  sqlite: Sqlite,
  canonicalText: string,
  signed: Signed | null | undefined,
): JudgedLaptop {
  if (signed === null || signed === undefined) return { state: 'unsigned', by: null };
  if (!isSignedText(canonicalText, signed)) return { state: 'wrong', by: null };
  const by = deviceKeyOf(sqlite, signed.key);
  if (by === undefined) return { state: 'unknown-key', by: null };
  return { state: by.pinned === 1 ? 'verified' : 'changed-key', by };
}

/** Judges a signature that only a supervisor's or admin's laptop may give. */
export function judgeSupervisor(...asked: Parameters<typeof judgeLaptop>): Judged {
  const [sqlite, , signed] = asked;
  const judged = judgeLaptop(...asked);
  const role = signed === null || signed === undefined ? undefined : deviceKeyOf(sqlite, signed.key)?.role;
  return role === 'installer' && judged.state !== 'wrong' ? { ...judged, state: 'not-supervisor' } : judged;
}
