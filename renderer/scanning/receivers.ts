import { useEffectEvent, useLayoutEffect } from 'react';
import type { Scanned } from '../../shared/domain/scanning.ts';
import { openDialog } from '../navigation/use-shortcuts.ts';
import { setValue, typedInto } from './keyboard/field-snapshot.ts';
import type { Burst } from './keyboard/burst.ts';

/**
 * Where a scan is wanted, the nearest first: a dialog that asks for one, the step that is open, the flow around it.
 * While a dialog is open nothing behind it gets a scan.
 */
const places = ['dialog', 'step', 'flow'] as const;
export type ScanPlace = (typeof places)[number];

/** Takes a scan, and says whether it did; one that does not leaves it to the next. */
type ScanTaker = (scanned: Scanned) => boolean | Promise<boolean>;

/** The result of a scan. */
type Delivery = 'taken' | 'dialog-open' | 'nobody';

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

/*
 * Fields that take scans by themselves say so: `data-takes-scans="vin"`, or several kinds. In a dialog the field that
 * names the kind is filled wherever the focus is; on a page only the field that has the focus is.
 */

/** Fills the field that asks for this; false when none does. */
export function fillField(scanned: Scanned): boolean {
  const focused = typedInto(document.activeElement);
  const wants = (field: Element) =>
    (field.getAttribute('data-takes-scans') ?? '').split(' ').includes(scanned.kind);
  if (focused !== null && wants(focused)) {
    setValue(focused, scanned.text);
    return true;
  }
  const dialog = openDialog();
  const field = [...(dialog?.querySelectorAll('input, textarea') ?? [])]
    .map(typedInto)
    .find((found) => found !== null && wants(found));
  if (field === undefined || field === null) return false;
  setValue(field, scanned.text);
  field.focus();
  return true;
}

/** Hears a scan as it comes, before anything is made of it. */
type RawListener = (burst: Burst) => void;

let listener: RawListener | null = null;

/** The raw listener of the next scan; null = scans go their way. */
export const rawListener = (): RawListener | null => listener;

/** While a raw listener is set, keys are not typed: what the slowest scanner sends, whatever it ends with, is a scan. */
export const WIDE_OPEN = { maxGapMs: 200, minLength: 6, end: 'pause' } as const;

/** While the component is there and `on`, every scan comes here and goes nowhere else. */
export function useRawScans(on: boolean, hear: RawListener): void {
  const latest = useEffectEvent(hear);
  useLayoutEffect(() => {
    if (!on) return;
    const mine: RawListener = (burst) => latest(burst);
    listener = mine;
    return () => {
      if (listener === mine) listener = null;
    };
  }, [on]);
}
