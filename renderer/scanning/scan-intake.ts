import { readScanned, type Scanned } from '../../shared/domain/scanning.ts';
import { openDialog } from '../navigation/use-shortcuts.ts';
import { call } from '../data/call.ts';
import { findScanned } from './found/find-scanned.ts';
import { clearNotice, type NoticeWords, showNotice } from './notice-store.ts';
import { deliver } from './receivers.ts';

/** Scans are dealt with one after the other, in the order they came: the second may depend on what the first did. */
let underWay: Promise<void> = Promise.resolve();

/** Handles a code, typed by a scanner or seen by the camera: a badge sets the worker, a receiver gets another code, else it is looked up. */
export function takeScan(raw: string): void {
  const scanned = readScanned(raw);
  if (scanned === null) return;
  const say = (says: NoticeWords, code: string | null) =>
    showNotice({ about: 'scan', says, code, car: null, actions: [] });
  const handle = async () => {
    clearNotice();
    // A dialog may be the one in which a badge is given to a person.
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

/** A badge makes its owner the worker, and the name comes back; null for every other code. */
async function signInByBadge({ text }: Scanned): Promise<string | null> {
  const answer = await call(window.boxwright.people.signIn, { by: 'badge', code: text }, 'never');
  return answer.ok ? answer.value.name : null;
}
