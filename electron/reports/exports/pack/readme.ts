import type { Instant } from '../../../../shared/time.ts';
import type { Translate } from '../../../base/translator.ts';
import { wordsFor } from '../../words.ts';
import type { PackMade, PackOrder, PackSources } from './pack.ts';

/** The contents of the pack and the steps to verify it, in the language of the pack. */
export function packReadme(about: {
  readonly order: PackOrder;
  readonly sources: Pick<PackSources, 'page' | 'profile'>;
  readonly made: PackMade;
  /** The logs are in it, not their heads alone. */
  readonly openly: boolean;
  readonly madeAt: Instant;
  readonly words: Translate;
}): string {
  const { order, sources, made, openly, madeAt, words } = about;
  const { profile } = sources;
  const { language } = order.manner;
  const { moment, zone } = wordsFor({ language, printedAt: madeAt, translate: words });
  const say = (key: string, params: Readonly<Record<string, string | number>> = {}) =>
    words({ key: `exports.pack.${key}`, params });
  const site = order.filter.sites.length === 0 ? say('allSites') : order.filter.sites.join(', ');
  const lines = [
    say('readme.title', { customer: profile.customerName, site, month: order.month }),
    say('readme.made', { at: moment(madeAt), zone, environment: profile.environment }),
    say('readme.counts', { ...made }),
    '',
    `table.csv, table.json: ${say('readme.table')}`,
    `acceptance/*.${sources.page.extension}, groups.txt: ${say('readme.acceptance')}`,
    `photos/: ${say('readme.photos')}`,
    `logs/: ${say(openly ? 'readme.logs' : 'readme.headsOnly')}`,
    '',
    say('readme.verifyTitle'),
    `1. ${say('readme.verifyPhotos')}`,
    `2. ${say(openly ? 'readme.verifyLogs' : 'readme.askForLogs')}`,
    ...(openly ? ['   python3 verify_log.py logs/CHAIN.jsonl NUMBER:HASH'] : []),
    `3. ${say('readme.verifyEnd')}`,
  ];
  return `${lines.join('\r\n')}\r\n`;
}
