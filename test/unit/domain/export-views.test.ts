import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  carsShown,
  exportedInstallation,
  exportFormat,
  exportManner,
  exportState,
  installationsExport,
  LARGEST_SHEET,
  peopleShown,
} from '../../../shared/domain/supervision-export.ts';
import { takenBy, changedBy, localId } from './whole.ts';

const digest = 'a'.repeat(64);

describe('an export', () => {
  const exported = {
    job: localId(1),
    kind: 'installation',
    state: 'complete',
    plate: 'M BX 1',
    carName: 'Van 1',
    vin: 'W1V44770513872041',
    brand: 'Ford',
    model: 'Transit',
    keyForm: 'Flip key',
    group: 'Vans',
    serial: '001234021',
    variant: 'Box M',
    fitted: true,
    takenOut: null,
    done: true,
    installer: 'person 1',
    laptop: 'Bay 3',
    site: 'Munich',
    startedAt: '2026-11-27T08:00:00Z',
    finishedAt: null,
    minutes: 31.5,
    verification: { phase: 'removed', opened: true, closed: null },
    proof: { is: 'not-closed', handedOver: 'As agreed' },
    proofs: [{ what: 'opened', by: 'person', at: '2026-11-27T08:00:00Z' }],
    checklist: { template: 'car', version: 2, publication: 3, completedAt: '2026-11-27T08:00:00Z' },
    answers: [
      {
        item: 'volts',
        words: 'Voltage',
        type: 'number',
        answer: 12.5,
        notApplicable: null,
        earlier: [{ answer: 11.9, notApplicable: null, at: '2026-11-27T07:00:00Z' }],
        option: null,
        unit: 'V',
        range: { min: 11.5, max: 15 },
        example: { name: 'Panel.jpg', sha256: digest },
        photos: [digest],
        annotations: [
          { sha256: 'b'.repeat(64), original: digest, blurred: true, at: '2026-11-27T08:00:00Z' },
        ],
        photosLeftOut: 1,
        at: '2026-11-27T08:00:00Z',
        origin: 'as-last-car',
        forced: { reason: 'As agreed', limit: '11.5 to 15 V', severity: 'major' },
      },
    ],
    openAccess: { until: '2026-11-27T08:00:00Z', estimated: true },
    review: { state: 'approved', revision: 1, reviewer: 'person 2', at: '2026-11-27T08:00:00Z' },
    risk: 0,
    forced: 0,
    changedAnswers: 1,
    green: true,
    trouble: null,
    logFault: false,
    log: 'checked',
  } satisfies z.input<typeof exportedInstallation>;
  const whole = {
    format: 'boxwright-installations',
    version: 2,
    environment: 'prod',
    customerId: 4711,
    exportedAt: '2026-11-27T08:00:00Z',
    people: 'numbered',
    cars: 'shortened',
    jobs: [exported],
  };

  it('is of the published form, and of no other: a field more or less is refused', () => {
    expect(changedBy(installationsExport, whole)).toEqual([]);
    for (const field of Object.keys(exported))
      expect(takenBy(exportedInstallation, { ...exported, [field]: undefined })).toEqual([]);
    expect(takenBy(exportedInstallation, { ...exported, more: 1 })).toEqual([]);
    expect(
      takenBy(
        installationsExport,
        { ...whole, more: 1 },
        { ...whole, version: 1 },
        { ...whole, format: 'x' },
      ),
    ).toEqual([]);
    for (const [field, deep] of Object.entries({
      verification: { ...exported.verification, more: 1 },
      proof: { ...exported.proof, more: 1 },
      proofs: [{ ...exported.proofs[0], more: 1 }],
      checklist: { ...exported.checklist, more: 1 },
      answers: [{ ...exported.answers[0], more: 1 }],
      openAccess: { ...exported.openAccess, more: 1 },
      review: { ...exported.review, more: 1 },
    }))
      expect(takenBy(exportedInstallation, { ...exported, [field]: deep })).toEqual([]);
  });

  it('has times in UTC', () => {
    for (const startedAt of ['2026-11-27', '2026-11-27T08:00:00', '2026-11-27T08:00:00+01:00', 1])
      expect(takenBy(exportedInstallation, { ...exported, startedAt })).toEqual([]);
  });

  it('names people and cars as it is asked to, in a language of the app', () => {
    expect(peopleShown.options).toEqual(['named', 'numbered', 'left-out']);
    expect(carsShown.options).toEqual(['full', 'shortened', 'left-out']);
    expect(exportFormat.options).toEqual(['csv', 'json']);
    expect(changedBy(exportManner, { people: 'left-out', cars: 'full', language: 'fr' })).toEqual([]);
    expect(takenBy(exportManner, { people: 'some', cars: 'full', language: 'fr' })).toEqual([]);
    expect(LARGEST_SHEET).toBe(2000);
  });

  it('says how far it is', () => {
    for (const what of ['columns', 'table', 'sheet', 'job', 'pages', 'photos', 'logs'])
      expect(changedBy(exportState, { task: { what, done: 1, total: null }, ended: null })).toEqual([]);
    const ended = { how: 'saved', path: '/tmp/table.csv', missing: 1 };
    expect(changedBy(exportState, { task: null, ended })).toEqual([]);
    expect(takenBy(exportState, { task: { what: 'all', done: 1, total: 2 }, ended: null })).toEqual([]);
  });
});
