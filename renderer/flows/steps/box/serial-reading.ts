import type { PreflightCheck } from '../../../../shared/domain/job.ts';
import { foldSerial, looksLikeSerial } from '../../../../shared/domain/serial.ts';

/** What can be said of the serial that stands in the field. */
export interface SerialReading {
  readonly malformed: boolean;
  /** The answer is there, and it is about this serial. */
  readonly checked: boolean;
  readonly checks: readonly PreflightCheck[];
  /** The car of this series that has this Box already: a slip, whatever the checks say. */
  readonly slipOf: string | null;
  readonly refused: boolean;
  /** Nothing is wrong with the Box: its label is to be photographed, or read, first. */
  readonly labelFirst: boolean;
  readonly labelAgrees: boolean;
  /** A Box that nobody has heard of yet was not checked. */
  readonly unsure: boolean;
  /** What the list of cars says in place of it. */
  readonly listedInstead: string | null;
}

/** Reads what was answered about a serial; `serial` without blanks around it. */
export function readSerial(
  serial: string,
  answer: { readonly about: string | null; readonly checks: readonly PreflightCheck[] },
  expected: {
    /** The Boxes of this series' cars so far. */
    readonly fitted: readonly { readonly serial: string; readonly car: string }[];
    /** What a list of cars names for this one; empty where it names none. */
    readonly listed: string;
  },
): SerialReading {
  const given = serial !== '';
  const isSame = (other: string) => foldSerial(other) === foldSerial(serial);
  const checked = given && answer.about === serial;
  const checks = checked ? answer.checks : [];
  const has = (check: PreflightCheck['check'], state: PreflightCheck['state']) =>
    checks.some((one) => one.check === check && one.state === state);
  const slipOf = given ? (expected.fitted.find((one) => isSame(one.serial))?.car ?? null) : null;
  const refusals = checks.filter(({ state }) => state === 'refused');
  const { listed } = expected;
  return {
    malformed: given && !looksLikeSerial(serial),
    checked,
    checks,
    slipOf,
    refused: slipOf !== null || refusals.length > 0,
    labelFirst:
      slipOf === null && refusals.length > 0 && refusals.every(({ check }) => check === 'label-photo'),
    labelAgrees: has('label', 'passed'),
    unsure: has('known', 'unchecked'),
    listedInstead: given && listed !== '' && !isSame(listed) ? listed : null,
  };
}

/** What Enter and the primary button do next. */
export type NextAct = 'look-up' | 'photograph' | 'read-off' | 'another' | 'fit' | 'nothing';

/** A scan, or the first Enter, looks the serial up; the second acts, so that a scan alone never fits a wrong Box. */
export function nextAct(reading: SerialReading, isPhotographed: boolean): NextAct {
  if (!reading.checked) return 'look-up';
  if (reading.labelFirst) return isPhotographed ? 'read-off' : 'photograph';
  if (reading.refused) return 'another';
  return reading.malformed ? 'nothing' : 'fit';
}
