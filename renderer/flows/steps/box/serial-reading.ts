import { z } from 'zod';
import type { PreflightCheck } from '../../../../shared/domain/boxes.ts';
import {
  foldSerial,
  looksLikeSerial,
  compareSerials,
  type SerialColumn,
} from '../../../../shared/domain/serial.ts';
import type { useText } from '../../../i18n/use-text.ts';

/** The state of the serial in the field. */
export interface SerialReading {
  readonly malformed: boolean;
  /** The answer has arrived and belongs to this serial. */
  readonly checked: boolean;
  readonly checks: readonly PreflightCheck[];
  readonly refused: boolean;
  /** The Box is defective or lost: no reason fits it. */
  readonly outOfUse: boolean;
  /** No check refuses the Box, but its label must be photographed or read first. */
  readonly labelFirst: boolean;
  readonly labelAgrees: boolean;
  /** The `known` check could not be made: this laptop does not know the Box yet. */
  readonly unsure: boolean;
  /** The serial that the list of cars names instead. */
  readonly listedInstead: string | null;
}

/** Interprets the checks of a serial. `serial` is trimmed. */
export function readSerial(
  serial: string,
  answer: { readonly about: string | null; readonly checks: readonly PreflightCheck[] },
  /** The serial for this car in a list of cars; empty where the list names none. */
  listed: string,
): SerialReading {
  const given = serial !== '';
  const checked = given && answer.about === serial;
  const checks = checked ? answer.checks : [];
  const has = (check: PreflightCheck['check'], state: PreflightCheck['state']) =>
    checks.some((one) => one.check === check && one.state === state);
  const refusals = checks.filter(({ state }) => state === 'refused');
  return {
    malformed: given && !looksLikeSerial(serial),
    checked,
    checks,
    refused: refusals.length > 0,
    outOfUse: has('defect', 'refused'),
    labelFirst: refusals.length > 0 && refusals.every(({ check }) => check === 'label-photo'),
    labelAgrees: has('label', 'passed'),
    unsure: has('known', 'unchecked'),
    listedInstead: given && listed !== '' && foldSerial(listed) !== foldSerial(serial) ? listed : null,
  };
}

/** The next act of Enter and the primary button. */
export type NextAct = 'look-up' | 'photograph' | 'read-off' | 'another' | 'fit' | 'nothing';

/**
 * A scan or the first Enter looks the serial up; only the second Enter acts, so that a scan alone never fits a wrong
 * Box.
 */
export function nextAct(reading: SerialReading, isPhotographed: boolean): NextAct {
  if (!reading.checked) return 'look-up';
  if (reading.labelFirst) return isPhotographed ? 'read-off' : 'photograph';
  if (reading.refused) return 'another';
  return reading.malformed ? 'nothing' : 'fit';
}

/** A serial that is typed or scanned but not fitted yet. */
export const boxDraft = z.object({ serial: z.string(), reason: z.string().default('') });
export type BoxDraft = z.infer<typeof boxDraft>;

export const emptyBoxDraft: BoxDraft = { serial: '', reason: '' };

type Text = ReturnType<typeof useText>;

/** Upper bound of differing digits that count as a typing error; with more it is another number. */
const MOST_SLIPS = 4;

/**
 * The differences between the number on the label and the scanned or typed one, digit by digit; empty where they are
 * equal.
 */
export function differenceWords(label: string, serial: string, text: Text): readonly string[] {
  const different = compareSerials(label, serial).filter(({ same }) => !same);
  if (different.length > MOST_SLIPS) return [text('flow.box.compare.digit.many', { label, serial })];
  return different.map((column) => words(column, text));
}

function words({ one, other, place }: SerialColumn, text: Text): string {
  if (one === null) return text('flow.box.compare.digit.extra', { place, serial: other ?? '' });
  return other === null
    ? text('flow.box.compare.digit.missing', { place, label: one })
    : text('flow.box.compare.digit.differs', { place, label: one, serial: other });
}
