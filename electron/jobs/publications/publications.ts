import type { ChecklistTemplate } from '../../../shared/domain/checklist.ts';
import {
  readDocument,
  type PublicationDraft,
  type PublicationStatus,
  type ReadDocument,
} from '../../../shared/domain/office-documents.ts';
import { neverReached } from '../../../shared/never.ts';
import { makeProblem, type Problem, ProblemError } from '../../../shared/problem.ts';
import {
  newPublication,
  type Publication,
  type PublicationDocument,
} from '../../../shared/relay/office-documents.ts';
import { canonicalPublication, type DevicePublicKey } from '../../../shared/relay/signing.ts';
import type { AttachedFile } from '../../../shared/relay/attachments.ts';
import type { Result } from '../../../shared/result.ts';
import type { Clock, Instant } from '../../../shared/time.ts';
import type { Database } from '../../db/open.ts';
import {
  addPublisherKey,
  publicationMark,
  publisherKeys,
  putPublication,
  readPublication,
  type PublicationRow,
} from '../../db/tables/queue/workshop.ts';
import type { InstallationLog } from '../../log/append.ts';
import type { QueueTarget } from '../../operations/queue/parts.ts';
import type { RelayClient } from '../../relay/client.ts';
import { createPeriodicReader, type RegularReading } from '../../relay/exchange.ts';
import { relayActProblemOf, type RelayError } from '../../relay/relay-error.ts';
import type { DeviceKey } from '../../trust/device-key.ts';
import { isSignedText } from '../../trust/signatures.ts';
import type { AttachedFiles } from '../attached-files.ts';
import { createPublicationFiles, type PublicationFiles } from './files.ts';

/*
 * Exchanges publications with the relay (docs/decisions/0054-publications.md). Signatures are verified here, so the
 * relay need not be trusted.
 */

/** The publication in force, as jobs use it. */
export interface UsedPublication extends ReadDocument, Pick<PublicationRow, 'version' | 'key'> {
  readonly takenAt: Instant;
}

/** Publications of an open profile. */
export interface Publications extends RegularReading {
  /** Answers from memory; null = no publication was accepted, or its words were removed on request. */
  readonly inForce: () => UsedPublication | null;
  readonly status: () => PublicationStatus;
  /** The examples of checklists as they are read on this laptop. */
  readonly files: Pick<PublicationFiles, 'examples' | 'isAwaited'>;
  /**
   * A person has compared a key and accepts it. ProblemErrors `set-by-policy`, `not-found` for a key of no received
   * publication.
   */
  readonly accept: (key: DevicePublicKey) => void;
  /**
   * Signs the next version and sends it to the relay. Resolves with its number. ProblemErrors: `office-needs-relay`,
   * `set-by-policy` (the policy accepts other keys only), `version-stale`, those of the relay. The upload:
   * `publication-not-taken`, `publication-too-long`, `publication-files-too-large`, `publication-file-missing`,
   * `publication-stopped`.
   */
  readonly publish: (given: NextPublication) => Promise<number>;
  /** Stops a publishing. No effect once the document is being sent. */
  readonly stopBringing: () => void;
}

/** A version to publish. */
export interface NextPublication {
  /** The displayed version; 0 = none. */
  readonly basedOn: number;
  readonly draft: Omit<PublicationDraft, 'templates'>;
  readonly templates: readonly ChecklistTemplate[];
}

interface PublicationParts {
  readonly client: Pick<RelayClient, 'publications' | 'sendPublication' | 'attachedFile' | 'putPiece'> | null;
  readonly database: Database;
  readonly target: QueueTarget;
  readonly clock: Clock;
  readonly log: InstallationLog;
  readonly worker: () => string;
  readonly deviceKey: DeviceKey;
  /** Registers this laptop's key at the relay. */
  readonly registerKey: (signal: AbortSignal) => Promise<Result<void, RelayError>>;
  /** The keys that the policy names; null = it names none. */
  readonly publishers: readonly DevicePublicKey[] | null;
  readonly onFault: (cause: unknown) => void;
  /** The folder of the profile for files of publications. */
  readonly files: AttachedFiles;
  /** The workshop's folder of examples; null = there is none. */
  readonly workshop: AttachedFiles | null;
}

/** Upper bound of versions per publishing, when the relay has lost some. */
const MOST_AT_ONCE = 50;
const LONGEST_WORKER = 200;

