import type { BridgeFunction } from '../../../data/call.ts';
import type { CallInput, CallOutput } from '../../../../shared/ipc/contract.ts';

/** The keys of a brand; no brand has no keys, and needs no call. */
export const askKeys: BridgeFunction<CallInput<'directory.keys'>, CallOutput<'directory.keys'>> = (input) =>
  input.brand === ''
    ? Promise.resolve({ ok: true, value: { rows: [], asOf: null } })
    : window.boxwright.directory.keys(input);
