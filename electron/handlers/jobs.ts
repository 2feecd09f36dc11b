import { knownForChecklist } from '../../shared/domain/checklist-asking.ts';
import type { Preferences } from '../../shared/domain/settings.ts';
import type { JobView, SentJob } from '../../shared/domain/job.ts';
import type { JobId } from '../../shared/ids.ts';
import { makeOf } from '../jobs/checklists.ts';
import type { Reports } from '../reports/reports.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import { freeBoxesNear } from '../jobs/box-lookup.ts';
import { loadJob, ofKind } from '../jobs/change.ts';
import { discardJob, startOrResume, saveDraft, skipStep } from '../jobs/start.ts';
import {
  refuseExistingCar,
  chooseCar,
  createCar,
  giveBackCarKey,
  openCarKeys,
  takeCarKey,
  chooseGroup,
} from '../jobs/steps/car.ts';
import { boxesInCar, chooseLeavingBox, readLosses, takeOut } from '../jobs/leaving/take-out.ts';
import { restoreAccesses } from '../jobs/leaving/accesses.ts';
import { mountingMemory } from '../jobs/mountings.ts';
import { annotatePhoto, pictureOf, addPhoto, removePhoto, sign } from '../jobs/pictures.ts';
import { fittingOf, preflightChecks } from '../jobs/preflight.ts';
import {
  completeInSeries,
  takeCarInSeries,
  beginSeries,
  beginSeriesLike,
  endSeries,
  fitInSeries,
  nextInSeries,
  listSeries,
} from '../jobs/series/series.ts';
import {
  photographLabelAfterwards,
  readLabelAfterwards,
  dropLabel,
  photographLabel,
  readLabel,
} from '../jobs/steps/box-label.ts';
import { installBox, chooseKey } from '../jobs/steps/box.ts';
import { finishJob, chooseReportLanguage } from '../jobs/finish.ts';
import { answerItem, answerTogether, chooseChecklist } from '../jobs/steps/fitting.ts';
import {
  extendTestAccess,
  handOverNotWorking,
  proveAccess,
  recordAccess,
  removeTestAccess,
  startVerification,
  retest,
} from '../jobs/steps/verify.ts';
import { usualAfterTest } from '../jobs/planned/expectations.ts';
import { listBoxes, markBox, moveBoxes, readBoxes } from '../jobs/boxes.ts';
import type { Handlers } from './router.ts';
import { sendJob, listJobs, viewJob } from '../jobs/view.ts';

type JobHandlers = Pick<Handlers, Extract<keyof Handlers, `jobs.${string}`>>;

/** The dependencies of the job calls besides the open profile. */
export interface JobCallParts {
  /** Throws ProblemError `not-connected` while no profile is open. */
  readonly current: () => OpenProfile;
  readonly remember: (change: Partial<Preferences>) => void;
  readonly rememberChecklist: (make: string, checklist: string) => void;
  readonly reports: Reports;
  /** The number of the last change that windows were notified of; null where changes are not numbered. */
  readonly published: (() => number) | null;
}

