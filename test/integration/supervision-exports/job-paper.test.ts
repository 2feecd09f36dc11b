import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { photosFor } from '../../../electron/reports/exports/shown.ts';
import { renderJobPaper } from '../../../electron/reports/exports/job/render-job.ts';
import {
  type Photo,
  fetchPhotos,
  type FetchedPhotos,
  type JobToExport,
} from '../../../electron/supervision/copies-reader.ts';
import type { ExportManner } from '../../../shared/domain/supervision-export.ts';
import { language } from '../../../shared/domain/settings.ts';
import type { JobId } from '../../../shared/ids.ts';
import { type AttachmentDigest, attachmentDigest } from '../../../shared/relay/attachments.ts';
import { exampleProfile } from '../../unit/report/example-job.ts';
import { type Copies, NOW, openCopies } from '../supervision/copies.ts';
import { job, loggingLaptops } from '../supervision/logging-laptops.ts';
import { openly } from './read-exports.ts';

const BEGINS = 1_790_000_000_000;
const digest = (letter: string): AttachmentDigest => attachmentDigest.parse(letter.repeat(64));
const picture = (letter: string) => `data:image/jpeg;base64,${letter}`;

let copies: Copies;
beforeEach(() => {
  copies = openCopies();
});
afterEach(() => copies.close());

/** A job that Jo began in Bay 1 and Sam finished in Bay 2. */
async function handedOver(): Promise<JobToExport> {
  const log = loggingLaptops(copies);
  log('Bay 1', job(1), 'Jo Hill', BEGINS, [
    ['job-started', { kind: 'installation' }],
    [
      'car-chosen',
      {
        car: 7,
        plate: 'M-BX 17',
        name: 'Van <17>',
        vin: 'WF0XXXTTGXJA12345',
        brand: 'Ford',
        model: 'Transit',
      },
    ],
    [
      'checklist-answered',
      { template: 'workshop', version: 3, item: 'place', text: 'Where?', answer: 'reported by Jo Hill' },
    ],
    ['photo-taken', { item: 'photo', text: 'Photo of the Box', digest: digest('a') }],
    ['photo-taken', { item: 'photo', text: 'Photo of the Box', digest: digest('b') }],
  ]);
  log('Bay 2', job(1), 'Sam Reed', BEGINS + 3_600_000, [
    ['box-chosen', { serial: '0070001', sentAs: '70001', variant: 'BX-1', sap: 'SAP-100' }],
    ['signed', { name: 'Jo Hill', item: 'sign', text: 'Signature', digest: digest('c'), drawn: true }],
    ['job-finished'],
  ]);
  await copies.settle();
  return pageOf(job(1));
}

const pageOf = (id: JobId): JobToExport => copies.jobPage(id);

const paperOf = (
  of: JobToExport,
  manner: ExportManner = openly,
  photos: FetchedPhotos = new Map(photosFor(of, manner).map(({ digest: one }) => [one, here(one)])),
): string => renderJobPaper(of, { profile: exampleProfile(), manner, printedAt: NOW, photos });

const here = (one: AttachmentDigest): Photo => ({ picture: picture(one.charAt(0)), missing: null });

/** The visible text, white space folded. */
const readable = (document: string): string =>
  document
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ');

