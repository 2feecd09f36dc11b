import { readScanned, type Scanned } from '../../shared/domain/scanning.ts';
import { openDialog } from '../navigation/use-shortcuts.ts';
import { call } from '../data/call.ts';
import { findScanned } from './found/find-scanned.ts';
import { clearNotice, type NoticeWords, showNotice } from './notice-store.ts';
import { deliver } from './receivers.ts';

/**
 * Serial executor: scans are handled one after the other in their order, because a scan may depend on the one before.
 */
let underWay: Promise<void> = Promise.resolve();

/**
 * Handles a code from a scanner or the camera. A badge signs in its owner; any other code goes to a receiver, else to
 * the lookup.
 */
export function takeScan(raw: string): void {
  const scanned = readScanned(raw);
  if (scanned === null) return;
  const say = (says: NoticeWords, code: string | null) =>
    showNotice({ about: 'scan', says, code, car: null, actions: [] });
  const handle = async () => {
    clearNotice();
    // With an open dialog the badge is not a sign-in, because the dialog may assign the badge to a person.
    const worker = openDialog() === null ? await signInByBadge(scanned) : null;
    if (worker !== null) {
      say({ key: 'worker.signedIn', params: { name: worker } }, null);
      return;
    }
    const delivery = await deliver(scanned);
    if (delivery === 'nobody') await findScanned(scanned);
    if (delivery === 'dialog-open') say({ key: 'scanning.closeFirst' }, scanned.text);
  };
  underWay = underWay.then(handle, handle);
}

/**
 * Signs in the owner of a badge.
 *
 * @returns the name; null for every other code
 */
async function signInByBadge({ text }: Scanned): Promise<string | null> {
  const answer = await call(window.boxwright.people.signIn, { by: 'badge', code: text }, 'never');
  return answer.ok ? answer.value.name : null;
}
