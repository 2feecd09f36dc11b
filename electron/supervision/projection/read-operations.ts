import type { KnownEntryOf } from '../../../shared/log/entries.ts';
import type { operationEntries } from '../../../shared/log/entries-of-operations.ts';
import type { ProvenThing } from '../../../shared/domain/proof.ts';
import { MINUTE, withinDates } from '../../../shared/time.ts';
import type { CorrectionValue } from '../../../shared/domain/operation-commands.ts';
import type { FailureFamily } from '../../../shared/domain/supervision.ts';
import { problemCode, type ProblemCode } from '../../../shared/problem.ts';
import { type EntryRules, placeOf, type ReadEntry, wordsOf } from './entry.ts';
import type { AccessFacts, BoxFacts, Extension, JobFacts, OperationFacts } from './job-facts.ts';

/** The outcomes of the operations. */
export const operationRules: EntryRules<(typeof operationEntries)[number]['type']> = {
  'operation-accepted': (job, facts, read) => {
    note(job, facts, read, 'open');
    const test = testGivenBy(job, facts);
    if (test?.phase === 'requested') {
      test.phase = 'accepted';
      noteEnd(test, facts, read);
    }
    const leaving = testRemovedBy(job, facts);
    if (leaving?.phase === 'removal-requested') leaving.phase = 'removal-accepted';
  },
  'operation-done': (job, facts, read) => {
    note(job, facts, read, 'ended');
    if (facts.confirmedBy === 'query') job.byQuery.push(placeOf(read));
    if (facts.confirmedBy === 'person') job.byPerson.push(placeOf(read));
    const found = facts.confirmedBy === undefined ? null : { by: facts.confirmedBy, at: read.at };
    const proven = (what: ProvenThing) => {
      if (found !== null) job.proven.set(what, found);
    };
    const provenOfTest = (test: AccessFacts, what: ProvenThing) => {
      if (found !== null) test.proven = new Map(test.proven).set(what, found);
    };
    switch (facts.kind) {
      case 'install':
        if (job.box === null || !isAbout(job.box, facts)) return;
        job.box = { ...learned(job, job.box, facts), confirmed: true, refused: false };
        proven('box-fitted');
        return;
      case 'uninstall':
        if (job.oldBox === null || !isAbout(job.oldBox, facts)) return;
        job.oldBox.confirmed = true;
        job.oldBox.refused = false;
        proven('box-taken-out');
        return;
      case 'create-car':
        if (job.car === null) return;
        job.car.confirmed = true;
        proven('car');
        job.car.id = facts.bound ?? job.car.id;
        return;
      case 'add-car-to-group':
        if (job.group === null) return;
        job.group.confirmed = true;
        proven('group');
        return;
      case 'create-assignment': {
        const test = testGivenBy(job, facts);
        if (test === null) return;
        if (test.phase === 'requested' || test.phase === 'accepted') test.phase = 'confirmed';
        provenOfTest(test, 'access-given');
        noteEnd(test, facts, read);
        return;
      }
      case 'delete-assignment': {
        const test = testRemovedBy(job, facts);
        if (test === null) return;
        test.phase = 'removed';
        provenOfTest(test, 'access-removed');
        return;
      }
      case 'update-assignment':
        noteEnd(extensionOf(job, facts)?.access ?? job.access, facts, read);
        return;
      default:
    }
  },
  'operation-unknown': (job, facts, read) => {
    note(job, facts, read, 'open');
    job.retries.push(placeOf(read));
  },
  'operation-blocked': (job, facts, read) => {
    note(job, facts, read, 'trouble');
    job.failures.add(familyOf(problemOf(read)));
  },
  'operation-failed': (job, facts, read) => {
    note(job, facts, read, 'failed');
    job.failures.add(familyOf(problemOf(read)));
    job.retries.push(placeOf(read));
    boxIsRefused(job, facts, true);
    const test = testGivenBy(job, facts);
    if (test !== null) test.phase = 'failed';
    const staying = testRemovedBy(job, facts);
    if (staying !== null) staying.phase = 'removal-failed';
  },
  'operation-cancelled': (job, facts, read) => {
    note(job, facts, read, 'ended');
    boxIsRefused(job, facts, true);
    const extension = extensionOf(job, facts);
    if (extension !== null && facts.operation !== undefined)
      job.extensions.set(facts.operation, { ...extension, givenUp: true });
    // An unsent test access is cancelled instead of removed.
    const test = testGivenBy(job, facts);
    if (test?.phase !== 'requested' && test?.phase !== 'removal-requested') return;
    test.phase = 'not-started';
    // The result of the previous test still applies.
    if (test === job.access) job.access = testBefore(test) ?? test;
  },
  'operation-decided': (job, facts, read) => {
    note(job, facts, read, 'open');
    boxIsRefused(job, facts, false);
  },
  'operation-retried': (job, facts, read) => {
    note(job, facts, read, 'open');
    boxIsRefused(job, facts, false);
    job.retries.push(placeOf(read));
  },
  'operation-held': null,
  'operation-released': (job, facts, read) => note(job, facts, read, 'open'),
  'operation-moved': (job, facts, read) => note(job, facts, read, 'open'),
  'operation-corrected': (job, facts, read) => {
    note(job, facts, read, 'open');
    const serial = wordsOf(facts['serialNumber after']);
    if (serial !== null && job.box !== null) {
      job.box = { ...job.box, serial, sentAs: serial, variant: null, sap: null, variantChecked: false };
      job.mismatches.push(placeOf(read));
    }
    if (job.group !== null) job.group.name = wordsOf(facts['groupName after']) ?? job.group.name;
    if (job.car === null) return;
    job.car.name = corrected(job.car.name, facts['name after']);
    job.car.plate = corrected(job.car.plate, facts['licensePlate after']);
    job.car.vin = corrected(job.car.vin, facts['vin after']);
    job.car.brand = corrected(job.car.brand, facts['brand after']);
    job.car.model = corrected(job.car.model, facts['model after']);
  },
  'operation-seen': (job, facts, read) => note(job, facts, read, 'ended'),
  'result-contradicts': (job, facts, read) => {
    const extension = extensionOf(job, facts);
    if (extension?.until !== undefined && (extension.givenUp || isFailed(job, facts)))
      noteEnd(extension.access, extension, read);
    note(job, facts, read, 'trouble', 'uncertain');
    job.contradictions.push(placeOf(read));
    job.failures.add('uncertain');
    // Only a success contradicts a request that was given up or refused: it was carried out.
    boxIsMoved(job, facts);
    const removed = testRemovedBy(job, facts);
    if (removed !== null) removed.phase = 'removed';
    const test = testGivenBy(job, facts);
    if (test?.phase !== 'not-started' && test?.phase !== 'failed') return;
    test.phase = 'confirmed';
    test.removalAt = null;
    test.remove = null;
    if (test.order > job.access.order || job.access.phase === 'not-started') job.access = test;
  },
  'access-given-twice': (job, facts, read) => {
    note(job, facts, read, 'trouble', 'access');
    job.contradictions.push(placeOf(read));
    job.failures.add('access');
  },
  'access-gone-with-box': null,
  'access-stayed': (job) => {
    job.failures.add('access');
  },
  'results-given-up': null,
  'edit-requested': null,
};