/** The `jobs.*` calls. Each runs one use case and returns the job after it. */
export function jobCalls({
  current,
  remember,
  rememberChecklist,
  reports,
  published,
}: JobCallParts): JobHandlers {
  const view = (job: JobId, withTemplate = false): SentJob => {
    current().operatorEvents.ask(job);
    const shown = sendJob(current(), job, withTemplate);
    // A window that has this view need not refetch the job for the changes of this call.
    return published === null ? shown : { ...shown, upTo: published() };
  };
  const whole = (job: JobId): JobView => {
    const { jobs, engine } = current();
    return viewJob({ ...jobs, connection: engine.connection }, job);
  };
  const then = (job: JobId, work: (parts: OpenProfile['jobs']) => void): SentJob => {
    work(current().jobs);
    return view(job);
  };
  /** For steps that write a picture first. */
  const afterwards = async (
    job: JobId,
    work: (parts: OpenProfile['jobs']) => Promise<void>,
  ): Promise<SentJob> => {
    await work(current().jobs);
    return view(job);
  };
  const live = () => {
    const { jobs, client, directory } = current();
    return { ...jobs, client, directory };
  };
  return {
    'jobs.list': () => {
      const { jobs, engine } = current();
      return { jobs: [...listJobs({ ...jobs, connection: engine.connection })] };
    },
    'jobs.get': ({ jobId, whole }) => view(jobId, whole),
    'jobs.start': ({ kind, carId }) => {
      const id = startOrResume(current().jobs, kind);
      if (carId !== undefined) chooseCar(current().jobs, id, carId);
      return view(id);
    },
    'jobs.chooseCar': ({ jobId, carId }) =>
      then(jobId, (parts) => takeCarInSeries(parts, jobId, (inside) => chooseCar(inside, jobId, carId))),
    'jobs.createCar': async ({ jobId, car }) => {
      await refuseExistingCar(live(), car);
      return then(jobId, (parts) => takeCarInSeries(parts, jobId, (inside) => createCar(inside, jobId, car)));
    },
    'jobs.chooseKey': ({ jobId, brand, keyId }) =>
      then(jobId, (parts) => chooseKey(parts, jobId, brand, keyId)),
    'jobs.skipStep': ({ jobId, step, reason }) =>
      then(jobId, (parts) => skipStep(parts, jobId, step, { typed: reason })),
    'jobs.chooseChecklist': ({ jobId, checklist }) => {
      const after = then(jobId, (parts) => chooseChecklist(parts, jobId, checklist));
      if (after.kind === 'installation') rememberChecklist(makeOf(knownForChecklist(after)), checklist);
      return after;
    },
    'jobs.answer': ({ jobId, itemId, answer, reason }) =>
      then(jobId, (parts) => answerItem(parts, jobId, itemId, answer, reason)),
    'jobs.answerTogether': ({ jobId, together: name }) =>
      then(jobId, (parts) => answerTogether(parts, jobId, name)),
    'jobs.addPhoto': ({ jobId, itemId, jpeg }) =>
      afterwards(jobId, (parts) => addPhoto(parts, jobId, itemId, Buffer.from(jpeg, 'base64'))),
    'jobs.removePhoto': ({ jobId, itemId, digest }) =>
      then(jobId, (parts) => removePhoto(parts, jobId, itemId, digest)),
    'jobs.annotatePhoto': ({ jobId, of, jpeg, blurred }) =>
      afterwards(jobId, (parts) =>
        annotatePhoto(parts, jobId, { of, jpeg: Buffer.from(jpeg, 'base64'), blurred }),
      ),
    'jobs.sign': ({ jobId, itemId, signature }) =>
      afterwards(jobId, (parts) =>
        sign(
          parts,
          jobId,
          itemId,
          signature === null ? null : { ...signature, png: Buffer.from(signature.png, 'base64') },
        ),
      ),
    'jobs.picture': ({ digest }) => ({ picture: pictureOf(current().jobs, digest) }),
    'jobs.mountings': ({ jobId }) => {
      const { jobs, others } = current();
      return mountingMemory(jobs, others, jobId);
    },
    'jobs.mountingPhoto': async ({ digest }) => {
      const { jobs, others } = current();
      return { picture: pictureOf(jobs, digest) ?? (await others.photo(digest)) };
    },
    'jobs.completeChecklist': ({ jobId, phase }) =>
      then(jobId, (parts) => completeInSeries(parts, jobId, phase)),
    'jobs.preflight': ({ jobId, serialNumber }) => {
      const { jobs, preflight, database } = current();
      const { row, data: stored } = loadJob(database.sqlite, jobId);
      const data = ofKind(stored, ['installation', 'swap']);
      const fitting = fittingOf(jobs, { row, data }, serialNumber);
      const answer = preflightChecks(jobs, fitting, serialNumber);
      preflight.ask(jobId, serialNumber, data.car?.id ?? null);
      return {
        ...answer,
        near: answer.product === null ? [...freeBoxesNear(jobs.directory, serialNumber)] : [],
      };
    },
    'jobs.photographLabel': ({ jobId, jpeg, codes, beside }) =>
      afterwards(jobId, (parts) =>
        photographLabel(parts, jobId, { jpeg: Buffer.from(jpeg, 'base64'), codes, beside }),
      ),
    'jobs.readLabel': ({ jobId, serialNumber }) =>
      then(jobId, (parts) => readLabel(parts, jobId, serialNumber)),
    'jobs.dropLabel': ({ jobId }) => then(jobId, (parts) => dropLabel(parts, jobId)),
    'jobs.photographLabelAfterwards': ({ jobId, jpeg, codes }) =>
      afterwards(jobId, (parts) =>
        photographLabelAfterwards(parts, jobId, { jpeg: Buffer.from(jpeg, 'base64'), codes }),
      ),
    'jobs.readLabelAfterwards': ({ jobId, serialNumber }) =>
      then(jobId, (parts) => readLabelAfterwards(parts, jobId, serialNumber)),
    'jobs.installBox': ({ jobId, serialNumber, reason }) =>
      then(jobId, (parts) => installBox(parts, jobId, serialNumber, reason)),
    'jobs.chooseGroup': ({ jobId, group }) => {
      const after = then(jobId, (parts) => chooseGroup(parts, jobId, group));
      const chosen = after.kind === 'installation' ? after.group : null;
      remember({ lastGroupId: chosen?.id ?? null, lastGroupName: chosen?.name ?? null });
      return after;
    },
    'jobs.verify': ({ jobId, userId, minutes }) => {
      const after = then(jobId, (parts) => startVerification(parts, jobId, userId, minutes));
      const userName = after.kind === 'removal' ? null : after.verification.userName;
      remember(usualAfterTest(current().database.sqlite, jobId, { userId, userName, minutes }));
      return after;
    },
    'jobs.recordAccess': ({ jobId, what, worked }) =>
      then(jobId, (parts) => recordAccess(parts, jobId, what, worked)),
    'jobs.proveAccess': ({ jobId }) => then(jobId, (parts) => proveAccess(parts, jobId)),
    'jobs.removeTestAccess': ({ jobId }) => then(jobId, (parts) => removeTestAccess(parts, jobId)),
    'jobs.testAgain': ({ jobId }) => then(jobId, (parts) => retest(parts, jobId)),
    'jobs.extendTestAccess': ({ jobId, minutes }) =>
      then(jobId, (parts) => extendTestAccess(parts, jobId, minutes)),
    'jobs.handOverNotWorking': ({ jobId, reason }) =>
      then(jobId, (parts) => handOverNotWorking(parts, jobId, reason)),
    'jobs.boxesInCar': ({ jobId }) => boxesInCar(live(), jobId),
    'jobs.chooseLeavingBox': ({ jobId, box, reason }) =>
      then(jobId, (parts) => chooseLeavingBox(parts, jobId, box, reason)),
    'jobs.readLosses': async ({ jobId }) => {
      await readLosses(live(), jobId);
      return view(jobId);
    },
    'jobs.takeOut': ({ jobId, reason, seenAt }) =>
      then(jobId, (parts) => takeOut(parts, jobId, reason, seenAt)),
    'jobs.restore': ({ jobId, keys }) => then(jobId, (parts) => restoreAccesses(parts, jobId, keys)),
    'jobs.discard': ({ jobId, reason }) => then(jobId, (parts) => discardJob(parts, jobId, reason)),
    'jobs.finish': ({ jobId }) => then(jobId, (parts) => finishJob(parts, jobId)),
    'jobs.saveDraft': ({ jobId, step, draft }) => {
      saveDraft(current().jobs, jobId, step, draft);
      return {};
    },
    'jobs.takeCarKey': ({ jobId, ...key }) => then(jobId, (parts) => takeCarKey(parts, jobId, key)),
    'jobs.giveBackCarKey': ({ jobId, ...given }) =>
      then(jobId, (parts) => giveBackCarKey(parts, jobId, given)),
    'jobs.openCarKeys': () => ({ keys: [...openCarKeys(current().database.sqlite)] }),
    'jobs.chooseReportLanguage': ({ jobId, language }) =>
      then(jobId, (parts) => chooseReportLanguage(parts, jobId, language)),
    'jobs.report': async ({ jobId }) => ({ path: await reports.save(whole(jobId)) }),
    'jobs.showReport': async ({ path, how }) => {
      await reports.show(path, how);
      return {};
    },
    'jobs.printReport': async ({ jobId }) => ({ printed: await reports.print(whole(jobId)) }),
  };
}

