import { z } from 'zod';
import { keyId } from '../../../../shared/ids.ts';

/** A brand and a key looked at but not yet chosen. */
export const keyDraft = z.object({ brand: z.string().nullable(), keyId: keyId.nullable() });
export type KeyDraft = z.infer<typeof keyDraft>;

export const emptyKeyDraft: KeyDraft = { brand: null, keyId: null };
