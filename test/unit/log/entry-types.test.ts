import { describe, expect, test } from 'vitest';
import type { InstallationLog } from '../../../electron/log/append.ts';
import type { WriteContext } from '../../../electron/db/open.ts';
import { factMark, logTypes, placingOf, readEntry } from '../../../shared/log/entries.ts';

const DIGEST = 'a'.repeat(64);

describe('entries of the installation log', () => {
  test('facts of a known type are read, those of another form or removed are left out', () => {
    const read = (facts: Readonly<Record<string, unknown>>) => readEntry('label-read', facts);
    expect(read({ serial: '42', by: 'code', digest: DIGEST })).toEqual({
      type: 'label-read',
      facts: { serial: '42', by: 'code', digest: DIGEST },
    });
    expect(read({ serial: '', by: 'robot', digest: 7, colour: 'red' })).toEqual({
      type: 'label-read',
      facts: { serial: '' },
    });
    expect(read({})).toEqual({ type: 'label-read', facts: {} });
  });

  test.each(['', 'box-painted', '__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'a type that is not known has no facts and no place: %j',
    (type) => {
      expect(readEntry(type, { serial: '42', operation: DIGEST })).toBeNull();
      expect(placingOf(type)).toBeNull();
      expect(factMark(type, 'serial', '42')).toEqual({ mark: 'personal', of: 'words' });
    },
  );

  test.each(['colour', '__proto__', 'constructor', 'toString', 'plate '])(
    'a fact that is not known is personal: %j',
    (name) => {
      expect(factMark('car-chosen', name, 'words')).toEqual({ mark: 'personal', of: 'words' });
      expect(Object.keys(readEntry('car-chosen', { [name]: 'words' })?.facts ?? {})).toEqual([]);
    },
  );

  test('a text in place of a number or an id is personal', () => {
    expect(factMark('car-chosen', 'car', 12)).toEqual({ mark: 'plain' });
    expect(factMark('car-chosen', 'car', 'Kim')).toEqual({ mark: 'personal', of: 'words' });
    expect(factMark('signed', 'digest', DIGEST)).toEqual({ mark: 'plain' });
    expect(factMark('signed', 'digest', 'Kim')).toEqual({ mark: 'personal', of: 'words' });
  });

  test('corrections are marked before and after', () => {
    for (const when of ['before', 'after']) {
      expect(factMark('operation-corrected', `licensePlate ${when}`, 'x')).toMatchObject({ of: 'car' });
      expect(factMark('operation-corrected', `vin ${when}`, 'x')).toMatchObject({ of: 'car' });
      expect(factMark('operation-corrected', `name ${when}`, 'x')).toMatchObject({ of: 'car' });
      expect(factMark('operation-corrected', `serialNumber ${when}`, 'x')).toEqual({ mark: 'label' });
    }
  });

  test('each type is defined once', () => expect(new Set(logTypes).size).toBe(logTypes.length));
});

/** Compiled, never run: what does not compile here is the statement. */
export function wrongFacts(log: InstallationLog, context: WriteContext): void {
  log.append(context, { job: null, type: 'label-read', data: { serial: '1', by: 'code', digest: DIGEST } });
  // @ts-expect-error a type that is not defined
  log.append(context, { job: null, type: 'label-painted', data: {} });
  // @ts-expect-error a fact is missing
  log.append(context, { job: null, type: 'label-read', data: { serial: '1', by: 'code' } });
  // @ts-expect-error a value of another form
  log.append(context, { job: null, type: 'label-read', data: { serial: '1', by: 'robot', digest: DIGEST } });
  // @ts-expect-error a fact of another type
  log.append(context, { job: null, type: 'job-finished', data: { serial: '1' } });
}
