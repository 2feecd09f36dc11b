import type { AnswerOrigin, ItemSeverity } from '../../../shared/domain/checklist.ts';
import type { EarlierAnswer } from '../../../shared/domain/supervision-job.ts';
import type { ConfirmedBy } from '../../../shared/domain/operation.ts';
import type { JobKind, StepName } from '../../../shared/domain/job-steps.ts';
import type { ProvenThing, VerificationPhase } from '../../../shared/domain/proof.ts';
import type { FailureFamily } from '../../../shared/domain/supervision.ts';
import type { EntryPlace } from '../../../shared/domain/supervision-job.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import type { LogChainId } from '../../../shared/relay/log.ts';
import type { Instant } from '../../../shared/time.ts';

/** The facts of one job, from its entries. The same entries give the same facts, in any order of arrival. */
export interface JobFacts {
  kind: JobKind;
  startedAt: Instant;
  /** The time of the first finish, or of the first finish after the installer reopened the job. */
  finishedAt: Instant | null;
  /** The time of the last finish. */
  lastFinishedAt: Instant | null;
  /** True when the job was discarded without a result. */
  discarded: boolean;
  lastAt: Instant;
  installer: string;
  chain: LogChainId;
  hands: Hand[];
  /** The turns of the last hand-over and of the last take-over after it; 0 = none. Each is bounded by the other. */
  givenTurn: number;
  takenTurn: number;
  /** The turn of the last hand-over and those of all take-overs as their logs report them, because clocks differ. */
  reportedTurn: number;
  takenTurns: Set<number>;
  car: CarFacts | null;
  key: { form: string; box: string | null; sap: string | null } | null;
  box: BoxFacts | null;
  /** The number on the photographed label, read from a code or by a person. */
  label: { readonly serial: string; readonly place: EntryPlace } | null;
  oldBox: OldBoxFacts | null;
  group: { name: string; confirmed: boolean } | null;
  /**
   * `publication`: the version of its publication; null = it was the laptop's own. `afterAt`: when its part after the
   * Box was closed.
   */
  checklist: {
    template: string;
    version: number;
    publication: number | null;
    afterAt: Instant | null;
  } | null;
  /** True if the checklist part before the Box was begun or skipped, and not closed since. */
  beforeOpen: boolean;
  /** Steps that were skipped and not done since, with the entries of the skips. */
  leftOut: Map<StepName, EntryPlace>;
  /** By item, in the order of their first answer. */
  answers: Map<string, AnswerFacts>;
  photos: Map<AttachmentDigest, PhotoFacts>;
  /** The signatures of each item that were not taken back. */
  signatures: Map<string, Set<AttachmentDigest>>;
  forced: ForcedFacts[];
  /** The newest test access. */
  access: AccessFacts;
  /** All test accesses by the operations that give them, in the order of their start. Older laptops name no operation. */
  accesses: Map<string, AccessFacts>;
  /** The test accesses by the operations that remove them. */
  accessRemovals: Map<string, AccessFacts>;
  /** The extensions of test accesses by their operations. */
  extensions: Map<string, Extension>;
  /** The number of failed attempts at the car, over all tests. */
  failedTries: number;
  operations: Map<string, OperationFacts>;
  /** All failures that occurred at least once. */
  failures: Set<FailureFamily>;
  /** The risk points of each entry. */
  mismatches: EntryPlace[];
  retries: EntryPlace[];
  byQuery: EntryPlace[];
  byPerson: EntryPlace[];
  contradictions: EntryPlace[];
  worstOffset: { readonly ms: number; readonly place: EntryPlace } | null;
  lastEntry: EntryPlace;
  /** The latest proof of each fact; obsolete ones are excluded by `proofsOf`. */
  proven: Map<ProvenThing, Proven>;
  /** Operations that re-create an access that was deleted with a Box; they are not test accesses. */
  restores: Set<string>;
  /** Rework requests that the job's installers have completed. */
  answered: Set<string>;
  /** Rework requests that the job's installers have begun. */
  begun: Set<string>;
  /**
   * Working time in milliseconds without waiting time: until the first finish, and from each reopening by the installer
   * to the next finish.
   */
  workedMs: number;
}

/** The kind and time of a proof. */
export interface Proven {
  readonly by: ConfirmedBy;
  readonly at: Instant;
}

export interface Hand {
  readonly worker: string;
  readonly chain: LogChainId;
  readonly from: Instant;
  until: Instant;
  entries: number;
}

export interface CarFacts {
  id: number | null;
  plate: string | null;
  name: string | null;
  vin: string | null;
  brand: string | null;
  model: string | null;
  /** A car that was requested as new; confirmed once the operator has created it. */
  confirmed: boolean;
  at: Instant;
}

/** The Box to be removed. */
export interface OldBoxFacts {
  serial: string;
  reason: string | null;
  words: string;
  /** Its removal; null = not requested, or an entry of an older laptop without this fact. */
  operation: string | null;
  asked: boolean;
  /** Whether its removal was refused or cancelled. */
  refused: boolean;
  confirmed: boolean;
}

/** The chosen Box, before its removal is decided. */
export const NOT_ASKED: Omit<OldBoxFacts, 'serial'> = {
  reason: null,
  words: '',
  operation: null,
  asked: false,
  refused: false,
  confirmed: false,
};

export interface BoxFacts {
  serial: string;
  sentAs: string | null;
  variant: string | null;
  sap: string | null;
  /** Whether its variant was compared with the required one. */
  variantChecked: boolean;
  /** Its installation; null = not requested, or an entry of an older laptop without this fact. */
  operation: string | null;
  /** Whether its installation was requested. In a swap the Box is chosen earlier. */
  asked: boolean;
  /** Whether its installation was refused or cancelled. */
  refused: boolean;
  confirmed: boolean;
  at: Instant;
}

