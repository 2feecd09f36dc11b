import { openDialog } from '../navigation/open-dialog.ts';
import type { Scanned } from '../../shared/domain/scanning.ts';
import { setValue, typedInto } from './keyboard/field-snapshot.ts';

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
