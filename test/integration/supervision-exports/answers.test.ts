import Papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markStale } from '../../../electron/db/tables/supervision/jobs.ts';
import type { ChecklistTemplate } from '../../../shared/domain/checklist.ts';
import { language, type Language } from '../../../shared/domain/settings.ts';
import type { ExportManner } from '../../../shared/domain/supervision-export.ts';
import { attachedFile, type AttachmentDigest, attachmentDigest } from '../../../shared/relay/attachments.ts';
import { type Copies, openCopies } from '../supervision/copies.ts';
import { job, loggingLaptops, type Step } from '../supervision/logging-laptops.ts';
import { exportsOf, openly } from './read-exports.ts';

const BEGINS = 1_790_000_000_000;
const VIN = 'WF0XXXTTGXJA12345';
const OTHER_VIN = 'VF1MA000012345678';
const digest = (letter: string): AttachmentDigest => attachmentDigest.parse(letter.repeat(64));

const vinPlate = attachedFile.parse({
  sha256: 'e'.repeat(64),
  mediaType: 'application/pdf',
  bytes: 100,
  name: 'VIN plate.pdf',
});

const bus: ChecklistTemplate = {
  id: 'bus',
  version: 2,
  title: { en: 'Bus', de: 'Omnibus' },
  items: [
    {
      id: 'voltage',
      type: 'number',
      text: { en: 'Battery voltage', de: 'Bordspannung' },
      required: true,
      unit: 'V',
      min: 12,
      max: 15,
    },
    {
      id: 'place',
      type: 'choice',
      text: { en: 'Place' },
      required: true,
      options: [
        { id: 'dash', text: { en: 'Dashboard', de: 'Armaturenbrett' } },
        { id: 'rear', text: { en: 'Rear' } },
      ],
    },
    { id: 'note', type: 'text', text: { en: '=Note' }, required: false },
    { id: 'vin', type: 'scan', text: { en: 'VIN' }, required: true, expects: 'vin', example: vinPlate },
    { id: 'photo', type: 'photo', text: { en: 'Photo' }, required: true },
    { id: 'sign', type: 'signature', text: { en: 'Signature' }, required: true },
  ],
};
const van: ChecklistTemplate = {
  ...bus,
  id: 'wagon',
  title: { en: 'Wagon' },
  items: bus.items.filter(({ id }) => id === 'voltage'),
};
let copies: Copies;
beforeEach(() => {
  copies = openCopies();
});
afterEach(() => copies.close());
const { saved, jobsOf, linesOf } = exportsOf(() => copies, [bus, van]);

const of = (template: string, version = 2) => ({ template, version });
const answered = (template: string, item: string, answer: string | number | boolean, text = item): Step => [
  'checklist-answered',
  { ...of(template), item, text, answer },
];
const car: Step = [
  'car-chosen',
  { car: 7, plate: 'M-BX 17', name: 'Van 17', vin: VIN, brand: 'Ford', model: 'Transit' },
];

/** A bus of which Jo Hill tells more than asked. */
function telling(): void {
  loggingLaptops(copies)('Bay 1', job(1), 'Jo Hill', BEGINS, [
    ['job-started', { kind: 'installation' }],
    car,
    answered('bus', 'voltage', 12.6),
    answered('bus', 'place', 'dash'),
    answered('bus', 'note', `=M BX 17 of Jo Hill, beside ${OTHER_VIN}`),
    [
      'answer-forced',
      {
        ...of('bus'),
        item: 'vin',
        text: 'VIN',
        value: OTHER_VIN,
        kind: 'differs',
        expected: VIN,
        unit: '',
        reason: 'Jo Hill saw it',
      },
    ],
    ['photo-taken', { ...of('bus'), item: 'photo', text: 'Photo', digest: digest('a') }],
    ['photo-taken', { ...of('bus'), item: 'photo', text: 'Photo', digest: digest('b') }],
    [
      'signed',
      { ...of('bus'), item: 'sign', text: 'Signature', name: 'Ann Poe', digest: digest('c'), drawn: true },
    ],
    ['checklist-completed', of('bus')],
    ['handed-over-not-working', { proof: 'not-opened', reason: 'Ann Poe wants M-BX 17 back' }],
  ]);
}

