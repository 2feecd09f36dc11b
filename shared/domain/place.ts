import { z } from 'zod';

/** A place on the map, in degrees. */
export const place = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export type Place = z.infer<typeof place>;

const pairs = [
  /^([+-]?\d{1,2}(?:\.\d{1,10})?)(?: ?[,;] ?| )([+-]?\d{1,3}(?:\.\d{1,10})?)$/,
  // With decimal commas, a comma cannot separate the two numbers.
  /^([+-]?\d{1,2}(?:,\d{1,10})?)(?: ?; ?| )([+-]?\d{1,3}(?:,\d{1,10})?)$/,
];

/** Parses coordinates as maps show them, latitude first. Null: the text is empty. Undefined: it is not a place. */
export function typedPlace(typed: string): Place | null | undefined {
  const text = typed.trim().replace(/\s+/g, ' ');
  if (text === '') return null;
  for (const pair of pairs) {
    const [, latitude, longitude] = pair.exec(text) ?? [];
    if (latitude === undefined || longitude === undefined) continue;
    const degrees = (part: string) => Number(part.replace(',', '.'));
    const read = place.safeParse({ latitude: degrees(latitude), longitude: degrees(longitude) });
    if (read.success) return read.data;
  }
  return undefined;
}

/** Separates the site from the laptop in a token's name: `Munich / Bay 3`. */
const BETWEEN = ' / ';

/**
 * The site of a laptop: its token's name up to the separator, else the whole name
 * (docs/decisions/0016-sites-are-named-by-tokens.md).
 */
export function siteOf(laptop: string | null): string | null {
  const site = laptop?.split(BETWEEN)[0]?.trim() ?? '';
  return site === '' ? null : site;
}
