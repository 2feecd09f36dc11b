import { z } from 'zod';

/** A keyboard layout by its top letter row: American and British, German, French. */
export const keyboardLayout = z.enum(['qwerty', 'qwertz', 'azerty']);
export type KeyboardLayout = z.infer<typeof keyboardLayout>;

/** How a scanner that types is recognised, and read. */
export const scannerSettings = z.object({
  /** Keys that follow each other within this many milliseconds may be a scanner's; a person's hands are slower. */
  maxGapMs: z.number().int().min(10).max(200),
  /** Fewer characters in a row are never taken for a code. */
  minLength: z.number().int().min(3).max(30),
  /** How a code ends: by Enter or Tab, or because nothing more comes. */
  end: z.enum(['key', 'pause']),
  /** Characters that the scanner puts before and after every code; they are removed. Empty for none. */
  prefix: z.string().max(20),
  suffix: z.string().max(20),
  /** The keyboard the scanner imitates; `computer` = the one the laptop is set to. */
  layout: z.union([z.literal('computer'), keyboardLayout]),
});
export type ScannerSettings = z.infer<typeof scannerSettings>;

/** The default settings of scanners. Hands on a keyboard stay above 50 ms over six keys in a row; scanners below 20. */
export const standardScanner: ScannerSettings = {
  maxGapMs: 50,
  minLength: 6,
  end: 'key',
  prefix: '',
  suffix: '',
  layout: 'computer',
};