/** No request is made before `start`, nor without a relay. */
export function createPublications(parts: PublicationParts): Publications {
  const { client, database, target, clock, deviceKey } = parts;
  const { environment, customerId } = target;
  const stopping = new AbortController();
  let readAt: Instant | null = null;
  let problem: Problem | null = null;
  let offered: PublicationStatus['offered'] = null;
  let read: { readonly mark: string; readonly used: UsedPublication | null } | null = null;
  let bringing: { readonly stop: AbortController; readonly done: number; readonly of: number } | null = null;

  const accepted = () => parts.publishers ?? publisherKeys(database.sqlite);
  const highest = () => readPublication(database.sqlite)?.version ?? 0;

  const inForce = (): UsedPublication | null => {
    const mark = publicationMark(database.sqlite);
    if (mark === undefined) return null;
    if (read?.mark !== mark) read = { mark, used: usedOf(readPublication(database.sqlite)) };
    return read.used;
  };

  const files = createPublicationFiles({ ...parts, published: () => inForce()?.templates ?? [] });

  const refuse = (why: Problem | null, key: PublicationStatus['offered'] = null) => {
    const before = JSON.stringify([problem, offered]);
    [problem, offered] = [why, key];
    if (JSON.stringify([problem, offered]) !== before) {
      database.write((context) => context.changed('publication'));
    }
  };

  /**
   * Accepts a version from the relay, or records the reason for its refusal. `asked`: the newest version here when the
   * relay was asked; an answer that a later version has overtaken since is not the relay's fault.
   */
  const take = (one: Publication, asked: number): void => {
    const { version, document, signed, publisher } = one;
    const isOurs = one.environment === environment && one.customerId === customerId;
    if (!isOurs || signed === undefined || !isSignedText(canonicalPublication(one), signed)) {
      return refuse(makeProblem('publication-not-signed', { version }));
    }
    const { key } = signed;
    if (!accepted().includes(key)) {
      return refuse(makeProblem('publication-key-unknown', { version }), { version, key, publisher });
    }
    if (version < asked) return refuse(olderThan(version, asked));
    if (version < highest()) return;
    if (readDocument(document) === null) return refuse(makeProblem('publication-unreadable', { version }));
    database.write((context) => {
      if (!putPublication(context, { version, document, key, taken_at: clock.now() })) return;
      parts.log.append(context, { job: null, type: 'publication-taken', data: { version, key } });
      context.changed('publication', 'checklists', 'preferences');
    });
    return refuse(null);
  };

  /** The newest version at the relay; null = the relay did not answer, or does not support publications. */
  const readNewest = async (signal: AbortSignal): Promise<Result<number | null, RelayError> | null> => {
    if (client === null) return null;
    const asked = highest();
    const answer = await client.publications({ environment, customerId, after: asked, signal });
    // While stopping, the databases may be closing.
    if (!answer.ok || signal.aborted) return answer.ok ? null : answer;
    readAt = clock.now();
    if (answer.value === null) return { ok: true, value: null };
    const { newest, publication } = answer.value;
    if (publication !== null) take(publication, asked);
    else if (newest > 0 && newest < asked) refuse(olderThan(newest, asked));
    else refuse(null);
    return { ok: true, value: newest };
  };

  const send = async (
    version: number,
    { said, named }: { readonly said: PublicationDocument; readonly named: readonly AttachedFile[] },
    signal: AbortSignal,
  ): Promise<Publication> => {
    if (client === null) throw new ProblemError(makeProblem('office-needs-relay'));
    const document = JSON.stringify(said);
    const next = newPublication
      .omit({ signed: true })
      .safeParse({ environment, customerId, version, document, files: named });
    if (!next.success) throw new ProblemError(makeProblem('publication-too-long'));
    const signed = deviceKey.signer.sign(canonicalPublication(next.data));
    const answer = await client.sendPublication({ ...next.data, signed }, signal);
    if (!answer.ok) throw new ProblemError(relayActProblemOf(answer.error));
    switch (answer.value.kind) {
      case 'kept':
        return answer.value.publication;
      case 'stale':
        throw new ProblemError(makeProblem('version-stale'));
      case 'not-taken':
        throw new ProblemError(makeProblem('publication-not-taken', {}, answer.value.detail));
      default:
        return neverReached(answer.value);
    }
  };

  const showBringing = (now: typeof bringing) => {
    bringing = now;
    // While stopping, the databases may be closing.
    if (!stopping.signal.aborted) database.write((context) => context.changed('publication'));
  };

  /** The first version to send, with its files at the relay. */
  const prepare = async (
    { basedOn, templates }: NextPublication,
    signal: AbortSignal,
    onBrought: (done: number) => void,
  ): Promise<{ readonly first: number; readonly named: readonly AttachedFile[] }> => {
    const newest = await readNewest(signal);
    const registered = await parts.registerKey(signal);
    if (signal.aborted) throw new ProblemError(makeProblem('publication-stopped'));
    if (newest === null) throw new ProblemError(makeProblem('office-needs-relay'));
    if (!newest.ok) throw new ProblemError(relayActProblemOf(newest.error));
    if (!registered.ok) throw new ProblemError(relayActProblemOf(registered.error));
    if (newest.value === null) throw new ProblemError(makeProblem('publication-not-taken'));
    if (newest.value > basedOn || highest() > basedOn) throw new ProblemError(makeProblem('version-stale'));
    // A relay that was set back lacks versions that laptops have seen. The missing numbers are published again up to
    // the next one.
    const first = newest.value === 0 ? basedOn + 1 : newest.value + 1;
    if (basedOn + 1 - first > MOST_AT_ONCE) throw new ProblemError(makeProblem('publication-not-taken'));
    if (parts.publishers === null) {
      database.write((context) => addPublisherKey(context, deviceKey.signer.key, clock.now()));
    }
    return { first, named: await files.bring(templates, signal, onBrought) };
  };

  const publish = async (next: NextPublication): Promise<number> => {
    const { basedOn, draft, templates } = next;
    if (client === null) throw new ProblemError(makeProblem('office-needs-relay'));
    const { key } = deviceKey.signer;
    if (parts.publishers !== null && !parts.publishers.includes(key)) {
      throw new ProblemError(makeProblem('set-by-policy', { name: 'publishers' }));
    }
    const { signal } = stopping;
    const stop = new AbortController();
    const move = (done: number) => showBringing({ stop, done, of: files.examplesHere(templates).count });
    move(0);
    const { first, named } = await prepare(next, AbortSignal.any([signal, stop.signal]), move).finally(() =>
      showBringing(null),
    );
    const by = parts.worker().replaceAll('\0', '').slice(0, LONGEST_WORKER).toWellFormed();
    const said = { publishedAt: clock.now(), publishedBy: by, ...draft, templates: [...templates] };
    const whole = { said, named };
    for (let version = first; version <= basedOn; version += 1) await send(version, whole, signal);
    const kept = await send(basedOn + 1, whole, signal);
    if (!signal.aborted) {
      database.write((context) => {
        const { version } = kept;
        parts.log.append(context, { job: null, type: 'publication-published', data: { version, key } });
      });
      take(kept, basedOn);
    }
    return kept.version;
  };

  const reading = createPeriodicReader({
    clock,
    onFault: parts.onFault,
    read: async (signal) => {
      const isRead = (await readNewest(signal))?.ok === true;
      // Also without an answer of the relay: unreferenced files are deleted.
      const isComplete = !signal.aborted && (await files.refresh(signal));
      return isRead && isComplete;
    },
  });
  return {
    start: () => {
      if (client !== null) reading.start();
    },
    stop: async () => {
      stopping.abort();
      await reading.stop();
    },
    wake: reading.wake,
    inForce,
    files,
    status: () => {
      const used = inForce();
      const { signer, storage } = deviceKey;
      return {
        hasRelay: client !== null,
        readAt,
        inForce: used === null ? null : { ...shown(used), examples: files.examplesHere(used.templates) },
        problem,
        offered,
        keys: [...accepted()],
        managed: parts.publishers !== null,
        bringing: bringing === null ? null : { done: bringing.done, of: bringing.of },
        own: { key: signer.key, kept: storage === 'secret-store' },
      };
    },
    accept: (key) => {
      if (parts.publishers !== null)
        throw new ProblemError(makeProblem('set-by-policy', { name: 'publishers' }));
      if (offered?.key !== key) throw new ProblemError(makeProblem('not-found'));
      database.write((context) => {
        addPublisherKey(context, key, clock.now());
        parts.log.append(context, { job: null, type: 'publisher-accepted', data: { key } });
        context.changed('publication');
      });
      refuse(null);
      reading.wake();
    },
    publish,
    stopBringing: () => bringing?.stop.abort(),
  };
}

const olderThan = (version: number, kept: number): Problem =>
  makeProblem('publication-older', { version, kept });

function usedOf(row: PublicationRow | undefined): UsedPublication | null {
  if (row === undefined || row.document === null) return null;
  const said = readDocument(row.document);
  return said === null ? null : { ...said, version: row.version, key: row.key, takenAt: row.taken_at };
}

const shown = ({ templates, ...used }: UsedPublication) => ({
  ...used,
  templates: templates.map(({ id, version, title }) => ({ id, version, title })),
});
