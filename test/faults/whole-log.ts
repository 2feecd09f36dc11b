import type { PageRead } from '../../relay/store/pages.ts';
import type { KeptLogEntry } from '../../shared/relay/log.ts';

/** Every page of a log, the oldest entry first. */
export function wholeLog(read: (after: number) => PageRead<KeptLogEntry>): readonly KeptLogEntry[] {
  const entries: KeptLogEntry[] = [];
  let page = read(0);
  entries.push(...page.rows);
  while (page.more) {
    page = read(page.readUpTo);
    entries.push(...page.rows);
  }
  return entries;
}
