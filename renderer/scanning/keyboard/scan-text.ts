import type { ScannerSettings } from '../../../shared/domain/scanning.ts';
import type { KeyPress } from './burst.ts';
import { meantBy } from './layouts.ts';

/** The characters of a burst: as the computer read them, or as a scanner of another layout meant them. */
export function textOf(keys: readonly KeyPress[], layout: ScannerSettings['layout']): string {
  return keys.map((press) => characterOf(press, layout)).join('');
}

function characterOf(press: KeyPress, layout: ScannerSettings['layout']): string {
  const meant = layout === 'computer' ? undefined : meantBy(layout, press);
  if (meant !== undefined) return meant ?? '';
  return Array.from(press.key).length === 1 ? press.key : '';
}

/** A code without what the scanner is set to put around it. */
export function unwrapped(
  text: string,
  { prefix, suffix }: Pick<ScannerSettings, 'prefix' | 'suffix'>,
): string {
  const bare = prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : text;
  return suffix !== '' && bare.endsWith(suffix) ? bare.slice(0, -suffix.length) : bare;
}
