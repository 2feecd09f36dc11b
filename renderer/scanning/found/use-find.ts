import { useCallback } from 'react';
import type { DirectoryCar, DirectoryProductView } from '../../../shared/domain/directory.ts';
import type { Scanned } from '../../../shared/domain/scanned.ts';
import { type Begin, beginInstallation } from '../../flows/begin-installation.ts';
import { navigate } from '../../app/route.ts';
import { carTitle } from '../../components/CarLine.tsx';
import { useProblemText, useText } from '../../i18n/use-text.ts';
import { clearNotice, type NoticeAction, showNotice } from '../notice-store.ts';
import { TEST_CODE } from '../setup/layout-test.ts';
import { lookUp } from './look-up.ts';

/** What a scan says where no step waits for one: the car or the Box it means, and what can be done with it. */
export function useFind(): (scanned: Scanned) => Promise<void> {
  const text = useText();
  const problemText = useProblemText();
  return useCallback(
    async (scanned) => {
      const say = (
        says: string,
        actions: readonly NoticeAction[],
        car: DirectoryCar | null = null,
        code: string | null = scanned.text,
      ) => showNotice({ says, code, car, actions });
      const begin = (label: string, wanted: Begin): NoticeAction => ({
        label,
        act: async () => {
          const begun = await beginInstallation(wanted);
          if (begun.ok) clearNotice();
          else say(problemText(begun.error).says, []);
        },
      });
      const open = (label: string, section: 'cars' | 'products', id: number): NoticeAction => ({
        label,
        act: () => navigate({ screen: 'directory', section, id: String(id) }),
      });
      const sayBox = (box: DirectoryProductView) => {
        const openBox = open(text('scanning.openBox'), 'products', box.id);
        const where = box.car;
        if (where.known && where.car !== null) {
          const inside = where.car;
          say(
            text('scanning.boxInCar', { car: inside.licensePlate ?? carTitle(inside) }),
            [open(text('scanning.openCar'), 'cars', inside.id), openBox],
            inside,
          );
        } else if (box.family === 'iq') {
          say(text('scanning.product'), [openBox]);
        } else {
          say(text(where.known && where.carId === null ? 'scanning.boxFree' : 'scanning.boxSomewhere'), [
            begin(text('scanning.beginWithBox'), { serial: scanned.text }),
            openBox,
          ]);
        }
      };

      if (scanned.text.toUpperCase() === TEST_CODE) {
        say(text('scanning.testCode'), [
          { label: text('scanning.toSettings'), act: () => navigate({ screen: 'settings' }) },
        ]);
        return;
      }
      const answer = await lookUp(scanned);
      if (!answer.ok) {
        say(problemText(answer.error).says, []);
        return;
      }
      const { cars, product, openJob } = answer.value;
      const [car, ...others] = cars;
      if (car !== undefined && others.length > 0) {
        say(text('scanning.severalCars', { count: cars.length }), [
          {
            label: text('scanning.toCars'),
            act: () => navigate({ screen: 'directory', section: 'cars', id: null }),
          },
        ]);
      } else if (car !== undefined) {
        const openCar = open(text('scanning.openCar'), 'cars', car.id);
        if (openJob === null)
          say(text('scanning.carFound'), [begin(text('scanning.begin'), { car: car.id }), openCar], car);
        else
          say(
            text('scanning.carUnderWay'),
            [
              { label: text('scanning.continue'), act: () => navigate({ screen: 'job', jobId: openJob.id }) },
              openCar,
            ],
            car,
          );
      } else if (product !== null) {
        sayBox(product);
      } else if (scanned.kind === 'vin') {
        say(text('scanning.vinUnknown'), [begin(text('scanning.beginNewCar'), { newVin: scanned.text })]);
      } else {
        say(text('scanning.nothingFound'), []);
      }
    },
    [text, problemText],
  );
}
