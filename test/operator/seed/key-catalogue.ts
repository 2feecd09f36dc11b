import type { KeyShape } from '../model.ts';
import type { Random } from '../random.ts';
import type { OperatorState } from '../state.ts';
import { makes } from './makes.ts';

/** The Box variants on the shelf; `sapNumber` joins a product with the keys it fits. */
export const boxVariants = {
  small: { boxName: 'Box S', boxSapNumber: 'SAP-080' },
  medium: { boxName: 'Box M', boxSapNumber: 'SAP-100' },
  large: { boxName: 'Box L', boxSapNumber: 'SAP-120' },
  can: { boxName: 'Box M CAN', boxSapNumber: 'SAP-100-CAN' },
  iox: { boxName: 'IOX-Keybox', boxSapNumber: 'SAP-310' },
  undecided: { boxName: null, boxSapNumber: null },
} as const;
type Variant = keyof typeof boxVariants;

type Form = readonly [KeyShape, number, ...Variant[]];

/** Key forms of each brand with the Box variants that fit them. Every brand has a form that takes a Box M. */
const catalogue: Readonly<Record<string, readonly Form[]>> = {
  Volkswagen: [
    ['flip', 3, 'medium', 'can'],
    ['flip', 2, 'medium'],
    ['smart', 4, 'large', 'medium'],
    ['blade', 2, 'small', 'iox'],
  ],
  'Mercedes-Benz': [
    ['smart', 3, 'medium', 'large'],
    ['slot', 3, 'medium', 'can'],
    ['blade', 3, 'small', 'iox'],
  ],
  Ford: [
    ['flip', 3, 'medium', 'small'],
    ['smart', 4, 'large', 'can'],
    ['blade', 3, 'medium', 'small', 'iox'],
  ],
  Renault: [
    ['card', 4, 'medium', 'large'],
    ['flip', 2, 'small'],
    ['blade', 2, 'small', 'can'],
  ],
  Opel: [
    ['flip', 3, 'medium', 'can'],
    ['flip', 2, 'small', 'medium'],
    ['slot', 2, 'large', 'iox'],
  ],
  Peugeot: [
    ['flip', 3, 'medium', 'small'],
    ['smart', 3, 'large', 'medium', 'can'],
  ],
  Citroën: [
    ['flip', 3, 'medium', 'small', 'can'],
    ['blade', 2, 'small', 'iox'],
  ],
  Fiat: [
    ['flip', 3, 'medium', 'undecided'],
    ['blade', 3, 'small', 'medium', 'iox'],
  ],
  Toyota: [
    ['smart', 2, 'medium', 'large'],
    ['blade', 3, 'medium', 'small', 'can'],
    ['card', 2, 'large'],
  ],
  Škoda: [
    ['flip', 3, 'medium', 'can'],
    ['smart', 4, 'medium', 'large'],
  ],
  BMW: [
    ['slot', 4, 'large', 'medium', 'can'],
    ['smart', 4, 'large', 'medium'],
    ['card', 2, 'undecided'],
  ],
  Nissan: [
    ['smart', 3, 'medium', 'large'],
    ['blade', 2, 'small', 'iox'],
  ],
  'Lynk & Co': [
    ['slot', 2, 'medium', 'can'],
    ['card', 3, 'medium', 'large'],
  ],
};

const shapeNames: Readonly<Record<KeyShape, string>> = {
  flip: 'Flip key',
  smart: 'Smart key',
  blade: 'Blade key',
  slot: 'Slot key',
  card: 'Key card',
};

/** Fills the key catalogue, which is the same for every customer. */
export function seedKeyCatalogue(state: OperatorState, random: Random): void {
  let formId = 31;
  let keyId = 6001;
  const missing = makes.find((make) => catalogue[make.brand] === undefined);
  if (missing !== undefined) throw new Error(`The key catalogue lacks ${missing.brand}.`);
  for (const [brand, forms] of Object.entries(catalogue)) {
    for (const [shape, buttons, ...variants] of forms) {
      state.keyForms.set(formId, {
        id: formId,
        name: `${shapeNames[shape]}, ${buttons} buttons`,
        shape,
        buttons,
      });
      for (const variant of variants) {
        const keyProfileCode = random.integer(1000, 9999);
        state.keys.set(keyId, {
          id: keyId,
          brand,
          ...boxVariants[variant],
          keyProfileCode,
          keyFormId: formId,
        });
        keyId += random.integer(1, 4);
      }
      formId += 1;
    }
  }
}
