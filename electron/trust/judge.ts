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

/** Judges a signature with the keys that are known in queue.db; `supervisor`: only a supervisor's or admin's key may say so. */
export function judge(
  sqlite: Sqlite,
  canonicalText: string,
  signed: Signed | null | undefined,
  from: 'any-laptop' | 'supervisor',
): Judged {
  if (signed === null || signed === undefined) return { state: 'unsigned', by: null };
  const by = deviceKeyOf(sqlite, signed.key);
  if (by === undefined) return { state: 'unknown-key', by: null };
  if (!isSignedText(canonicalText, signed)) return { state: 'wrong', by: null };
  if (from === 'supervisor' && by.role === 'installer') return { state: 'not-supervisor', by };
  return { state: by.pinned === 1 ? 'verified' : 'changed-key', by };
}
