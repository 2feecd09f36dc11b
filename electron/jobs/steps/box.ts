import type { LogFactsOf } from '../../../shared/log/entries.ts';
import { labelOf, type PreflightCheck, preflightCheck } from '../../../shared/domain/boxes.ts';
import { sendableSerial } from '../../../shared/domain/serial.ts';
import type { JobId, OperationId, KeyId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { FORCED_BOX, type ForcedMark, LONGEST_REASON } from '../../../shared/domain/checklist.ts';
import { boundedText, typedText } from '../../../shared/domain/typed-text.ts';
import { availableLanguages } from '../../../shared/words/speak.ts';
import { createTexts } from '../../../shared/words/texts.ts';
import { moveDependants } from '../../db/tables/queue/operation-order.ts';
import { type JobKey, jobKey } from '../../../shared/domain/directory.ts';
import { readOperation } from '../../db/tables/queue/operations.ts';
import { problemCodeOf } from '../../operations/queue/actions.ts';
import { boxAsRead, installKind } from '../../operations/queue/kinds/install.ts';
import { changeJobOf, type JobChange, requireStep, type JobParts } from '../change.ts';
import type { DataOf } from '../job-data.ts';
import { requireUsable, checkedSerial, matchBox, serialsOf, variantOf } from '../box-lookup.ts';
import { requireBeforeDone } from '../job-checklist.ts';
import { finderInQueue, isOutDecided } from '../kinds.ts';
import { compareVariant, fittingOf, neededVariant, preflightChecks } from '../preflight.ts';
import { clearLabel } from './box-label.ts';
import { carLabel, carReference } from './car.ts';

/*
 * The steps Key and Box: choosing a key, which determines the variant, choosing a Box, and requesting its installation.
 * A Box that a check refuses needs a reason.
 */

type FittedData = DataOf<'installation' | 'swap'>;
type FittedBox = Omit<NonNullable<FittedData['box']>, 'operation'>;

/**
 * Chooses a key of the catalogue, which determines the Box variant. ProblemErrors `not-found`, those of `boxForKey`.
 */
export function chooseKey(parts: JobParts, job: JobId, brand: string, id: KeyId): void {
  const found = parts.directory.key(brand, id);
  if (found === undefined) throw new ProblemError(makeProblem('not-found'));
  takeKey(parts, job, jobKey.parse(found));
}

/** Chooses a key that was just looked up, and compares the job's Box with it. ProblemErrors of `boxForKey`. */
export function takeKey(parts: JobParts, job: JobId, key: JobKey): void {
  changeJobOf(parts, job, ['installation', 'swap'], (change) => {
    change.record('key-chosen', {
      key: key.id,
      brand: key.brand,
      form: key.keyFormName,
      box: key.boxName,
      sap: key.boxSapNumber,
    });
    const skipped = change.data.skipped.filter((step) => step !== 'keyfob');
    return boxForKey(parts, change, { ...change.data, key, skipped });
  });
}

/**
 * Chooses a Box and queues its installation; in a swap it is only chosen until the exchange is decided. It replaces a
 * previous Box, and the photo of its label, while that Box's installation is not done. The label in hand becomes the
 * new Box's label. `typedReason`: a refused check needs a non-empty reason, which leaves a permanent mark. If it is
 * omitted (no person is present), the operator's answer decides. ProblemErrors: `box-out-of-use` regardless of a
 * reason, `serial-missing`, `serial-malformed`, `box-ambiguous`, `box-refused`, `name-too-long` for the reason.
 * `step-not-ready`: no car, a Box is already installed, or the checks before it are open.
 */
export function installBox(parts: JobParts, job: JobId, typed: string, typedReason?: string): void {
  const serial = checkedSerial(typed);
  const found = matchBox(parts.directory, serial);
  if (found.match === 'several') {
    const serials = serialsOf(found.products);
    throw new ProblemError(makeProblem('box-ambiguous', { serial: typed.trim(), serials }));
  }
  requireUsable(parts, serial);
  const known = found.match === 'one' ? found.product : undefined;
  changeJobOf<'installation' | 'swap'>(parts, job, ['installation', 'swap'], (change) => {
    const { data } = change;
    requireStep(data.car, 'car');
    if (data.kind === 'installation' && typedReason !== undefined) requireBeforeDone(parts, data);
    const before = data.box?.operation ?? null;
    if (before !== null && readOperation(change.context.sqlite, before)?.state === 'done') {
      throw new ProblemError(makeProblem('step-not-ready', { step: 'box' }));
    }
    const taken = {
      serialNumber: typed.trim(),
      lookupSerial: known?.serialNumber ?? sendableSerial(serial),
      variant: variantOf(data.key, known?.sapNumber ?? null),
      sapNumber: known?.sapNumber ?? null,
      productId: known?.id ?? null,
      checks: preflightChecks(parts, fittingOf(parts, change, serial), serial).checks,
      label: labelOf(data, serial),
    };
    const marks = typedReason === undefined ? [] : forceBox(parts, change, taken, typedReason);
    const box = { ...taken, forced: forcedChecks(marks) };
    const forced = [...data.forced, ...marks];
    if (
      data.kind === 'swap' &&
      before === null &&
      !isOutDecided(data, finderInQueue(change.context.sqlite))
    ) {
      change.record('new-box-chosen', aboutBox(box));
      const next = { ...data, forced, label: null, box: { ...box, operation: null } };
      return clearLabel(change, data.box?.label ?? null, next);
    }
    const operation = queueInstallation(parts, change, box, before);
    change.record(before === null ? 'box-chosen' : 'box-replaced', aboutBox(box, operation));
    const next = { ...data, forced, label: null, box: { ...box, operation } };
    return clearLabel(change, data.box?.label ?? null, next);
  });
}

/**
 * The facts of a Box in the log: as read, as sent, its variant, and whether the variant was compared with the required
 * one.
 */
export function aboutBox(
  { serialNumber, lookupSerial, variant, sapNumber, checks }: FittedBox,
  operation?: OperationId,
): LogFactsOf<'box-chosen'> {
  const variantChecked = checks.some(({ check, state }) => check === 'variant' && state !== 'unchecked');
  const box = { serial: serialNumber, sentAs: lookupSerial, variant, sap: sapNumber, variantChecked };
  return operation === undefined ? box : { ...box, operation };
}

/** The Box of an installation order, with the required variant and the forced checks. */
export function orderedBox(data: FittedData, { productId, lookupSerial, forced }: FittedBox) {
  const needs = neededVariant(data);
  return {
    productId,
    serialNumber: lookupSerial,
    ...(needs === null ? {} : { needs }),
    ...(forced.length === 0 ? {} : { forced }),
  };
}

/**
 * Compares the Box of a job with another key. An unsent installation is queued again for the new key, unless a person
 * gave it up; an installed Box must match it. ProblemErrors `key-not-for-box`, `step-not-ready` while the installation
 * is under way.
 */
function boxForKey<Data extends FittedData>(parts: JobParts, change: JobChange, data: Data): Data {
  const { box } = data;
  if (box === null) return data;
  const { context, now } = change;
  const row = box.operation === null ? undefined : readOperation(context.sqlite, box.operation);
  const sapNumber = boxAsRead(row?.context ?? null)?.sapNumber ?? box.sapNumber;
  const leaves = data.kind === 'swap' ? data.oldBox : null;
  const variant = compareVariant({ key: data.key, leaves }, { sapNumber, asOf: now });
  const others = box.checks.filter(({ check }) => check !== 'variant');
  const compared: FittedBox = {
    ...box,
    variant: variantOf(data.key, sapNumber),
    checks: [...others, variant],
    forced: box.forced.filter((check) => check !== 'variant'),
  };
  if (row?.state === 'done') {
    const needed = neededVariant(data);
    if (variant.state === 'refused' && needed !== null) {
      throw new ProblemError(
        makeProblem('key-not-for-box', {
          serial: box.serialNumber,
          found: sapNumber ?? '–',
          needed: needed.name,
          sap: needed.sapNumber,
        }),
      );
    }
    change.record('box-chosen', aboutBox(compared, row.id));
    return { ...data, box: { ...compared, operation: box.operation } };
  }
  // A person gave the installation up. Only the step Box orders it again.
  if (row?.state === 'cancelled') return { ...data, box: { ...compared, operation: box.operation } };
  const operation =
    box.operation === null ? null : queueInstallation(parts, { ...change, data }, compared, box.operation);
  // The person who holds the installation back has not released it. With an ended dependency it is held anyway.
  const isHeld = row?.state === 'held' && problemCodeOf(row) === 'held-by-person';
  if (operation !== null && isHeld && readOperation(context.sqlite, operation)?.state !== 'held')
    parts.commands.holdIn(context, operation);
  if (operation === null) change.record('new-box-chosen', aboutBox(compared));
  else change.record('box-chosen', aboutBox(compared, operation));
  return { ...data, box: { ...compared, operation } };
}

function queueInstallation(
  parts: JobParts,
  {
    data,
    context,
    enqueue,
    replace,
  }: Pick<JobChange<FittedData>, 'data' | 'context' | 'enqueue' | 'replace'>,
  box: FittedBox,
  before: OperationId | null,
): OperationId {
  const car = requireStep(data.car, 'car');
  const id = parts.ids.operation();
  enqueue({
    id,
    kind: installKind,
    payload: { car: carReference(car), carLabel: carLabel(car), ...orderedBox(data, box) },
    // The car holds one Box at a time.
    after: data.kind === 'swap' && data.out !== null ? [data.out.operation] : [],
  });
  if (before !== null) {
    // Dependants of the Box (the test access) now wait for this operation, so that the cancelled one does not hold
    // them.
    moveDependants(context, before, id);
    replace(before);
  }
  return id;
}

/**
 * The marks of a Box that is fitted despite refused checks, one per check, also in the log; empty without refused
 * checks. ProblemErrors `box-refused` without a reason, `name-too-long`.
 */
export function forceBox(
  parts: Pick<JobParts, 'worker'>,
  { now: at, record }: Pick<JobChange, 'now' | 'record'>,
  box: { readonly serialNumber: string; readonly checks: readonly PreflightCheck[] },
  typedReason: string,
): readonly ForcedMark[] {
  const refused = box.checks.filter(({ state }) => state === 'refused');
  if (refused.length === 0) return [];
  const reason = boundedText(typedText(typedReason) ?? '', 'reason', LONGEST_REASON);
  const value = box.serialNumber;
  if (reason === '') throw new ProblemError(makeProblem('box-refused', { serial: value }));
  const checks = refused.map(({ check }) => check).join(', ');
  record('box-forced', { serial: value, checks, reason });
  return refused.map(({ check }) => ({
    template: FORCED_BOX,
    item: check,
    text: wordsOf(check),
    value,
    deviation: { kind: 'refused' },
    reason,
    at,
    worker: parts.worker(),
  }));
}

/** The checks that these marks forced. */
function forcedChecks(marks: readonly ForcedMark[]): PreflightCheck['check'][] {
  return preflightCheck.shape.check.options.filter((name) => marks.some(({ item }) => item === name));
}

/** The refused checks in every language, because the reader of the mark may use another language. */
function wordsOf(check: PreflightCheck['check']): ForcedMark['text'] {
  const says = (language: (typeof availableLanguages)[number]['language']) =>
    createTexts(language).t(`flow.box.check.${check}.refused`);
  return {
    ...Object.fromEntries(availableLanguages.map(({ language }) => [language, says(language)])),
    en: says('en'),
  };
}