/** The facts by which an entry identifies an operation. */
type AboutOperation = Pick<KnownEntryOf<'operation-held'>['facts'], 'operation' | 'kind'>;

/** Whether the result is of this Box and not of one before it. Entries of older laptops name no operation. */
const isAbout = (box: Pick<BoxFacts, 'operation'>, { operation }: AboutOperation): boolean =>
  operation === undefined || box.operation === null || box.operation === operation;

/** The installation or removal of the job's Box ended without effect, or is requested again. */
function boxIsRefused(job: JobFacts, { operation }: AboutOperation, refused: boolean): void {
  if (operation === undefined) return;
  if (job.box?.operation === operation) job.box.refused = refused;
  if (job.oldBox?.operation === operation) job.oldBox.refused = refused;
}

/** The refused or cancelled installation or removal of the job's Box was carried out. */
function boxIsMoved({ box, oldBox }: JobFacts, { operation }: AboutOperation): void {
  for (const one of [box, oldBox]) {
    if (one === null || !one.refused || one.operation !== operation) continue;
    one.refused = false;
    one.confirmed = true;
  }
}

/** A field after a correction; `after` undefined = it was not corrected, null = it was emptied. */
const corrected = (before: string | null, after: CorrectionValue | undefined): string | null =>
  after === undefined ? before : wordsOf(after);

/** The code as in the entry; codes of other versions count too. */
const problemOf = ({ facts }: ReadEntry): string | null => {
  const { problem } = facts;
  return typeof problem === 'string' ? problem : null;
};

/**
 * The test access that this operation gives; null = it gives none, such as a recreated access of a swap. An entry of an
 * older laptop does not name the operation, and belongs to the newest one.
 */
function testGivenBy(
  { access, accesses, restores }: JobFacts,
  { operation, kind }: AboutOperation,
): AccessFacts | null {
  if (kind !== 'create-assignment' || (operation !== undefined && restores.has(operation))) return null;
  if (operation === undefined || access.create === null) return access;
  return accesses.get(operation) ?? null;
}

/** The extension of a test access that this operation carries out; null = none, or an entry of an older laptop. */
const extensionOf = ({ extensions }: JobFacts, { operation }: AboutOperation): Extension | null =>
  (operation === undefined ? null : extensions.get(operation)) ?? null;