export interface AnswerFacts {
  readonly item: string;
  words: string;
  answer: string | number | boolean | null;
  /** The reason why the item does not apply to the car. */
  notApplicable: string | null;
  /** Earlier answers, oldest first. */
  earlier: EarlierAnswer[];
  origin: AnswerOrigin | null;
  at: Instant;
  worker: string;
  forced: {
    readonly reason: string;
    readonly limit: string | null;
    readonly severity: ItemSeverity;
  } | null;
}

export interface PhotoFacts {
  readonly digest: AttachmentDigest;
  readonly kind: 'photo' | 'signature';
  readonly item: string | null;
  readonly words: string | null;
  readonly takenAt: Instant;
  readonly worker: string;
  removedAt: Instant | null;
  /** The photo that this annotation was made from, as named in the entry; null = an original. */
  readonly original: AttachmentDigest | null;
  /** The picture that was drawn on, as named in the entry; null = an original. */
  readonly drawnOn: AttachmentDigest | null;
  readonly blurred: boolean;
  readonly place: EntryPlace;
}

/** The facts that an annotation adds to a picture. */
export type MadeFrom = Pick<PhotoFacts, 'original' | 'drawnOn' | 'blurred'>;
export const AS_TAKEN: MadeFrom = { original: null, drawnOn: null, blurred: false };

/**
 * The photos of a job. Only an original photo of this job has annotations. An annotation of an unknown file counts as a
 * photo and replaces none. An annotation is removed with its original.
 */
export function photosOf({ photos }: Pick<JobFacts, 'photos'>): readonly PhotoFacts[] {
  return Array.from(photos.values(), (photo) => {
    if (photo.original === null) return photo;
    const of = photos.get(photo.original);
    if (of === undefined || of.kind !== 'photo' || of.original !== null) return { ...photo, original: null };
    return { ...photo, removedAt: of.removedAt };
  });
}

export interface ForcedFacts {
  readonly words: string;
  readonly value: string;
  readonly reason: string;
  readonly severity: ItemSeverity;
  readonly at: Instant;
  readonly worker: string;
  readonly place: EntryPlace;
}

/** A test access. */
export interface AccessFacts {
  /** Its place in the order of the tests. */
  order: number;
  phase: VerificationPhase;
  /** The operator's number of the test user. */
  user: number | null;
  minutes: number | null;
  /** When it was requested; null = no test. */
  startedAt: Instant | null;
  /** When the access expires; null = not known. */
  until: Instant | null;
  /** True if no entry has `until`: it was computed from the start and duration of the access. */
  untilEstimated: boolean;
  opened: boolean | null;
  closed: boolean | null;
  /** When its removal was requested. */
  removalAt: Instant | null;
  /** The reason for handing over a car that does not work. */
  handedOver: string | null;
  /** Its operations; null = an entry of an older laptop without this fact. */
  create: string | null;
  remove: string | null;
  /** As `proven` of the job, for this test only. */
  proven: ReadonlyMap<ProvenThing, Proven>;
  /** The previous test. Its result applies again where this test is cancelled unsent. */
  before: AccessFacts | null;
}

/** An extension of a test access, with the requested end; undefined = the entry does not say. */
export interface Extension {
  readonly access: AccessFacts;
  readonly until: Instant | undefined;
  readonly givenUp: boolean;
}

/** The test access of a job without a test. */
export const NO_ACCESS: AccessFacts = {
  order: 0,
  phase: 'not-started',
  user: null,
  minutes: null,
  startedAt: null,
  until: null,
  untilEstimated: false,
  opened: null,
  closed: null,
  removalAt: null,
  handedOver: null,
  create: null,
  remove: null,
  proven: new Map(),
  before: null,
};

export interface OperationFacts {
  readonly kind: string;
  readonly last: 'open' | 'trouble' | 'failed' | 'ended';
  readonly family: FailureFamily;
  readonly place: EntryPlace;
}

/** A job without known facts except the position of its first entry. */
export function emptyFacts(first: {
  readonly at: Instant;
  readonly worker: string;
  readonly place: EntryPlace;
}): JobFacts {
  return {
    kind: 'installation',
    startedAt: first.at,
    finishedAt: null,
    lastFinishedAt: null,
    discarded: false,
    lastAt: first.at,
    installer: first.worker,
    chain: first.place.chain,
    hands: [],
    givenTurn: 0,
    takenTurn: 0,
    reportedTurn: 0,
    takenTurns: new Set(),
    car: null,
    key: null,
    box: null,
    label: null,
    oldBox: null,
    group: null,
    checklist: null,
    beforeOpen: false,
    leftOut: new Map(),
    answers: new Map(),
    photos: new Map(),
    signatures: new Map(),
    forced: [],
    access: { ...NO_ACCESS },
    accesses: new Map(),
    accessRemovals: new Map(),
    extensions: new Map(),
    failedTries: 0,
    operations: new Map(),
    failures: new Set(),
    mismatches: [],
    retries: [],
    byQuery: [],
    byPerson: [],
    contradictions: [],
    worstOffset: null,
    lastEntry: first.place,
    proven: new Map(),
    restores: new Set(),
    answered: new Set(),
    begun: new Set(),
    workedMs: 0,
  };
}

/** When both parts of the checklist were closed; null while one is open. */
export function checklistClosedAt({ checklist, beforeOpen }: JobFacts): Instant | null {
  return beforeOpen ? null : (checklist?.afterAt ?? null);
}

/** True when the job was handed over and no laptop has taken it over. */
export const isGivenAway = ({ givenTurn, takenTurn, reportedTurn, takenTurns }: JobFacts): boolean =>
  givenTurn > takenTurn && !takenTurns.has(reportedTurn);
