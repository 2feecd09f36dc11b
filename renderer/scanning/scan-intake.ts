import type { DirectoryCar, DirectoryProductView } from '../../shared/domain/directory.ts';
import type { JobSummary } from '../../shared/domain/job.ts';
import { type Scanned, readScanned } from '../../shared/domain/scanning.ts';
import { LONGEST_NAME } from '../../shared/domain/typed-text.ts';
import { type Begin, beginInstallation } from '../flows/begin-installation.ts';
import { navigate } from '../navigation/route.ts';
import { openDialog } from '../navigation/use-shortcuts.ts';
import { call } from '../data/call.ts';
import { setJob } from '../data/jobs.ts';
import { carTitle } from '../components/CarLine.tsx';
import type { TextKey, TextParams } from '../i18n/texts.ts';
import { clearNotice, type Notice, type NoticeAction, type NoticeWords, showNotice } from './notice-store.ts';
import { TEST_CODE } from './setup/scanner-test.ts';
import { deliver } from './receivers.ts';
import { lookUp } from './look-up.ts';

/**
 * Serial executor: scans are handled one after the other in their order, because a scan may depend on the one before.
 */
let underWay: Promise<void> = Promise.resolve();

/**
 * Handles a code from a scanner or the camera. A badge signs in its owner; any other code goes to a receiver, else to
 * the lookup.
 */
export function takeScan(raw: string): void {
  const scanned = readScanned(raw);
  if (scanned === null) return;
  const say = (says: NoticeWords, code: string | null) =>
    showNotice({ about: 'scan', says, code, car: null, actions: [] });
  const handle = async () => {
    clearNotice();
    // With an open dialog the badge is not a sign-in, because the dialog may assign the badge to a person.
    const worker = openDialog() === null ? await signInByBadge(scanned) : null;
    if (worker !== null) {
      say({ key: 'worker.signedIn', params: { name: worker } }, null);
      return;
    }
    const delivery = await deliver(scanned);
    if (delivery === 'nobody') await findScanned(scanned);
    if (delivery === 'dialog-open') say({ key: 'scanning.closeFirst' }, scanned.text);
  };
  underWay = underWay.then(handle, handle);
}

/**
 * Signs in the owner of a badge.
 *
 * @returns the name; null for every other code
 */
async function signInByBadge({ text }: Scanned): Promise<string | null> {
  const answer = await call(window.boxwright.people.signIn, { by: 'badge', code: text }, 'never');
  return answer.ok ? answer.value.name : null;
}

const words = (key: TextKey, params: TextParams = {}): NoticeWords => ({ key, params });

type CarNames = Parameters<typeof window.boxwright.planning.ofCar>[0]['car'];

/** Shows the meaning of a scan that no step has taken. */
async function findScanned(scanned: Scanned): Promise<void> {
  showNotice(await noticeAbout(scanned));
}

/** The car or the Box of a code, with its acts. */
export async function noticeAbout(scanned: Scanned): Promise<Notice> {
  const notice = (
    says: NoticeWords,
    actions: readonly NoticeAction[],
    car: DirectoryCar | null = null,
  ): Notice => ({ about: 'scan', says, code: scanned.text, car, actions });
  const begin = (label: NoticeWords, wanted: Begin): NoticeAction => ({
    label,
    act: async () => {
      const begun = await beginInstallation(wanted);
      if (begun.ok) clearNotice();
      else showNotice(notice({ problem: begun.error }, []));
    },
  });
  const open = (label: NoticeWords, section: 'cars' | 'products', id: number | null): NoticeAction => ({
    label,
    act: () => navigate({ screen: 'directory', section, id: id === null ? null : String(id) }),
  });
  const ofBox = (box: DirectoryProductView): Notice => {
    const openBox = open(words('scanning.openBox'), 'products', box.id);
    const where = box.car;
    if (where.known && where.car !== null) {
      const inside = where.car;
      return notice(
        words('scanning.boxInCar', { car: inside.licensePlate ?? carTitle(inside) }),
        [open(words('scanning.openCar'), 'cars', inside.id), openBox],
        inside,
      );
    }
    if (box.family === 'iq')
      return notice(words('scanning.product'), [open(words('scanning.openProduct'), 'products', box.id)]);
    return notice(words(where.known && where.carId === null ? 'scanning.boxFree' : 'scanning.boxSomewhere'), [
      begin(words('scanning.beginWithBox'), { serial: scanned.text }),
      openBox,
    ]);
  };
  const planned = async (car: CarNames): Promise<readonly NoticeAction[]> => {
    const found = await call(window.boxwright.planning.ofCar, { car, kind: null });
    if (!found.ok || found.value.plannedJob === null) return [];
    const { id, work } = found.value.plannedJob;
    return [
      {
        label: words(`scanning.beginPlanned.${work.kind}`),
        act: async () => {
          const begun = await call(window.boxwright.planning.begin, { id, series: null }, 'never');
          if (!begun.ok) return showNotice(notice({ problem: begun.error }, []));
          setJob(begun.value);
          navigate({ screen: 'job', jobId: begun.value.id });
          clearNotice();
        },
      },
    ];
  };
  const ofCar = async (car: DirectoryCar, openJob: JobSummary | null): Promise<Notice> => {
    const openCar = open(words('scanning.openCar'), 'cars', car.id);
    if (openJob === null) {
      const asPlanned = await planned(car);
      const acts = [...asPlanned, begin(words('scanning.begin'), { car: car.id }), openCar];
      return notice(words(asPlanned.length === 0 ? 'scanning.carFound' : 'scanning.carPlanned'), acts, car);
    }
    const resume = () => navigate({ screen: 'job', jobId: openJob.id });
    return notice(
      words('scanning.carUnderWay'),
      [{ label: words('scanning.continue'), act: resume }, openCar],
      car,
    );
  };

  if (scanned.text.toUpperCase() === TEST_CODE) {
    const toSettings = () => navigate({ screen: 'settings' });
    return notice(words('scanning.testCode'), [{ label: words('scanning.toSettings'), act: toSettings }]);
  }
  const answer = await lookUp(scanned);
  if (!answer.ok) return notice({ problem: answer.error }, []);
  const { cars, products, openJob } = answer.value;
  const [car] = cars;
  const [product] = products;
  if (cars.length > 1)
    return notice(words('scanning.severalCars', { count: cars.length }), [
      open(words('scanning.toCars'), 'cars', null),
    ]);
  if (car !== undefined) return ofCar(car, openJob);
  if (products.length > 1)
    return notice(words('scanning.severalProducts', { count: products.length }), [
      open(words('scanning.toProducts'), 'products', null),
    ]);
  if (product !== undefined) return ofBox(product);
  const isVin = scanned.kind === 'vin';
  const names = { vin: isVin ? scanned.text : null, licensePlate: isVin ? null : scanned.text };
  const asPlanned = scanned.text.length > LONGEST_NAME ? [] : await planned({ id: null, ...names });
  const asNew = isVin ? [begin(words('scanning.beginNewCar'), { newVin: scanned.text })] : [];
  if (asPlanned.length > 0) return notice(words('scanning.carPlanned'), [...asPlanned, ...asNew]);
  return notice(words(isVin ? 'scanning.vinUnknown' : 'scanning.nothingFound'), asNew);
}
