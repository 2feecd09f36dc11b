import { useCallback } from 'react';
import { readScanned } from '../../shared/domain/scanned.ts';
import { useText } from '../i18n/use-text.ts';
import { useFind } from './found/use-find.ts';
import { clearNotice, showNotice } from './notice-store.ts';
import { deliver } from './receivers.ts';

/** Scans are dealt with one after the other, in the order they came: the second may depend on what the first did. */
let underWay: Promise<void> = Promise.resolve();

/** What is done with a code, typed by a scanner or seen by the camera: whoever wants it gets it, else it is looked up. */
export function useScanIntake(): (raw: string) => void {
  const text = useText();
  const find = useFind();
  return useCallback(
    (raw) => {
      const scanned = readScanned(raw);
      if (scanned === null) return;
      const handle = async () => {
        clearNotice();
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
