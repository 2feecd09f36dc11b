import { operationKind } from '../../../shared/domain/operation.ts';
import type { EntryGroup, TimelineEntry, WordsRemoved } from '../../../shared/domain/supervision-job.ts';
import { operationId } from '../../../shared/ids.ts';
import type { Sentence } from '../../../shared/problem.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import type { LogChainId } from '../../../shared/relay/log.ts';
import { historyKey, isTold, textParams } from '../../jobs/history.ts';
import { type ReadEntry, textOf } from './entry.ts';

const groups: Readonly<Record<string, EntryGroup>> = {
  'checklist-answered': 'answer',
  'photo-taken': 'photo',
  'photo-removed': 'photo',
  'label-read': 'answer',
  'label-added': 'photo',
  signed: 'photo',
  'signature-taken-back': 'photo',
  'answer-forced': 'forced',
  'box-forced': 'forced',
  'access-observed': 'result',
  'operation-accepted': 'attempt',
  'operation-unknown': 'attempt',
  'operation-held': 'decision',
  'operation-released': 'decision',
  'operation-done': 'result',
  'access-gone-with-box': 'result',
  'operation-blocked': 'trouble',
  'operation-failed': 'trouble',
  'result-contradicts': 'trouble',
  'access-given-twice': 'trouble',
  'access-stayed': 'trouble',
  'operation-cancelled': 'decision',
  'operation-decided': 'decision',
  'operation-retried': 'decision',
  'operation-corrected': 'decision',
  'operation-moved': 'decision',
  'operation-seen': 'decision',
  'log-continued': 'log',
  'data-restored': 'log',
};

/** Sentences of its own, where the installer's list has none or speaks to the installer. */
const own = new Set([
  'series-joined',
  'checklist-answered',
  'box-mounted',
  'access-at-stake',
  'operation-accepted',
  'operation-unknown',
  'operation-blocked',
  'operation-cancelled',
  'operation-decided',
  'operation-retried',
  'operation-held',
  'operation-released',
  'operation-corrected',
  'operation-moved',
  'operation-seen',
  'result-contradicts',
  'access-given-twice',
  'log-continued',
  'data-restored',
  'label-read',
  'review-approved',
  'review-rework',
  'review-reopened',
  'review-not-taken',
]);

/** What the timeline needs besides the entries. */
export interface TimelineSurroundings {
  readonly laptopOf: (chain: LogChainId) => string | null;
  readonly isVerified: (entry: ReadEntry) => boolean;
  readonly removalOf: (entry: ReadEntry) => WordsRemoved | null;
  readonly restores: ReadonlySet<string>;
}

/** Every entry of a job as a dated sentence; also one of a type that another version wrote. */
export function timelineOf(
  ordered: readonly ReadEntry[],
  { laptopOf, isVerified, removalOf, restores }: TimelineSurroundings,
): TimelineEntry[] {
  return ordered.map((read): TimelineEntry => {
    const { entry, facts } = read;
    const operation = operationId.safeParse(facts['operation']).data ?? null;
    return {
      chain: read.chain,
      number: read.number,
      id: entry.id,
      laptop: laptopOf(read.chain),
      at: Math.round(read.at),
      laptopAt: entry.at,
      clockOffsetMs: entry.clockOffsetMs,
      worker: entry.worker,
      type: entry.type,
      group: groups[entry.type] ?? (/^re(?:view|work)-/.test(entry.type) ? 'review' : 'step'),
      says: sentenceOf(read, operation !== null && restores.has(operation)),
      facts: { ...facts },
      operation,
      operationKind: operation === null ? null : (operationKind.safeParse(facts['kind']).data ?? null),
      photo: attachmentDigest.safeParse(facts['digest']).data ?? null,
      said: textOf(facts, 'said'),
      verified: isVerified(read),
      removed: removalOf(read),
    };
  });
}

function sentenceOf({ entry, facts }: ReadEntry, again: boolean): Sentence {
  const { type } = entry;
  const params = textParams(facts);
  if (own.has(type)) return { key: `supervision.entry.${type}`, params };
  if (isTold(type)) return { key: historyKey(type, facts, again), params };
  return { key: 'supervision.entry.unknown', params: { type } };
}
