import { useCallback } from 'react';
import { readScanned } from '../../shared/domain/scanned.ts';
import { useText } from '../i18n/use-text.ts';
import { signInByBadge } from './badge.ts';
import { useFind } from './found/use-find.ts';
import { clearNotice, showNotice } from './notice-store.ts';
import { deliver, openDialog } from './receivers.ts';

/** Scans are dealt with one after the other, in the order they came: the second may depend on what the first did. */
let underWay: Promise<void> = Promise.resolve();

/** What is done with a code, typed by a scanner or seen by the camera: a badge says who works, whoever wants another code gets it, else it is looked up. */
export function useScanIntake(): (raw: string) => void {
  const text = useText();
  const find = useFind();
  return useCallback(
    (raw) => {
      const scanned = readScanned(raw);
      if (scanned === null) return;
      const handle = async () => {
        clearNotice();
        // A dialog may be the one in which a badge is given to somebody.
        const worker = openDialog() === null ? await signInByBadge(scanned) : null;
        if (worker !== null) {
          showNotice({ says: text('worker.signedIn', { name: worker }), code: null, car: null, actions: [] });
          return;
        }
        const delivery = await deliver(scanned);
        if (delivery === 'nobody') await find(scanned);
        if (delivery === 'dialog-open')
          showNotice({ says: text('scanning.closeFirst'), code: scanned.text, car: null, actions: [] });
      };
      underWay = underWay.then(handle, handle);
    },
    [text, find],
  );
}
