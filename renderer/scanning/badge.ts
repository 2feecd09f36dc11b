import type { Scanned } from '../../shared/domain/scanning.ts';
import { call } from '../data/call.ts';

/** A badge makes its owner the worker, and the name comes back; null for every other code. */
export async function signInByBadge({ text }: Scanned): Promise<string | null> {
  const answer = await call(window.boxwright.people.signIn, { by: 'badge', code: text }, 'never');
  return answer.ok ? answer.value.name : null;
}
