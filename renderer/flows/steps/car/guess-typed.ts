import type { CarDraft } from './car-draft.ts';

/**
 * The probable meaning of a search without results: a VIN (11 to 17 letters and digits in one piece, both kinds
 * among them), a plate (up to 10, with a digit and a letter) or else a name. Nothing typed is typed twice.
 */
export function guessTyped(typed: string): Partial<Pick<CarDraft, 'vin' | 'licensePlate' | 'name'>> {
  const text = typed.trim();
  const compact = text.replace(/[\s\-.·]/g, '');
  if (text === '') return {};
  const mixed = /\p{L}/u.test(compact) && /\d/.test(compact);
  if (/^[A-Z0-9]{11,17}$/i.test(compact) && mixed) return { vin: compact.toUpperCase() };
  if (/^[\p{L}\d]{2,10}$/u.test(compact) && mixed) return { licensePlate: text.toUpperCase() };
  return { name: text };
}