const isFailed = ({ operations }: JobFacts, { operation }: AboutOperation): boolean =>
  operation !== undefined && operations.get(operation)?.last === 'failed';

/** The newest test before this one that was not cancelled unsent. */
function testBefore({ before }: AccessFacts): AccessFacts | null {
  let found = before;
  while (found?.phase === 'not-started') found = found.before;
  return found;
}

/** The Box as the operator reported it before the installation was sent. */
function learned({ key }: JobFacts, box: BoxFacts, facts: KnownEntryOf<'operation-done'>['facts']): BoxFacts {
  const sap = wordsOf(facts.sap) ?? box.sap;
  const isOfKey = key !== null && key.sap !== null && key.sap === sap;
  return {
    ...box,
    sap,
    variant: isOfKey ? key.box : box.variant,
    variantChecked: box.variantChecked || facts.variantChecked === true,
  };
}

/**
 * The test access that this operation removes; null = none. An entry of an older laptop does not name the access, and
 * belongs to the newest one.
 */
function testRemovedBy(
  { access, accessRemovals }: JobFacts,
  { operation, kind }: AboutOperation,
): AccessFacts | null {
  if (kind !== 'delete-assignment') return null;
  if (access.create === null) return access;
  const test = operation === undefined ? undefined : accessRemovals.get(operation);
  return test?.remove === operation ? (test ?? null) : null;
}

/** When the test access expires: from an entry, else estimated from the first moment at which it existed. */
function noteEnd(
  access: AccessFacts,
  { until }: KnownEntryOf<'operation-accepted'>['facts'],
  read: ReadEntry,
): void {
  if (until !== undefined) {
    access.until = withinDates(until);
    access.untilEstimated = false;
    return;
  }
  if (access.until !== null || access.minutes === null) return;
  access.until = withinDates(read.at + access.minutes * MINUTE);
  access.untilEstimated = true;
}

function note(
  job: JobFacts,
  { operation, kind }: AboutOperation,
  read: ReadEntry,
  last: OperationFacts['last'],
  family = familyOf(problemOf(read)),
): void {
  if (operation === undefined) return;
  const known = kind ?? job.operations.get(operation)?.kind ?? '';
  job.operations.set(operation, { kind: known, last, family, place: placeOf(read) });
}

/** The family of a problem in the count of failures. A problem without an entry is `other`. */
const families: Partial<Record<ProblemCode, FailureFamily>> = {
  'box-in-another-car': 'box',
  'product-in-another-car': 'box',
  'box-unknown': 'box',
  'box-without-service': 'box',
  'box-out-of-use': 'box',
  'car-holds-another-box': 'box',
  'box-not-installed': 'box',
  'box-refused': 'box',
  'several-cars-match': 'car',
  'access-may-be-given': 'access',
  'access-still-changing': 'access',
  'changed-meanwhile': 'uncertain',
  'times-changed-meanwhile': 'uncertain',
  'open-end-changed-meanwhile': 'uncertain',
  'box-back-in-car': 'uncertain',
  'access-may-be-another': 'uncertain',
  'vin-malformed': 'car',
  'group-exists-unlisted': 'group',
  'group-not-there': 'group',
  'assignment-failed': 'access',
  'assignment-change-failed': 'access',
  'assignment-removal-failed': 'access',
  'assignment-ended-elsewhere': 'access',
  'access-stayed': 'access',
  'access-given-twice': 'access',
  'access-still-leaving': 'access',
  'access-not-gone': 'access',
  'access-ended-before': 'access',
  'operator-rejected': 'refused',
  'operator-not-found': 'refused',
  'operator-conflict': 'refused',
  'operator-not-offered': 'refused',
  'result-missing': 'uncertain',
  'result-contradicts': 'uncertain',
  'outcome-not-reported': 'uncertain',
  'outcome-contradicts': 'uncertain',
  'event-may-be-recorded': 'uncertain',
  'may-have-left': 'uncertain',
  'target-changed': 'uncertain',
  'crashed-repeatedly': 'uncertain',
  'operator-unreachable': 'connection',
  'operator-insecure': 'connection',
  'certificate-untrusted': 'connection',
  'proxy-login-needed': 'connection',
  'proxy-refused': 'connection',
  'proxy-unreachable': 'connection',
  'operator-timeout': 'connection',
  'operator-interrupted': 'connection',
  'operator-login-refused': 'connection',
  'operator-login-unavailable': 'connection',
  'operator-unauthorised': 'connection',
  'customer-not-visible': 'connection',
  'operator-busy': 'connection',
  'operator-failing': 'connection',
  'operator-unreadable': 'connection',
  'operator-redirected': 'connection',
  'read-unanswered': 'connection',
};

/** The failure family of an entry's problem code, including codes of other versions. */
function familyOf(code: string | null): FailureFamily {
  const known = problemCode.safeParse(code);
  return (known.success ? families[known.data] : undefined) ?? 'other';
}
