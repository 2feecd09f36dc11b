import { useEffectEvent, useLayoutEffect } from 'react';
import type { Scanned } from '../../shared/domain/scanning.ts';
import { openDialog } from '../navigation/open-dialog.ts';
import { fillField } from './scan-fields.ts';

/**
 * Where a scan is wanted, the nearest first: a dialog that asks for one, the step that is open, the flow around it.
 * While a dialog is open nothing behind it gets a scan.
 */
const places = ['dialog', 'step', 'flow'] as const;
export type ScanPlace = (typeof places)[number];

/** Takes a scan, and says whether it did; one that does not leaves it to the next. */
export type ScanTaker = (scanned: Scanned) => boolean | Promise<boolean>;

/** The result of a scan. */
export type Delivery = 'taken' | 'dialog-open' | 'nobody';

interface Receiver {
  readonly place: ScanPlace;
  readonly take: ScanTaker;
}

const receivers: Receiver[] = [];

/** Answers how to take the receiver away again. */
export function addReceiver(place: ScanPlace, take: ScanTaker): () => void {
  const receiver: Receiver = { place, take };
  receivers.push(receiver);
  return () => {
    receivers.splice(receivers.indexOf(receiver), 1);
  };
}

/** While the component is there, scans come to it: `useScans('step', ({ kind, text }) => …)`. */
export function useScans(place: ScanPlace, take: ScanTaker): void {
  const latest = useEffectEvent(take);
  useLayoutEffect(() => addReceiver(place, (scanned) => latest(scanned)), [place]);
}

/** Gives a scan to the first receiver that wants it. */
export async function deliver(scanned: Scanned): Promise<Delivery> {
  if (fillField(scanned)) return 'taken';
  const dialog = openDialog() !== null;
  for (const place of dialog ? (['dialog'] as const) : places) {
    // The newest first: of two dialogs, the one in front.
    for (const { take } of receivers.filter((receiver) => receiver.place === place).toReversed()) {
      if (await take(scanned)) return 'taken';
    }
  }
  return dialog ? 'dialog-open' : 'nobody';
}
