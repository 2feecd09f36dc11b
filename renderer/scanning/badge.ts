import type { Scanned } from '../../shared/domain/scanned.ts';
import { call } from '../bridge/call.ts';

/** Somebody's badge makes them the one who works, and their name comes back; null for every other code. */
export async function signInByBadge({ text }: Scanned): Promise<string | null> {
  const answer = await call(window.boxwright.people.signIn, { by: 'badge', code: text });
  return answer.ok ? answer.value.name : null;
}
