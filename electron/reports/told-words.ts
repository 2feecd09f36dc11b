import type { Words } from './words.ts';

/** "According to Bay 3": of an end that is known by another laptop's word alone. */
export function toldWords(toldBy: string | null, words: Words): string {
  return toldBy === null || toldBy === ''
    ? words.sentence({ key: 'handOver.told.unknown', params: {} })
    : words.sentence({ key: 'handOver.told.by', params: { laptop: toldBy } });
}
