import type { DirectoryCar, DirectoryProductView } from '../../../shared/domain/directory.ts';
import type { Scanned } from '../../../shared/domain/scanned.ts';
import { type Begin, beginInstallation } from '../../flows/begin-installation.ts';
import { navigate } from '../../navigation/route.ts';
import { carTitle } from '../../components/CarLine.tsx';
import type { TextKey, TextParams } from '../../i18n/text-keys.ts';
import { clearNotice, type NoticeAction, type NoticeWords, showNotice } from '../notice-store.ts';
import { TEST_CODE } from '../setup/layout-test.ts';
import { lookUp } from './look-up.ts';

const words = (key: TextKey, params: TextParams = {}): NoticeWords => ({ key, params });

/** The meaning of a scan where no step waits for one: the car or the Box, and the acts for it. */
export async function findScanned(scanned: Scanned): Promise<void> {
  const say = (
    says: NoticeWords,
    actions: readonly NoticeAction[],
    car: DirectoryCar | null = null,
    code: string | null = scanned.text,
  ) => showNotice({ about: 'scan', says, code, car, actions });
  const begin = (label: NoticeWords, wanted: Begin): NoticeAction => ({
    label,
    act: async () => {
      const begun = await beginInstallation(wanted);
      if (begun.ok) clearNotice();
      else say({ problem: begun.error }, []);
    },
  });
  const open = (label: NoticeWords, section: 'cars' | 'products', id: number): NoticeAction => ({
    label,
    act: () => navigate({ screen: 'directory', section, id: String(id) }),
  });
  const sayBox = (box: DirectoryProductView) => {
    const openBox = open(words('scanning.openBox'), 'products', box.id);
    const where = box.car;
    if (where.known && where.car !== null) {
      const inside = where.car;
      say(
        words('scanning.boxInCar', { car: inside.licensePlate ?? carTitle(inside) }),
        [open(words('scanning.openCar'), 'cars', inside.id), openBox],
        inside,
      );
    } else if (box.family === 'iq') {
      say(words('scanning.product'), [open(words('scanning.openProduct'), 'products', box.id)]);
    } else {
      say(words(where.known && where.carId === null ? 'scanning.boxFree' : 'scanning.boxSomewhere'), [
        begin(words('scanning.beginWithBox'), { serial: scanned.text }),
        openBox,
      ]);
    }
  };

  if (scanned.text.toUpperCase() === TEST_CODE) {
    say(words('scanning.testCode'), [
      { label: words('scanning.toSettings'), act: () => navigate({ screen: 'settings' }) },
    ]);
    return;
  }
  const answer = await lookUp(scanned);
  if (!answer.ok) {
    say({ problem: answer.error }, []);
    return;
  }
  const { cars, products, openJob } = answer.value;
  const [car, ...others] = cars;
  const [product, ...otherProducts] = products;
  if (car !== undefined && others.length > 0) {
    say(words('scanning.severalCars', { count: cars.length }), [
      {
        label: words('scanning.toCars'),
        act: () => navigate({ screen: 'directory', section: 'cars', id: null }),
      },
    ]);
  } else if (car !== undefined) {
    const openCar = open(words('scanning.openCar'), 'cars', car.id);
    if (openJob === null)
      say(words('scanning.carFound'), [begin(words('scanning.begin'), { car: car.id }), openCar], car);
    else
      say(
        words('scanning.carUnderWay'),
        [
          { label: words('scanning.continue'), act: () => navigate({ screen: 'job', jobId: openJob.id }) },
          openCar,
        ],
        car,
      );
  } else if (product !== undefined && otherProducts.length > 0) {
    say(words('scanning.severalProducts', { count: products.length }), [
      {
        label: words('scanning.toProducts'),
        act: () => navigate({ screen: 'directory', section: 'products', id: null }),
      },
    ]);
  } else if (product !== undefined) {
    sayBox(product);
  } else if (scanned.kind === 'vin') {
    say(words('scanning.vinUnknown'), [begin(words('scanning.beginNewCar'), { newVin: scanned.text })]);
  } else {
    say(words('scanning.nothingFound'), []);
  }
}
