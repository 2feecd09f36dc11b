import { describe, expect, it } from 'vitest';
import { isOutsideScope, otherNumbers } from '../../../electron/directory/rows.ts';
import { key } from '../../../shared/operator/resources.ts';

const aKey = (fields: Readonly<Record<string, unknown>>) =>
  key.parse({
    id: 1,
    brand: 'Volkswagen',
    boxName: 'Box M',
    boxSapNumber: 'SAP-100',
    keyForm: { name: 'Flip key', imageUrl: 'https://pictures.example/can/iox.svg' },
    ...fields,
  });

describe('a catalogue entry is outside the standard Bluetooth scope', () => {
  it.each([
    'Box M CAN',
    'CAN-Box',
    'Box (CAN)',
    'Canbus adapter',
    'CAN2 Box',
    'IOX Keybox',
    'IOX-2',
    'Key-Box S',
  ])('when its Box is called "%s"', (boxName) => expect(isOutsideScope(aKey({ boxName }))).toBe(true));

  it('when a field outside the spec says so', () => {
    expect(isOutsideScope(aKey({ variant: 'retrofit set, CAN' }))).toBe(true);
    expect(isOutsideScope(aKey({ keyForm: { name: 'Keybox', imageUrl: '' } }))).toBe(true);
  });
});

describe('a catalogue entry stays inside the scope', () => {
  it.each(['Box M', 'Box for Canyon', 'American Box', 'Vulcan', 'Box XIOX'])(
    'when its Box is called "%s"',
    (boxName) => expect(isOutsideScope(aKey({ boxName }))).toBe(false),
  );

  it('whatever its maker, article number and picture address are called', () => {
    expect(
      isOutsideScope(
        aKey({ brand: 'CAN-AM', boxSapNumber: 'IOX-77', keyForm: { name: 'Key', imageUrl: '/CAN/IOX.png' } }),
      ),
    ).toBe(false);
  });
});

describe('numbers that the spec does not name', () => {
  it('are kept by name, those of the key form under its own', () => {
    const entry = aKey({
      keyProfileCode: 77,
      note: 'x',
      keyForm: { id: 3, name: 'Flip key', imageUrl: null },
    });
    expect(otherNumbers(entry)).toEqual({ keyProfileCode: 77, 'keyForm.id': 3 });
  });
});
