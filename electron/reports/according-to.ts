import type { Words } from './words.ts';

/** "According to Bay 3": of an end that is known by another laptop's word alone. */
export function accordingTo(reportedBy: string | null, words: Words): string {
  return reportedBy === null || reportedBy === ''
    ? words.sentence({ key: 'handOver.reported.unknown', params: {} })
    : words.sentence({ key: 'handOver.reported.by', params: { laptop: reportedBy } });
}
