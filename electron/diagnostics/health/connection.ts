import type { HealthFinding } from '../../../shared/domain/diagnostics.ts';
import { CLOCK_OFF_MS, type Clock } from '../../../shared/time.ts';
import { neverReached } from '../../../shared/never.ts';
import { makeProblem, type Problem } from '../../../shared/problem.ts';
import type { OpenProfile } from '../../session/open-profile.ts';
import type { Outside } from '../../session/outside.ts';
import { listCustomers } from '../../operator/endpoints/users.ts';
import { problemOf } from '../../operator/operator-error.ts';
import { relayProblemOf } from '../../relay/relay-error.ts';
import { attention, broken, good, unchecked } from './finding.ts';

/** Problems that no waiting mends. */
const PERSON_MENDS: ReadonlySet<string> = new Set([
  'operator-login-refused',
  'operator-unauthorised',
  'customer-not-visible',
  'operator-insecure',
  'certificate-untrusted',
  'proxy-login-needed',
  'proxy-refused',
]);

/** Asks the operator as every work does: address, key, login, and whether the customer is still seen. */
export async function checkOperator(open: OpenProfile | null): Promise<HealthFinding> {
  if (open === null) return broken('operator', makeProblem('not-connected'), 'open-connection');
  const answer = await open.client.pages((page) => listCustomers(page));
  if (!answer.ok) return operatorTrouble(problemOf(answer.error));
  const { id } = open.profile.customer;
  return answer.value.some((seen) => seen.id === id)
    ? good('operator')
    : broken('operator', makeProblem('customer-not-visible'), 'open-connection');
}

const operatorTrouble = (problem: Problem): HealthFinding =>
  PERSON_MENDS.has(problem.code)
    ? broken('operator', problem, 'open-connection')
    : attention('operator', problem, 'try-now');

/** How far this laptop's clock is off, by the operator's last answer. */
export function checkClock(open: OpenProfile | null): HealthFinding {
  const offset = open?.clockOffsetMs() ?? null;
  if (offset === null) return unchecked('clock');
  if (Math.abs(offset) < CLOCK_OFF_MS) return good('clock', { offset: Math.abs(offset) });
  return attention('clock', clockProblem(offset), 'measure-clock');
}

/** `offsetMs`: laptop minus operator. */
const clockProblem = (offsetMs: number): Problem =>
  makeProblem(offsetMs > 0 ? 'clock-ahead' : 'clock-behind', { offset: Math.abs(offsetMs) });

/** Asks the relay who this laptop is to it. */
export async function checkRelay(
  open: OpenProfile | null,
  { clock, openRelay }: { readonly clock: Clock; readonly openRelay: Outside['openRelay'] },
  signal: AbortSignal,
): Promise<HealthFinding> {
  const relay = open?.profile.relay ?? null;
  if (open === null || relay === null) return unchecked('relay');
  const client = openRelay({ url: relay.relayUrl, token: relay.relayToken, clock });
  try {
    const answer = await client.me(signal);
    if (!answer.ok) {
      const problem = relayProblemOf(answer.error);
      const isOurs = answer.error.code === 'refused' || answer.error.code === 'wrong-customer';
      return isOurs ? broken('relay', problem, 'open-connection') : attention('relay', problem);
    }
    const { customers, now, role } = answer.value;
    if (customers !== null && !customers.includes(open.profile.customer.id))
      return broken('relay', makeProblem('relay-wrong-customer'), 'open-connection');
    const away = Math.round((clock.now() - now) / 1000);
    return good('relay', {}, { raw: `role ${role}; this laptop's clock minus the relay's: ${away} s` });
  } finally {
    await client.close();
  }
}

/** How far the relay has this laptop's log. */
export function checkUpload(open: OpenProfile | null): HealthFinding {
  const upload = open?.uploadState() ?? { state: 'off' as const };
  switch (upload.state) {
    case 'off':
      return unchecked('upload');
    case 'up-to-date':
      return good('upload');
    case 'waiting':
      return good('upload', { count: upload.entries + upload.files }, { how: 'waiting' });
    case 'stopped':
      return attention('upload', upload.problem);
    default:
      return neverReached(upload);
  }
}
