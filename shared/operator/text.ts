import { z } from 'zod';

/**
 * The operator returns "", whitespace or null for the same meaning "not set" (spec part 2, Car rules).
 * Normalised here, at the edge: inside the app a text is either there or null.
 */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => {
    const trimmed = text?.trim() ?? '';
    return trimmed === '' ? null : trimmed;
  });

/** A text the spec calls required; still tolerated as null, because observed data breaks the rule. */
export const requiredText = z
  .string()
  .nullish()
  .transform((text) => text?.trim() ?? '');
