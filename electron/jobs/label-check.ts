import type { BoxLabel } from '../../shared/domain/box-label.ts';
import type { PreflightCheck } from '../../shared/domain/job.ts';
import { readScanned } from '../../shared/domain/scanned.ts';
import { foldSerial } from '../../shared/domain/serial.ts';
import type { JobDirectory } from './parts.ts';
import { boxBySerial } from './box-lookup.ts';

type Lookup = Pick<JobDirectory, 'productsBySerial'>;

/** Do both name the same Box? A label may bear its serial or its unique id, which the local copies tell apart. */
export function meanSameBox(directory: Lookup, one: string, other: string): boolean {
  if (foldSerial(one) === foldSerial(other)) return true;
  const product = boxBySerial(directory, one);
  return product !== undefined && product.id === boxBySerial(directory, other)?.id;
}

/**
 * The photographed label compared with a serial: no check where there is no photo and none is required. `wanted`: the
 * checklist asks for it.
 */
export function labelChecks(
  directory: Lookup,
  { label, wanted }: { readonly label: BoxLabel | null; readonly wanted: boolean },
  serial: string,
): readonly PreflightCheck[] {
  const read = label?.read ?? null;
  if (label === null || read === null) {
    const key = label === null ? 'missing' : 'unread';
    if (wanted) return [line('label-photo', 'refused', key)];
    return label === null ? [] : [line('label', 'unchecked', key)];
  }
  const params = { label: read.serial, serial: serial.trim() };
  return [
    meanSameBox(directory, read.serial, serial)
      ? line('label', 'passed', 'agrees', params)
      : line('label', 'refused', 'differs', params),
  ];
}

function line(
  check: 'label' | 'label-photo',
  state: PreflightCheck['state'],
  key: string,
  params: PreflightCheck['says']['params'] = {},
): PreflightCheck {
  return { check, state, says: { key: `checks.${check}.${key}`, params }, asOf: null, problem: null };
}

/**
 * The number on a label, of the codes that were seen in its picture: the one that says what it is beside; else the first
 * that is a known Box; else the first that could be a serial. Null: none of them could.
 */
export function numberOnLabel(directory: Lookup, codes: readonly string[], beside: string): string | null {
  const serials = codes.flatMap((code) => {
    const scanned = readScanned(code);
    return scanned?.kind === 'serial' ? [scanned.text] : [];
  });
  return (
    serials.find((serial) => meanSameBox(directory, serial, beside)) ??
    serials.find((serial) => boxBySerial(directory, serial) !== undefined) ??
    serials[0] ??
    null
  );
}
