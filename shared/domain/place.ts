import { z } from 'zod';

/** A place on the map, in degrees. */
export const place = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export type Place = z.infer<typeof place>;

const pairs = [
  /^([+-]?\d{1,2}(?:\.\d{1,10})?)(?: ?[,;] ?| )([+-]?\d{1,3}(?:\.\d{1,10})?)$/,
  // With decimal commas a comma does not separate.
  /^([+-]?\d{1,2}(?:,\d{1,10})?)(?: ?; ?| )([+-]?\d{1,3}(?:,\d{1,10})?)$/,
];

/** Coordinates as a map gives them, latitude first. Null: nothing was typed. Undefined: it is no place. */
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

/** Between the site and the laptop in a token's name: `Munich / Bay 3`. */
const BETWEEN = ' / ';

/** Where a laptop stands: what its token's name says before the stroke, else all of it (docs/decisions/0016-sites-are-named-by-tokens.md). */
export function siteOf(laptop: string | null): string | null {
  const site = laptop?.split(BETWEEN)[0]?.trim() ?? '';
  return site === '' ? null : site;
}
