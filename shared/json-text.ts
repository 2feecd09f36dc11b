import { z } from 'zod';

/**
 * The value of JSON text; undefined for invalid JSON, because no JSON text has that value. The caller bounds the text.
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same as a schema for `pipe`: invalid JSON becomes an issue, never an exception. */
export const jsonText = z.string().transform((text, context): unknown => {
  const value = readJson(text);
  if (value !== undefined) return value;
  context.addIssue({ code: 'custom', message: 'no JSON' });
  return z.NEVER;
});