describe("a job's paper", () => {
  test('tells of both hands, the Box, each entry and each photo, and nothing in it is fetched', async () => {
    const of = await handedOver();
    const document = paperOf(of);
    const text = readable(document);
    for (const said of ['M-BX 17', 'Van &lt;17&gt;', 'WF0XXXTTGXJA12345', '0070001', '70001', 'SAP-100']) {
      expect(text).toContain(said);
    }
    expect(text).toContain('Bay 1 Jo Hill Bay 2 Sam Reed');
    expect(document.match(/<tr>/g)?.length).toBeGreaterThan(of.timeline.length);
    for (const letter of ['a', 'b', 'c']) expect(document).toContain(`src="${picture(letter)}"`);
    expect(document).not.toMatch(/<script|<link|<iframe|url\(|@import|https?:|src="(?!data:image)/);
  });

  test('says which answers were ticked together, are of the last car, or were changed', async () => {
    const log = loggingLaptops(copies);
    const about = { template: 'workshop', version: 3, answer: true };
    log('Bay 1', job(4), 'Jo Hill', BEGINS, [
      ['checklist-answered', { ...about, item: 'doors', text: 'Doors', together: true }],
      ['checklist-answered', { ...about, item: 'place', text: 'Place', asLastCar: true }],
      ['checklist-answered', { ...about, item: 'lamps', text: 'Lamps', answer: false }],
      ['checklist-answered', { ...about, item: 'lamps', text: 'Lamps', before: false }],
    ]);
    await copies.settle();
    const text = readable(paperOf(pageOf(job(4))));
    expect(text).toContain('Doors Yes Ticked together with others');
    expect(text).toContain('Place Yes As the last car of the series');
    expect(text).toMatch(/Lamps Yes Earlier: No \(Jo Hill, [^)]+\) (?!Ticked|As the)/);
    expect(text.match(/Earlier:/g)).toHaveLength(1);
    const discreet = readable(paperOf(pageOf(job(4)), { ...openly, people: 'left-out' }));
    expect(discreet).toMatch(/Lamps Yes Earlier: No \([^)]*\d\d:\d\d[^)]*\)/);
    expect(discreet).not.toContain('Jo Hill');
  });

  test('names each unknown point', async () => {
    const of = await handedOver();
    const [first] = of.photos;
    const photos: FetchedPhotos = new Map(
      of.photos.map(({ digest: one }) => [
        one,
        one === first?.digest ? { picture: null, missing: 'not-brought' } : here(one),
      ]),
    );
    const document = paperOf(of, openly, photos);
    const unknown = readable(document).split('Not known')[1]?.split('Everything that happened')[0] ?? '';
    expect(unknown).toContain('The key: no log names the chosen one.');
    expect(unknown).toContain('this laptop does not have “workshop, version 3”');
    expect(unknown).toContain('1 photo could not be had.');
    expect(unknown).toContain('The operator’s current state');
    expect(unknown).not.toContain('number of the car');
    expect(readable(document)).toContain(`Not uploaded to the relay yet SHA-256 ${first?.digest}`);
  });

  test('marks each entry that its laptop has not signed where others are signed, and counts them', async () => {
    const of = await handedOver();
    const signedFrom = (first: number) => ({
      ...of,
      timeline: of.timeline.map((entry, index) => ({ ...entry, signed: index >= first })),
    });
    const mark = 'Not signed by its laptop';
    const some = readable(paperOf(signedFrom(2)));
    expect(some.split(mark)).toHaveLength(3);
    expect(some).toContain('Who wrote 2 entries: their laptop has not signed them.');
    expect(some).toContain('Log partly signed');
    const none = readable(paperOf(signedFrom(of.timeline.length)));
    expect(none).not.toContain(mark);
    expect(none).toContain(`Who wrote ${of.timeline.length} entries`);
    expect(none).toContain('No entry of this job is signed by its laptop');
    expect(none).toContain('Log not signed');
    for (const unsure of [some, none]) expect(unsure).not.toContain('Log checked');
    const signed = readable(paperOf(signedFrom(0)));
    expect(signed).toContain('Log checked');
    expect(signed).not.toMatch(/[Nn]ot signed|has not signed|No entry of this job is signed/);
  });

  test('with people numbered or left out contains no name, also not in their texts', async () => {
    const of = await handedOver();
    const numbered = readable(paperOf(of, { ...openly, people: 'numbered' }));
    expect(numbered).not.toMatch(/Jo Hill|Sam Reed/);
    expect(numbered).toContain('reported by Person 2');
    const leftOut = paperOf(of, { ...openly, people: 'left-out' });
    expect(readable(leftOut)).not.toMatch(/Jo Hill|Sam Reed|Person \d/);
    expect(leftOut).toContain('reported by (left out)');
    expect(leftOut).not.toContain(picture('c'));
    expect(readable(leftOut)).toContain('Signature left out.');
  });

  test('with cars left out shows neither plate nor VIN nor a photo, and does not fetch one', async () => {
    const of = await handedOver();
    const manner = { ...openly, cars: 'left-out' } as const;
    expect(photosFor(of, manner).map(({ digest: one }) => one)).toEqual([digest('c')]);
    const document = paperOf(of, manner);
    expect(document).not.toMatch(/M-BX|Van|WF0XXX/);
    expect(document).not.toContain(picture('a'));
    expect(readable(document)).toContain('People or cars are left out or shortened here');
  });

  test('leaves out a car that was chosen first, and its name in a correction', async () => {
    const log = loggingLaptops(copies);
    log('Bay 1', job(2), 'Jo Hill', BEGINS, [
      ['car-chosen', { car: 3, plate: 'HH-OLD 1', name: 'Old bus', vin: null, brand: null, model: null }],
      [
        'checklist-answered',
        { template: 'workshop', version: 3, item: 'note', answer: 'HH-OLD 1 stood in front of B TY-PO 2' },
      ],
      ['car-chosen', { car: 7, plate: 'M-BX 17', name: 'Van 17', vin: null, brand: null, model: null }],
      ['operation-corrected', { 'licensePlate before': 'B-TYPO 2', 'licensePlate after': 'M-BX 17' }],
      ['car-painted', { said: 'reported by Quendoline', owner: 'Quendoline' }],
      ['job-finished'],
    ]);
    await copies.settle();
    const of = pageOf(job(2));
    expect(readable(paperOf(of))).toContain('HH-OLD 1 stood in front of B TY-PO 2');
    const document = paperOf(of, { ...openly, people: 'left-out', cars: 'left-out' });
    expect(document).toContain('(left out) stood in front of (left out)');
    expect(document).not.toMatch(/OLD|TY-?PO|Quendoline/);
  });

  test('leaves out the VIN that was scanned and the one it differs from, and names in the reason of a handing over', async () => {
    const log = loggingLaptops(copies);
    const [vin, scanned] = ['WF0XXXTTGXJA12345', 'VF1MA000012345678'];
    log('Bay 1', job(3), 'Jo Hill', BEGINS, [
      ['job-started', { kind: 'installation' }],
      ['car-chosen', { car: 7, plate: 'M-BX 17', name: 'Van 17', vin, brand: null, model: null }],
      [
        'answer-forced',
        {
          template: 'workshop',
          version: 3,
          item: 'vin',
          text: 'VIN',
          value: scanned,
          kind: 'differs',
          expected: vin,
          unit: '',
          reason: 'plate changed',
        },
      ],
      ['verification-started', { user: 5, minutes: 15 }],
      ['access-observed', { what: 'opened', worked: false }],
      ['handed-over-not-working', { proof: 'not-opened', reason: 'Jo Hill has M-BX 17' }],
    ]);
    await copies.settle();
    const of = pageOf(job(3));
    expect(readable(paperOf(of))).toContain('Jo Hill has M-BX 17');
    const text = readable(paperOf(of, { ...openly, people: 'left-out', cars: 'shortened' }));
    for (const said of [vin, scanned, 'Jo Hill', 'M-BX 17']) expect(text).not.toContain(said);
  });

  test.each(language.options)('has a word for everything in %s', async (one) => {
    const text = readable(paperOf(await handedOver(), { ...openly, language: one }));
    expect(text).not.toMatch(/\b(exports|report|installations|supervision|reviewing|history)\.[a-z]/);
    expect(text).not.toMatch(/\{\{|undefined|null/);
  });
});

describe('its photos', () => {
  const progress = (): undefined => undefined;

  test('are requested one after the other, with progress, and the first refusal for want of a connection is the last question', async () => {
    const { photos } = await handedOver();
    const asked: AttachmentDigest[] = [];
    const reported: string[] = [];
    const fetched = await fetchPhotos(
      photos,
      {
        get: (one) => {
          asked.push(one);
          const missing = one === photos[1]?.digest ? 'no-connection' : null;
          return Promise.resolve(missing === null ? here(one) : { picture: null, missing });
        },
        here: (one) => (one === photos[2]?.digest ? picture('own') : null),
      },
      {
        stop: new AbortController().signal,
        progress: (done, total) => reported.push(`${done} of ${total}`),
      },
    );
    expect(asked).toEqual([photos[0]?.digest, photos[1]?.digest]);
    expect(reported).toEqual(['1 of 3', '2 of 3', '3 of 3']);
    expect(fetched?.get(photos[2]?.digest ?? digest('f'))?.picture).toBe(picture('own'));
  });

  test('are given up at once when stopped, whatever is under way', async () => {
    const { photos } = await handedOver();
    const stopping = new AbortController();
    const fetching = fetchPhotos(
      photos,
      {
        get: () => {
          stopping.abort();
          return new Promise<never>(() => undefined);
        },
        here: () => null,
      },
      { stop: stopping.signal, progress },
    );
    expect(await fetching).toBeNull();
  });
});
