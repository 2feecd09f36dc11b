import { expect, test } from 'vitest';
import { parseJobFile } from '../../../electron/app/headless-run/job-file.ts';

const read = (job: unknown) => parseJobFile(JSON.stringify(job), 'job.json');
const digestOf = (job: unknown) => {
  const answer = read(job);
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value.digest;
};
const car = { name: 'Vito 12' };

test('the whole form of architecture.md §9 is taken', () => {
  const job = {
    car: { name: 'Vito 12', vin: 'W1V', licensePlate: 'M BX 1', brand: 'Mercedes-Benz', model: 'Vito' },
    keyfob: { brand: 'Mercedes-Benz' },
    box: { serialNumber: '001234021' },
    group: { name: 'Vans' },
    verify: { userId: 9001, minutes: 15 },
  };
  expect(read(job)).toMatchObject({ ok: true, value: { steps: job } });
  expect(read({ car: { id: 1 }, group: { id: 2 } })).toMatchObject({
    ok: true,
    value: { steps: { car: { id: 1 }, group: { id: 2 } } },
  });
});

test('a plate or a VIN is name enough for a car', () => {
  expect(read({ car: { licensePlate: 'M BX 1' } }).ok).toBe(true);
  expect(read({ car: { vin: 'W1V44770513872099' } }).ok).toBe(true);
});

test.for([
  [{}, 'it names no car'],
  [[], 'expected object, received array'],
  [{ keyfob: { brand: 'Audi' } }, 'it names no car'],
  [{ car, colour: 1 }, 'Unrecognized key: "colour"'],
  [{ car: { ...car, colour: 1 } }, 'car: Unrecognized key: "colour"'],
  [{ car: { id: 'x' } }, 'car.id: Invalid input'],
  [{ car: { id: 1, name: 'Vito' } }, 'car: has an id and fields of a new car; give one or the other'],
  [{ car: { name: 5 } }, 'car.name: Invalid input: expected string, received number'],
  [{ car, group: { id: 1, name: 'Vans' } }, 'group: has an id and a name; give one or the other'],
  [{ car, keyfob: {} }, 'keyfob.brand: Invalid input: expected string, received undefined'],
  [{ car, box: { serialNumber: '12' } }, 'box.serialNumber is not a serial number'],
  [{ car, verify: { userId: 1, minutes: 0 } }, 'verify.minutes: Too small: expected number to be >=1'],
  [{ car, verify: { userId: 1, minutes: 1.5 } }, 'verify.minutes: Invalid input: expected int'],
] as const)('%j is refused with its reason', ([job, reason]) => {
  const answer = read(job);
  expect(answer).toMatchObject({ ok: false });
  if (answer.ok || !('sentence' in answer.error)) throw new Error(JSON.stringify(answer));
  expect(answer.error.sentence).toMatch(/^The job file job\.json does not fit: .+[^.]\.$/);
  expect(answer.error.sentence).toContain(reason);
});

test.for([
  [{ car: {} }, 'car.name', 'name-missing'],
  [{ car: { name: '   ' } }, 'car.name', 'name-missing'],
  [{ car: { name: 'x'.repeat(201) } }, 'car.name', 'name-too-long'],
  [{ car: { ...car, brand: 'x'.repeat(201) } }, 'car.brand', 'name-too-long'],
  [{ car: { ...car, vin: 'WÜ1' } }, 'car.vin', 'vin-malformed'],
  [{ car, group: {} }, 'group.name', 'name-missing'],
  [{ car, group: { name: 'x'.repeat(10_000) } }, 'group.name', 'name-too-long'],
] as const)('what the window would refuse is refused with its field: %j', ([job, field, code]) => {
  expect(read(job)).toMatchObject({ ok: false, error: { field, problem: { code } } });
});

test('order, spacing, a byte order mark and empty fields do not make it another job', () => {
  const digest = digestOf({ car: { name: 'Vito', vin: 'W1V' }, group: { name: 'Vans' } });
  expect(digestOf({ group: { name: 'Vans' }, car: { vin: 'W1V', name: 'Vito', model: null } })).toBe(digest);
  const text = '\uFEFF{ "car": {"name": "Vito", "vin": "W1V"},\n "group": {"name": "Vans"} }';
  expect(parseJobFile(text, 'job.json')).toMatchObject({ ok: true, value: { digest } });
});

test('another value does', () => {
  const one = { car, box: { serialNumber: '001234021' } };
  expect(digestOf(one)).not.toBe(digestOf({ car, box: { serialNumber: '001234022' } }));
  expect(digestOf(one)).not.toBe(digestOf({ car }));
});
