import type { ScannerSettings } from '../../../shared/domain/scanning.ts';
import { type Burst, type BurstStep, createBurstDetector, type KeyPress } from './burst.ts';
import { type FieldSnapshot, snapshotOf, typedInto } from './field-snapshot.ts';

/** The options of the key listener. */
export interface KeyboardScans {
  /** Called for every key. `null` = scans are ignored, and every key counts as typed. */
  readonly settings: () => Pick<ScannerSettings, 'maxGapMs' | 'minLength' | 'end'> | null;
  readonly onScan: (burst: Burst) => void;
}

/**
 * Delay after the scanner's last key before a scan is handed over, so that its effects do not meet the keys of the next
 * scan.
 */
const SETTLE_MS = 30;
/** Extra time of the timer beyond the gap, because keys that were pressed in time may reach the window late. */
const LATE_MS = 40;
const notListening = { maxGapMs: 1, minLength: Number.POSITIVE_INFINITY, end: 'key' } as const;

/**
 * Listens for a scanner in keyboard mode, in the capture phase before all other listeners. A code leaves no trace. Keys
 * outside of fields are held back until it is clear that a person pressed them. Keys in a field appear at once, since a
 * person must see them, and are removed again if they were a code. The key that ends a code reaches no listener.
 *
 * @returns a function that stops it
 */
export function listenForScans(scans: KeyboardScans): () => void {
  const detector = createBurstDetector(() => scans.settings() ?? notListening);
  /** Held keys with their original targets. */
  const held = new Map<KeyPress, EventTarget>();
  const replayed = new WeakSet<Event>();
  let field: FieldSnapshot | null = null;
  /** The pending timer, while keys may still become a code. */
  let timer: number | null = null;
  let ended: Burst[] = [];

  const replayKeys = (typed: readonly KeyPress[]) => {
    for (const press of typed) {
      const target = held.get(press);
      held.delete(press);
      if (target === undefined) continue;
      const there = target instanceof Element && !target.isConnected ? document.body : target;
      const { key, code, shift: shiftKey } = press;
      const init = { key, code, shiftKey, bubbles: true, cancelable: true, composed: true };
      for (const event of [new KeyboardEvent('keydown', init), new KeyboardEvent('keyup', init)]) {
        replayed.add(event);
        there.dispatchEvent(event);
      }
    }
  };
  const emit = ({ typed, scan }: Pick<BurstStep, 'typed' | 'scan'>) => {
    replayKeys(typed);
    if (scan === null) return;
    for (const press of scan.keys) held.delete(press);
    field?.putBack();
    field = null;
    ended.push(scan);
    stopTimer();
    window.setTimeout(handOver, SETTLE_MS);
  };
  const handOver = () => {
    if (timer !== null) return;
    const bursts = ended;
    ended = [];
    for (const burst of bursts) scans.onScan(burst);
  };
  const stopTimer = () => {
    if (timer !== null) window.clearTimeout(timer);
    timer = null;
  };
  const restLater = (maxGapMs: number) => {
    stopTimer();
    timer = window.setTimeout(() => {
      timer = null;
      emit(detector.rest());
      handOver();
    }, maxGapMs + LATE_MS);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (replayed.has(event) || MODIFIERS.has(event.key)) return;
    const settings = scans.settings();
    if (settings === null || isIgnored(event)) {
      replayKeys(detector.interrupt());
      return;
    }
    const ends = endOf(event);
    if (ends === null && !givesCharacter(event)) {
      replayKeys(detector.interrupt());
      return;
    }
    const { key, code, shiftKey: shift, timeStamp: at, target } = event;
    const press: KeyPress = { key, code, shift, at };
    const input = typedInto(target);
    // Space presses a button and never begins a code.
    if (key === ' ' && input === null && detector.pending() === 0) return;
    const step = detector.press(press, ends);
    emit(step);
    if (step.now === 'scanner') {
      silence(event);
    } else if (step.now === 'maybe') {
      // At this point the field does not contain the first key yet.
      if (detector.pending() === 1) field = input === null ? null : snapshotOf(input);
      if (input === null && target !== null) {
        held.set(press, target);
        silence(event);
      }
      restLater(settings.maxGapMs);
    }
  };
  // A paste, a click or another field between two keys comes from a person.
  const onPerson = () => replayKeys(detector.interrupt());
  const capture = { capture: true } as const;
  window.addEventListener('keydown', onKeyDown, capture);
  window.addEventListener('pointerdown', onPerson, capture);
  return () => {
    window.removeEventListener('keydown', onKeyDown, capture);
    window.removeEventListener('pointerdown', onPerson, capture);
    stopTimer();
    replayKeys(detector.interrupt());
  };
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'AltGraph', 'Alt', 'Control', 'Meta', 'CapsLock']);

/** Keys that are never a scanner's: in password fields, during IME composition, in native select lists. */
function isIgnored(event: KeyboardEvent): boolean {
  const { target } = event;
  return (
    event.isComposing ||
    event.repeat ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type === 'password')
  );
}

/** Enter and Tab. Some scanners send a line feed after the Enter, which arrives as Ctrl+J. */
function endOf(event: KeyboardEvent): Burst['endedBy'] | null {
  if (event.altKey || event.metaKey) return null;
  if (event.key === 'Enter' || (event.ctrlKey && event.code === 'KeyJ')) return 'Enter';
  return event.key === 'Tab' && !event.shiftKey && !event.ctrlKey ? 'Tab' : null;
}

/** One character: a plain one, a dead key, or one with AltGr. */
function givesCharacter(event: KeyboardEvent): boolean {
  if (event.metaKey) return false;
  if ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph')) return false;
  return event.key === 'Dead' || Array.from(event.key).length === 1;
}

function silence(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