describe('the answers in the data', () => {
  test('stand with item, type, unit, range, photos, and why they count by force', async () => {
    telling();
    const [exported] = await jobsOf();
    expect(exported?.checklist).toEqual({
      ...of('bus'),
      publication: null,
      completedAt: new Date(BEGINS + 9 * 60_000).toISOString(),
    });
    expect(exported?.answers).toMatchObject([
      {
        item: 'voltage',
        words: 'Battery voltage',
        type: 'number',
        answer: 12.6,
        unit: 'V',
        range: { min: 12, max: 15 },
        example: null,
      },
      { item: 'place', type: 'choice', answer: 'dash', option: 'Dashboard', unit: null, range: null },
      { item: 'note', type: 'text' },
      {
        item: 'vin',
        type: 'scan',
        answer: OTHER_VIN,
        forced: { reason: 'Jo Hill saw it', limit: VIN },
        example: { name: 'VIN plate.pdf', sha256: 'e'.repeat(64) },
      },
      { item: 'photo', type: 'photo', answer: null, photos: [digest('a'), digest('b')], photosLeftOut: 0 },
      { item: 'sign', type: 'signature', answer: null, photos: [digest('c')] },
    ]);
  });

  test('of a version that is not here have no type and no unit', async () => {
    loggingLaptops(copies)('Bay 1', job(1), 'Jo Hill', BEGINS, [
      ['job-started', { kind: 'installation' }],
      ['checklist-answered', { ...of('bus', 1), item: 'voltage', text: 'Volts', answer: 12.1 }],
    ]);
    const [exported] = await jobsOf();
    expect(exported?.answers).toMatchObject([
      { item: 'voltage', words: 'Volts', type: null, answer: 12.1, unit: null, range: null },
    ]);
  });

  test('of an item that does not apply have the reason, without people that are left out', async () => {
    loggingLaptops(copies)('Bay 1', job(1), 'Jo Hill', BEGINS, [
      ['job-started', { kind: 'installation' }],
      [
        'checklist-answered',
        { ...of('bus'), item: 'note', text: 'Note', answer: null, notApplicable: 'Jo Hill has none' },
      ],
    ]);
    const [exported] = await jobsOf();
    expect(exported?.answers).toMatchObject([
      { item: 'note', answer: null, notApplicable: 'Jo Hill has none' },
    ]);
    expect(await linesOf()).toMatchObject([{ 'Bus: =Note': 'does not apply (Jo Hill has none)' }]);
    const [discreet] = await jobsOf({ ...openly, people: 'left-out' });
    expect(discreet?.answers).toMatchObject([{ notApplicable: '(left out) has none' }]);
  });

  test('that were changed or withdrawn are listed as earlier ones, oldest first', async () => {
    const about = { ...of('bus'), item: 'note', text: 'Note' };
    loggingLaptops(copies)('Bay 1', job(1), 'Jo Hill', BEGINS, [
      ['job-started', { kind: 'installation' }],
      ['checklist-answered', { ...about, answer: 'Under the seat' }],
      ['checklist-answered', { ...about, answer: null, before: 'Under the seat', notApplicable: 'No seat' }],
      ['checklist-answered', { ...about, answer: null, before: null }],
      ['checklist-answered', { ...about, answer: 'Jo Hill knows' }],
      ['checklist-answered', { ...about, answer: 'Roof', before: 'Jo Hill knows' }],
    ]);
    const at = (minute: number) => new Date(BEGINS + minute * 60_000).toISOString();
    const earlier = [
      { answer: 'Under the seat', notApplicable: null, at: at(1) },
      { answer: null, notApplicable: 'No seat', at: at(2) },
      { answer: 'Jo Hill knows', notApplicable: null, at: at(4) },
    ];
    expect((await jobsOf())[0]?.answers).toMatchObject([{ item: 'note', answer: 'Roof', earlier }]);
    const [discreet] = await jobsOf({ ...openly, people: 'left-out' });
    expect(discreet?.answers[0]?.earlier[2]).toEqual({ ...earlier[2], answer: '(left out) knows' });
  });

  test('keep their earlier ones when a reason makes the new one count', async () => {
    const about = { ...of('bus'), item: 'voltage', text: 'Battery voltage' };
    loggingLaptops(copies)('Bay 1', job(1), 'Jo Hill', BEGINS, [
      ['job-started', { kind: 'installation' }],
      ['checklist-answered', { ...about, answer: 12.6 }],
      ['checklist-answered', { ...about, answer: 11, before: 12.6 }],
      [
        'answer-forced',
        { ...about, value: 11, kind: 'below', min: 12, max: 15, unit: 'V', reason: 'Old battery' },
      ],
    ]);
    expect((await jobsOf())[0]?.answers).toMatchObject([
      { answer: 11, forced: { reason: 'Old battery' }, earlier: [{ answer: 12.6 }] },
    ]);
  });

  test('whose words were removed say nothing', async () => {
    telling();
    await copies.settle();
    copies.database.write((context) => {
      context.sqlite
        .prepare(`UPDATE entry SET canonical = replace(canonical, '12.6', 'null') WHERE number = 3`)
        .run();
      markStale(context, 1);
    });
    const [exported] = await jobsOf();
    expect(exported?.answers[0]).toMatchObject({ item: 'voltage', answer: null });
  });
});

