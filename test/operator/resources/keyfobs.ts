import { json, refuse, type Answer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import type { Key } from '../model.ts';
import { picturePath } from '../pictures/key-picture.ts';
import { listOf } from './listing.ts';

const keyFields = [
  'id',
  'brand',
  'boxName',
  'boxSapNumber',
  'keyProfileCode',
  'keyForm/id',
  'keyForm/name',
  'keyForm/imageUrl',
];

/** GET /brands, named by the spec only: the names as plain strings. */
export function listBrands(call: Call): Answer {
  const names = new Set([...call.state.keys.values()].map((key) => key.brand));
  return json(200, call.random.shuffled([...names]));
}

/** GET /brands/{brand}/keys: which keys of this brand fit which Box. A name no brand can have answers 400. */
export function listKeys(call: Call): Answer {
  const brand = call.params['brand'] ?? '';
  if (brand.trim() === '' || brand.length > 60 || /[<>*%&?\\]/.test(brand.replaceAll(' & ', ' '))) {
    throw refuse(400, 'The brand is invalid.');
  }
  const keys = [...call.state.keys.values()].filter((key) => key.brand === brand);
  if (keys.length === 0) throw refuse(404, `The brand '${brand}' was not found.`);
  return listOf(
    call,
    keys.map((key) => keyShape(call, key)),
    keyFields,
  );
}

function keyShape(call: Call, { id, brand, boxName, boxSapNumber, keyProfileCode, keyFormId }: Key): object {
  const form = call.state.keyForms.get(keyFormId);
  const imageUrl = `${call.origin}${picturePath(keyFormId)}`;
  const keyForm = { id: keyFormId, name: form?.name ?? '', imageUrl };
  return { id, brand, boxName, boxSapNumber, keyProfileCode, keyForm };
}
