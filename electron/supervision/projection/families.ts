import type { FailureFamily } from '../../../shared/domain/supervision.ts';
import { problemCode, type ProblemCode } from '../../../shared/problem.ts';

/** The family of a problem in the count of failures. A problem without an entry is `other`. */
const families: Partial<Record<ProblemCode, FailureFamily>> = {
  'box-in-another-car': 'box',
  'product-in-another-car': 'box',
  'box-unknown': 'box',
  'box-without-service': 'box',
  'car-holds-another-box': 'box',
  'box-not-installed': 'box',
  'box-refused': 'box',
  'several-cars-match': 'car',
  'access-may-be-given': 'access',
  'access-still-changing': 'access',
  'changed-meanwhile': 'uncertain',
  'times-changed-meanwhile': 'uncertain',
  'open-end-changed-meanwhile': 'uncertain',
  'vin-malformed': 'car',
  'group-exists-unlisted': 'group',
  'group-not-there': 'group',
  'assignment-failed': 'access',
  'assignment-change-failed': 'access',
  'assignment-removal-failed': 'access',
  'assignment-ended-elsewhere': 'access',
  'access-stayed': 'access',
  'access-given-twice': 'access',
  'access-still-leaving': 'access',
  'access-not-gone': 'access',
  'access-ended-before': 'access',
  'operator-rejected': 'refused',
  'operator-not-found': 'refused',
  'operator-conflict': 'refused',
  'operator-not-offered': 'refused',
  'result-missing': 'uncertain',
  'result-contradicts': 'uncertain',
  'outcome-not-told': 'uncertain',
  'outcome-contradicts': 'uncertain',
  'event-may-be-recorded': 'uncertain',
  'may-have-left': 'uncertain',
  'target-changed': 'uncertain',
  'crashed-repeatedly': 'uncertain',
  'operator-unreachable': 'connection',
  'operator-insecure': 'connection',
  'operator-timeout': 'connection',
  'operator-interrupted': 'connection',
  'operator-login-refused': 'connection',
  'operator-login-unavailable': 'connection',
  'operator-unauthorised': 'connection',
  'customer-not-visible': 'connection',
  'operator-busy': 'connection',
  'operator-failing': 'connection',
  'operator-unreadable': 'connection',
  'operator-redirected': 'connection',
  'read-unanswered': 'connection',
};

/** The family of a problem's code as an entry has it; also of one that another version wrote. */
export function familyOf(code: string | null): FailureFamily {
  const known = problemCode.safeParse(code);
  return (known.success ? families[known.data] : undefined) ?? 'other';
}
