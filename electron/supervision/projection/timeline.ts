import { operationKind, type OperationKind } from '../../../shared/domain/operation.ts';
import type { TimelineEntry, WordsRemoved } from '../../../shared/domain/supervision-job.ts';
import { type KnownEntry, placingOf } from '../../../shared/log/entries.ts';
import type { Sentence } from '../../../shared/problem.ts';
import type { LogChainId } from '../../../shared/relay/log.ts';
import { historyKey, textParams } from '../../jobs/history.ts';
import { type ReadEntry, wordsOf } from './entry.ts';

/** The inputs of the timeline besides the entries. */
export interface TimelineSurroundings {
  readonly laptopOf: (chain: LogChainId) => string | null;
  readonly isVerified: (entry: ReadEntry) => boolean;
  readonly isSigned: (entry: ReadEntry) => boolean;
  readonly removalOf: (entry: ReadEntry) => WordsRemoved | null;
  readonly restores: ReadonlySet<string>;
}

/** Every entry of a job as a dated sentence; also one of a type that another version wrote. */
export function timelineOf(
  ordered: readonly ReadEntry[],
  { laptopOf, isVerified, isSigned, removalOf, restores }: TimelineSurroundings,
): TimelineEntry[] {
  return ordered.map((read): TimelineEntry => {
    const { entry, facts, known } = read;
    const operation = known !== null && 'operation' in known.facts ? (known.facts.operation ?? null) : null;
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
      group: placingOf(entry.type)?.group ?? 'step',
      says: sentenceOf(read, operation !== null && restores.has(operation)),
      facts: { ...facts },
      operation,
      operationKind: operation === null || known === null ? null : kindOf(known),
      photo: known !== null && 'digest' in known.facts ? (known.facts.digest ?? null) : null,
      said: wordsOf(known !== null && 'said' in known.facts ? known.facts.said : null),
      verified: isVerified(read),
      signed: isSigned(read),
      removed: removalOf(read),
    };
  });
}

/** The kind of the operation that an entry is about. */
function kindOf({ facts }: KnownEntry): OperationKind | null {
  return operationKind.safeParse('kind' in facts ? facts.kind : null).data ?? null;
}

function sentenceOf({ entry, known, facts }: ReadEntry, again: boolean): Sentence {
  const { type } = entry;
  const placing = placingOf(type);
  if (placing?.supervisor === true) return { key: `supervision.entry.${type}`, params: textParams(facts) };
  if (placing?.installer === true && known !== null) {
    return { key: historyKey(known, again), params: textParams(facts) };
  }
  return { key: 'supervision.entry.unknown', params: { type } };
}
