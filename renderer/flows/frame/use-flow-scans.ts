import { useEffect } from 'react';
import type { DirectoryCar } from '../../../shared/domain/directory.ts';
import type { InstallationView } from '../../../shared/domain/job.ts';
import type { Scanned } from '../../../shared/domain/scanning.ts';
import { foldForSearch, foldSerial } from '../../../shared/domain/serial.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Result } from '../../../shared/result.ts';
import { call } from '../../data/call.ts';
import { lookUp } from '../../scanning/look-up.ts';
import { clearNotice, type NoticeAction, type NoticeWords, showNotice } from '../../scanning/notice-store.ts';
import { useScans } from '../../scanning/receivers.ts';
import { setJob } from '../../data/jobs.ts';
import { beginInstallation, keepDraft } from '../begin-installation.ts';
import type { Flow } from '../flow-context.ts';
import { reachable } from '../flow-steps.ts';
import { withStorage } from '../unsaved-steps.ts';
import { emptyCarDraft } from '../steps/car/car-draft.ts';

/**
 * Scans that the open step of an installation did not take: a serial is kept for the Box step, a VIN is compared with
 * the car. The other flows leave them to the code lookup.
 */
export function useFlowScans({ job, step, goTo }: Flow): void {
  const say = (scanned: Scanned, says: NoticeWords, ...actions: NoticeAction[]) =>
    showNotice({ about: 'scan', says, code: scanned.text, car: null, actions });
  const attempt = (
    scanned: Scanned,
    label: NoticeWords,
    work: () => Promise<Result<unknown, Problem>>,
  ): NoticeAction => ({
    label,
    act: async () => {
      const done = await work();
      if (done.ok) clearNotice();
      else say(scanned, { problem: done.error });
    },
  });
  const goThere = (to: 'car' | 'box', label: NoticeWords): NoticeAction => ({
    label,
    act: () => {
      clearNotice();
      goTo(to);
    },
  });

  const takeVin = async (job: InstallationView, scanned: Scanned) => {
    const atBox = step === 'box';
    if (job.car === null) {
      await keepDraft(job.id, 'car', { ...emptyCarDraft, text: scanned.text });
      say(scanned, { key: 'scanning.flow.vinNoCar' }, goThere('car', { key: 'scanning.flow.useForCar' }));
      return;
    }
    if (job.car.vin !== null && foldForSearch(job.car.vin) === foldForSearch(scanned.text)) {
      say(scanned, { key: atBox ? 'scanning.flow.vinAtBox' : 'scanning.flow.vinFits' });
      return;
    }
    const found = await lookUp(scanned);
    const car = found.ok ? (found.value.cars[0] ?? null) : null;
    const key =
      job.car.vin === null
        ? 'scanning.flow.vinCarWithout'
        : atBox
          ? 'scanning.flow.vinOtherAtBox'
          : 'scanning.flow.vinOther';
    showNotice({
      about: 'scan',
      says: { key },
      code: scanned.text,
      car,
      actions: [...changes(job, scanned, car), anew(scanned, car)],
    });
  };
  const changes = (
    job: InstallationView,
    scanned: Scanned,
    car: DirectoryCar | null,
  ): readonly NoticeAction[] =>
    car === null || carIsFixed(job)
      ? []
      : [
          attempt(scanned, { key: 'scanning.flow.changeCar' }, async () => {
            const changed = withStorage(
              job.id,
              'car',
              await call(window.boxwright.jobs.chooseCar, { jobId: job.id, carId: car.id }, 'never'),
            );
            if (changed.ok) setJob(changed.value);
            return changed;
          }),
        ];
  const anew = (scanned: Scanned, car: DirectoryCar | null): NoticeAction =>
    attempt(scanned, { key: car === null ? 'scanning.beginNewCar' : 'scanning.begin' }, () =>
      beginInstallation(car === null ? { newVin: scanned.text } : { car: car.id }),
    );

  const takeSerial = async (job: InstallationView, scanned: Scanned) => {
    const toBox = goThere('box', { key: 'scanning.flow.toBox' });
    if (job.box !== null) {
      const { serialNumber: serial } = job.box;
      const same = foldSerial(serial) === foldSerial(scanned.text);
      const key = same ? 'scanning.flow.boxSame' : 'scanning.flow.boxOther';
      say(scanned, { key, params: { serial } }, ...(step === 'box' ? [] : [toBox]));
      return;
    }
    await keepDraft(job.id, 'box', { serial: scanned.text, reason: '' });
    say(scanned, { key: 'scanning.flow.boxKept' }, ...(reachable(job, 'box').can ? [toBox] : []));
  };

  // A notice is cleared with its step, because it would cover the fields of the next one. The car step is an exception:
  // it ends when its VIN is scanned, and the notice about a serial right after that VIN stays at the key step.
  useEffect(() => {
    if (step === 'car') return undefined;
    return clearNotice;
  }, [step]);

  useScans('flow', async (scanned) => {
    // A finished job takes no scans. Codes that are neither VIN nor serial are left to the code lookup.
    if (job.kind !== 'installation' || job.finishedAt !== null || scanned.kind === 'text') return false;
    if (scanned.kind === 'vin') {
      await takeVin(job, scanned);
      return true;
    }
    const found = await lookUp(scanned);
    // A plate can have the format of a serial.
    if (found.ok && found.value.products.length === 0 && found.value.cars.length > 0) return false;
    await takeSerial(job, scanned);
    return true;
  });
}

/** True once an operation of the car was created: it is sent under the car's name. */
const carIsFixed = ({
  box,
  group,
  verification,
}: Pick<InstallationView, 'box' | 'group' | 'verification'>): boolean =>
  box !== null || group !== null || verification.phase !== 'not-started';
