/** Between the site and the laptop in a token's name: `Munich / Bay 3`. */
const BETWEEN = ' / ';

/** Where a laptop stands: what its token's name says before the stroke, else all of it (docs/decisions/0016-sites-are-named-by-tokens.md). */
export function siteOf(laptop: string | null): string | null {
  const site = laptop?.split(BETWEEN)[0]?.trim() ?? '';
  return site === '' ? null : site;
}
