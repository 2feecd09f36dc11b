import type { DirectoryCar } from '../../../../shared/domain/directory.ts';
import type { CarId, PlannedJobId } from '../../../../shared/ids.ts';
import type { PlannedJobView } from '../../../../shared/domain/planned-work.ts';
import { planDay, plannedWork, planTime, type PlannedWork } from '../../../../shared/relay/jobs.ts';

/* The form of a planned job: its fields, its faults, and the plan that it makes. */

/** The fields of a plan as typed. */
export interface PlanForm {
  readonly kind: PlannedWork['kind'];
  /** The car of the fleet from which the fields were filled; null = the fields alone identify the car. */
  readonly carId: CarId | null;
  readonly licensePlate: string;
  readonly vin: string;
  readonly name: string;
  readonly brand: string;
  readonly model: string;
  readonly day: string;
  readonly from: string;
  readonly until: string;
  readonly place: string;
  readonly site: string;
  readonly laptop: string;
  readonly crew: string;
  readonly keyPlace: string;
  readonly note: string;
  readonly group: string;
  readonly key: string;
  readonly serial: string;
  /** The SAP number of the Box's variant, where no serial is given. */
  readonly variant: string;
  /** The id of the checklist; '' = the default. */
  readonly checklist: string;
  readonly testUser: Extract<PlannedWork, { kind: 'installation' }>['testUser'];
  readonly leaves: string;
}

export const emptyForm = (day: string, place: number): PlanForm => ({
  kind: 'installation',
  carId: null,
  licensePlate: '',
  vin: '',
  name: '',
  brand: '',
  model: '',
  day,
  from: '',
  until: '',
  place: String(place),
  site: '',
  laptop: '',
  crew: '',
  keyPlace: '',
  note: '',
  group: '',
  key: '',
  serial: '',
  variant: '',
  checklist: '',
  testUser: null,
  leaves: '',
});

/** The form of a planned job. */
export function formOf({ work }: PlannedJobView): PlanForm {
  const { kind, car, day, from, until, place, site, laptop, crew, keyPlace, note } = work;
  const { licensePlate, vin, name, brand, model } = car;
  const expected = work.kind === 'removal' ? null : work.expected;
  return {
    kind,
    carId: car.id,
    licensePlate,
    vin,
    name,
    brand,
    model,
    day,
    site,
    laptop,
    crew,
    keyPlace,
    note,
    from: from ?? '',
    until: until ?? '',
    place: String(place),
    group: work.kind === 'installation' ? work.group : '',
    key: work.kind === 'removal' ? '' : work.key,
    serial: expected?.by === 'serial' ? expected.serial : '',
    variant: expected?.by === 'variant' ? expected.name : '',
    checklist: work.kind === 'installation' ? work.checklist : '',
    testUser: work.kind === 'removal' ? null : work.testUser,
    leaves: work.kind === 'installation' ? '' : work.leaves,
  };
}

type PlanFault = 'car' | 'variant' | 'day' | 'from' | 'until' | 'order';

/** The first fault of the form; null = the form is valid. */
export function faultOf(form: PlanForm): PlanFault | null {
  const { licensePlate, vin, name, from, until } = form;
  if ([licensePlate, vin, name].every((part) => part.trim() === '')) return 'car';
  const isFitted = form.kind !== 'removal';
  if (isFitted && form.serial.trim() !== '' && form.variant.trim() !== '') return 'variant';
  if (!planDay.safeParse(form.day).success) return 'day';
  if (from.trim() !== '' && !planTime.safeParse(timeOf(from)).success) return 'from';
  if (until.trim() !== '' && !planTime.safeParse(timeOf(until)).success) return 'until';
  return from.trim() !== '' && until.trim() !== '' && timeOf(from) > timeOf(until) ? 'order' : null;
}

/** `7:30` as `07:30`. */
const timeOf = (typed: string): string => typed.trim().replace('.', ':').padStart(5, '0');

/** The fields of a car of the fleet. */
export const partOfCar = ({
  id,
  licensePlate,
  vin,
  name,
  brand,
  model,
}: DirectoryCar): Partial<PlanForm> => ({
  carId: id,
  licensePlate: licensePlate ?? '',
  vin: vin ?? '',
  name,
  brand: brand ?? '',
  model: model ?? '',
});

const naming: ReadonlySet<string> = new Set(['licensePlate', 'vin', 'name'] satisfies (keyof PlanForm)[]);

/** Applies a change. A typed plate, VIN or name identifies another car, so it clears the chosen one. */
export function changedForm(form: PlanForm, part: Partial<PlanForm>): PlanForm {
  const renames = part.carId === undefined && Object.keys(part).some((field) => naming.has(field));
  return { ...form, ...part, ...(renames ? { carId: null } : {}) };
}

/** The plan from the form. */
export function workOf(form: PlanForm): PlannedWork {
  const tidy = (typed: string) => typed.replaceAll('\0', '').trim().toWellFormed();
  const time = (typed: string) => (typed.trim() === '' ? null : timeOf(typed));
  const [serial, variant] = [tidy(form.serial), tidy(form.variant)];
  const ofVariant = variant === '' ? null : { by: 'variant', name: variant };
  return plannedWork.parse({
    kind: form.kind,
    car: {
      id: form.carId,
      licensePlate: tidy(form.licensePlate),
      vin: tidy(form.vin),
      name: tidy(form.name),
      brand: tidy(form.brand),
      model: tidy(form.model),
    },
    day: form.day,
    from: time(form.from),
    until: time(form.until),
    place: Math.max(0, Math.min(9999, Number.parseInt(form.place, 10) || 0)),
    site: tidy(form.site),
    laptop: tidy(form.laptop),
    crew: tidy(form.crew),
    keyPlace: tidy(form.keyPlace),
    note: tidy(form.note),
    group: tidy(form.group),
    key: tidy(form.key),
    checklist: form.checklist,
    expected: serial === '' ? ofVariant : { by: 'serial', serial },
    testUser: form.testUser,
    leaves: tidy(form.leaves),
  });
}

/** A planned job with its new place, to be saved. */
interface Replaced {
  readonly id: PlannedJobId;
  readonly basedOn: number;
  readonly work: PlannedWork;
}

/**
 * Moves a job to the place of another one and returns only the jobs whose place changed. Each site has its own order,
 * so a target at another site changes nothing.
 */
export function reordered(
  ofDay: readonly PlannedJobView[],
  moved: PlannedJobId,
  to: PlannedJobId,
): readonly Replaced[] {
  const one = ofDay.find(({ id }) => id === moved);
  const ofSite = ofDay.filter(({ work }) => work.site === one?.work.site);
  const index = ofSite.findIndex(({ id }) => id === to);
  if (one === undefined || index < 0 || moved === to) return [];
  const others = ofSite.filter(({ id }) => id !== moved);
  return others.toSpliced(index, 0, one).flatMap(({ id, revision, work }, at) => {
    const place = Math.min(at + 1, 9999);
    return work.place === place ? [] : [{ id, basedOn: revision, work: { ...work, place } }];
  });
}

/** The previous and the next job in the order of the site; null = there is none. */
export function neighboursOf(ofDay: readonly PlannedJobView[], { id, work }: PlannedJobView) {
  const ofSite = ofDay.filter((other) => other.work.site === work.site);
  const at = ofSite.findIndex((other) => other.id === id);
  return { before: ofSite[at - 1]?.id ?? null, after: ofSite[at + 1]?.id ?? null };
}
