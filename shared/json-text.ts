import { z } from 'zod';

/**
 * Text that holds JSON, as an unknown value for `pipe`. Text that holds none is an issue like any other, and never an exception.
 * The caller bounds the text.
 */
export const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'no JSON' });
    return z.NEVER;
  }
});
