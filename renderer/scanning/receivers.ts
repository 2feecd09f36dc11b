import { useEffectEvent, useLayoutEffect } from 'react';
import type { Scanned } from '../../shared/domain/scanning.ts';
import { openDialog } from '../navigation/use-shortcuts.ts';
import { setValue, typedInto } from './keyboard/field-snapshot.ts';
import type { Burst } from './keyboard/burst.ts';

/**
 * The receivers of a scan, nearest first: a dialog that asks for one, the open step, the flow around it. Receivers
 * behind an open dialog get no scan.
 */
const places = ['dialog', 'step', 'flow'] as const;
export type ScanPlace = (typeof places)[number];

/**
 * Takes a scan.
 *
 * @returns whether it did; if not, the next receiver is asked
 */
type ScanTaker = (scanned: Scanned) => boolean | Promise<boolean>;

/** The result of the delivery. */
type Delivery = 'taken' | 'dialog-open' | 'nobody';

interface Receiver {
  readonly place: ScanPlace;
  readonly take: ScanTaker;
}

const receivers: Receiver[] = [];

/** @returns a function that removes the receiver */
export function addReceiver(place: ScanPlace, take: ScanTaker): () => void {
  const receiver: Receiver = { place, take };
  receivers.push(receiver);
  return () => {
    receivers.splice(receivers.indexOf(receiver), 1);
  };
}

/** While the component is mounted, it receives scans: `useScans('step', ({ kind, text }) => …)`. */
export function useScans(place: ScanPlace, take: ScanTaker): void {
  const latest = useEffectEvent(take);
  useLayoutEffect(() => addReceiver(place, (scanned) => latest(scanned)), [place]);
}

/** Gives a scan to the first receiver that takes it. */
export async function deliver(scanned: Scanned): Promise<Delivery> {
  if (fillField(scanned)) return 'taken';
  const dialog = openDialog() !== null;
  for (const place of dialog ? (['dialog'] as const) : places) {
    // Newest first, so that of two dialogs the front one is asked.
    for (const { take } of receivers.filter((receiver) => receiver.place === place).toReversed()) {
      if (await take(scanned)) return 'taken';
    }
  }
  return dialog ? 'dialog-open' : 'nobody';
}

/*
 * Fields that accept scans are marked: `data-takes-scans="vin"`, or several kinds. In a dialog the field for the kind
 * is filled wherever the focus is; on a page it is filled only while it has the focus.
 */

/** Fills the field for this kind of code; false when there is none. */
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

/** Receives a scan before it is interpreted. */
type RawListener = (burst: Burst) => void;

let listener: RawListener | null = null;

/** The raw listener for the next scan; null = scans take the usual route. */
export const rawListener = (): RawListener | null => listener;

/**
 * Limits while a raw listener is set: nothing is typed then, so even the slowest scanner's keys count as a scan,
 * whatever key ends it.
 */
export const WIDE_OPEN = { maxGapMs: 200, minLength: 6, end: 'pause' } as const;

/** While the component is mounted and `on` is true, it receives every scan exclusively. */
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
