import { z } from 'zod';

/** The value of JSON text; undefined where the text is no JSON, which no JSON text has as its value. The caller bounds the text. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same as a schema for `pipe`: text that holds no JSON is an issue like any other, and never an exception. */
export const jsonText = z.string().transform((text, context): unknown => {
  const value = readJson(text);
  if (value !== undefined) return value;
  context.addIssue({ code: 'custom', message: 'no JSON' });
  return z.NEVER;
});