/** The `series.*` calls. */
export function seriesCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `series.${string}`>> {
  const view = (job: JobId) => sendJob(current(), job);
  return {
    'series.list': () => ({ series: [...listSeries(current().database.sqlite)] }),
    'series.begin': ({ planned, like }) =>
      view(
        like === null ? beginSeries(current().jobs, planned) : beginSeriesLike(current().jobs, like, planned),
      ),
    'series.next': ({ seriesId }) => view(nextInSeries(current().jobs, seriesId)),
    'series.end': ({ seriesId }) => {
      endSeries(current().jobs, seriesId);
      return {};
    },
    'series.fit': ({ jobId, serialNumber, reason }) => {
      fitInSeries(current().jobs, jobId, serialNumber, reason);
      return view(jobId);
    },
  };
}

/** The `boxes.*` calls. */
export function boxCalls(
  current: () => OpenProfile,
): Pick<Handlers, Extract<keyof Handlers, `boxes.${string}`>> {
  return {
    'boxes.list': () => ({ boxes: [...listBoxes(current().jobs)] }),
    'boxes.read': ({ serials }) => ({ boxes: [...readBoxes(current().jobs, serials)] }),
    'boxes.move': ({ serials, to }) => {
      const { jobs } = current();
      moveBoxes(jobs, serials, to);
      return {};
    },
    'boxes.mark': ({ serial, condition, reason }) => {
      const { jobs } = current();
      markBox(jobs, serial, condition, reason);
      return {};
    },
  };
}
