import type { ScannerSettings } from '../../../shared/domain/scanning.ts';
import { type Burst, type BurstStep, createBurstDetector, type KeyPress } from './burst.ts';
import { type FieldSnapshot, snapshotOf, typedInto } from './field-snapshot.ts';

/** How keys are listened to. */
export interface KeyboardScans {
  /** Asked at every key. `null` = no scans wanted: every key is a person's. */
  readonly settings: () => Pick<ScannerSettings, 'maxGapMs' | 'minLength' | 'end'> | null;
  readonly onScan: (burst: Burst) => void;
}

/** A scan is handed over when the scanner has been silent this long: what it sets off must not meet the keys of the next. */
const BREATH_MS = 30;
/** The timer's patience beyond a gap: keys that were pressed in time may reach the window late. */
const LATE_MS = 40;
const notListening = { maxGapMs: 1, minLength: Number.POSITIVE_INFINITY, end: 'key' } as const;

/**
 * Listens for a scanner that types, wherever the focus is, ahead of everything else in the window. A code leaves nothing
 * behind: keys outside of fields are held back until it is clear that a person pressed them; in a field they appear at
 * once, for a person must see what they type, and are taken out again when they were a code. The key that ends a code
 * reaches no listener. Answers how to stop.
 */
export function listenForScans(scans: KeyboardScans): () => void {
  const detector = createBurstDetector(() => scans.settings() ?? notListening);
  /** Held-back keys with where they were meant to go. */
  const held = new Map<KeyPress, EventTarget>();
  const replayed = new WeakSet<Event>();
  let field: FieldSnapshot | null = null;
  /** Set while keys may still become a code. */
  let timer: number | null = null;
  let ended: Burst[] = [];

  const pressAgain = (typed: readonly KeyPress[]) => {
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
  const tell = ({ typed, scan }: Pick<BurstStep, 'typed' | 'scan'>) => {
    pressAgain(typed);
    if (scan === null) return;
    for (const press of scan.keys) held.delete(press);
    field?.putBack();
    field = null;
    ended.push(scan);
    stopTimer();
    window.setTimeout(handOver, BREATH_MS);
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
      tell(detector.rest());
      handOver();
    }, maxGapMs + LATE_MS);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (replayed.has(event) || MODIFIERS.has(event.key)) return;
    const settings = scans.settings();
    if (settings === null || leftAlone(event)) {
      pressAgain(detector.interrupt());
      return;
    }
    const ends = endOf(event);
    if (ends === null && !givesCharacter(event)) {
      pressAgain(detector.interrupt());
      return;
    }
    const { key, code, shiftKey: shift, timeStamp: at, target } = event;
    const press: KeyPress = { key, code, shift, at };
    const input = typedInto(target);
    // Space presses buttons and begins no code.
    if (key === ' ' && input === null && detector.pending() === 0) return;
    const step = detector.press(press, ends);
    tell(step);
    if (step.now === 'scanner') {
      silence(event);
    } else if (step.now === 'maybe') {
      // The key itself is not in the field yet.
      if (detector.pending() === 1) field = input === null ? null : snapshotOf(input);
      if (input === null && target !== null) {
        held.set(press, target);
        silence(event);
      }
      restLater(settings.maxGapMs);
    }
  };
  // A paste, a click or another field in between is a person's doing.
  const onPerson = () => pressAgain(detector.interrupt());
  const capture = { capture: true } as const;
  window.addEventListener('keydown', onKeyDown, capture);
  window.addEventListener('pointerdown', onPerson, capture);
  return () => {
    window.removeEventListener('keydown', onKeyDown, capture);
    window.removeEventListener('pointerdown', onPerson, capture);
    stopTimer();
    pressAgain(detector.interrupt());
  };
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'AltGraph', 'Alt', 'Control', 'Meta', 'CapsLock']);

/** Keys that are none of a scanner's business: secrets, a person's composing, native lists that one types into. */
function leftAlone(event: KeyboardEvent): boolean {
  const { target } = event;
  return (
    event.isComposing ||
    event.repeat ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type === 'password')
  );
}

/** Enter and Tab; some scanners send a line feed behind the Enter, which arrives as Ctrl+J. */
function endOf(event: KeyboardEvent): Burst['endedBy'] | null {
  if (event.altKey || event.metaKey) return null;
  if (event.key === 'Enter' || (event.ctrlKey && event.code === 'KeyJ')) return 'Enter';
  return event.key === 'Tab' && !event.shiftKey && !event.ctrlKey ? 'Tab' : null;
}

/** One character, an accent that waits for its letter, or a character behind AltGr. */
function givesCharacter(event: KeyboardEvent): boolean {
  if (event.metaKey) return false;
  if ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph')) return false;
  return event.key === 'Dead' || Array.from(event.key).length === 1;
}

function silence(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