describe('the answers in the spreadsheet', () => {
  test('have a column for each item, with its unit, its options in words and its photos by digest', async () => {
    telling();
    const [line] = await linesOf();
    expect(line).toMatchObject({
      'Bus: Battery voltage [V]': '12.6',
      'Bus: Place': 'Dashboard',
      'Bus: VIN': OTHER_VIN,
      'Bus: Photo': `${digest('a')} ${digest('b')}`,
      'Bus: Signature': digest('c'),
      'Further answers': '',
    });
  });

  test('have heads and options in the language of the file, and its decimal sign', async () => {
    telling();
    const text = await saved('csv', { ...openly, language: 'de' });
    const [line] = Papa.parse<Record<string, string>>(text.slice(1), { header: true, delimiter: ';' }).data;
    expect(line).toMatchObject({
      'Omnibus: Bordspannung [V]': '12,6',
      'Omnibus: Place': 'Armaturenbrett',
    });
  });

  test('of two checklists that ask the same are two columns, and so are two units of one item', async () => {
    const log = loggingLaptops(copies);
    log('Bay 1', job(1), 'Jo Hill', BEGINS, [answered('bus', 'voltage', 12.1)]);
    log('Bay 1', job(2), 'Jo Hill', BEGINS, [answered('wagon', 'voltage', 12.2)]);
    log('Bay 1', job(3), 'Jo Hill', BEGINS, [
      ['checklist-answered', { ...of('bus', 9), item: 'voltage', text: 'Volts', answer: 12_300 }],
    ]);
    const lines = await linesOf();
    const head = ['Bus: Battery voltage [V]', 'Wagon: Battery voltage [V]', 'bus: Volts'] as const;
    const cells = lines.map((line) => head.map((name) => line[name]));
    expect(cells).toEqual(
      expect.arrayContaining([
        ['12.1', '', ''],
        ['', '12.2', ''],
        ['', '', '12300'],
      ]),
    );
  });

  test('are not run as a formula, neither a head nor a cell', async () => {
    loggingLaptops(copies)('Bay 1', job(1), 'Jo Hill', BEGINS, [
      answered('=HYPERLINK("x")', 'note', '=1+1', '=2+2'),
    ]);
    const head = Papa.parse<string[]>((await saved('csv')).slice(1)).data[0] ?? [];
    expect(head.filter((name) => /^\s*=/.test(name))).toEqual([]);
    expect(head).toContain(`'=HYPERLINK("x"): =2+2`);
    expect((await linesOf())[0]?.[`'=HYPERLINK("x"): =2+2`]).toBe(`'=1+1`);
  });

  test('of more items than a sheet takes stand in one cell: nothing is lost', async () => {
    const steps = Array.from({ length: 1003 }, (_, index) =>
      answered('forged', `item${index}`, `said ${index}`),
    );
    loggingLaptops(copies)('Bay 1', job(1), 'Jo Hill', BEGINS, steps);
    const [line] = await linesOf();
    expect(Object.keys(line ?? {}).filter((name) => name.startsWith('forged: '))).toHaveLength(1000);
    expect(line?.['Further answers']).toBe('item1000: said 1000; item1001: said 1001; item1002: said 1002');
  });

  test.each(language.options)('have a word for everything in %s', async (one: Language) => {
    telling();
    expect(await saved('csv', { ...openly, language: one })).not.toMatch(/exports\.|\{\{|undefined/);
  });
});

describe('a discreet manner', () => {
  const discreetly: readonly ExportManner[] = [
    { ...openly, people: 'numbered', cars: 'shortened' },
    { ...openly, people: 'left-out', cars: 'left-out' },
  ];

  test.each(discreetly)('($people, $cars) holds for texts, scans, signatures and photos', async (manner) => {
    telling();
    for (const text of [await saved('csv', manner), await saved('json', manner)]) {
      expect(text).not.toMatch(/Jo Hill|Ann Poe|M.?BX.?17|Van 17/);
      expect(text).not.toContain(VIN);
      expect(text).not.toContain(OTHER_VIN);
      for (const letter of ['a', 'b', 'c']) expect(text).not.toContain(digest(letter));
    }
    const [exported] = await jobsOf(manner);
    expect(exported?.answers.map(({ photosLeftOut }) => photosLeftOut)).toEqual([0, 0, 0, 0, 2, 1]);
    expect(exported?.answers[0]?.answer).toBe(12.6);
  });

  test('shortens the VIN that was scanned, and keeps one number for each person of the file', async () => {
    telling();
    const [exported] = await jobsOf({ ...openly, people: 'numbered', cars: 'shortened' });
    expect(exported?.installer).toBe('person 1');
    const [, place, note, vin] = exported?.answers ?? [];
    expect(place?.answer).toBe('dash');
    expect(note?.answer).toMatch(/^=…\s?17 of person 1, beside …345678$/);
    expect(vin).toMatchObject({
      answer: '…345678',
      forced: { reason: 'person 1 saw it', limit: '…A12345' },
    });
  });

  test('leaves out a VIN that no checklist of this laptop knows as one', async () => {
    loggingLaptops(copies)('Bay 1', job(1), 'Jo Hill', BEGINS, [
      ['checklist-answered', { ...of('bus', 1), item: 'vin', text: 'VIN', answer: OTHER_VIN }],
    ]);
    expect(await saved('json', { ...openly, cars: 'left-out' })).not.toContain(OTHER_VIN);
  });
});
