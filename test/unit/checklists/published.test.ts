import { describe, expect, it } from 'vitest';
import { createChecklists, shippedTemplates } from '../../../electron/jobs/checklists.ts';
import { isForKind } from '../../../shared/domain/checklist-asking.ts';
import type { ChecklistTemplate } from '../../../shared/domain/checklist.ts';

const [shipped] = shippedTemplates;
if (shipped === undefined) throw new Error('a checklist is shipped');
const made = (id: string, version: number, title: string): ChecklistTemplate => ({
  ...shipped,
  id,
  version,
  title: { en: title },
});
const own = [made('bays', 1, 'Own'), made('bays', 2, 'Own'), made(shipped.id, 4, 'Own van')];

/** A laptop with checklists of its own, for a customer with this publication. */
function laptop(templates: readonly ChecklistTemplate[] | null) {
  const folder = { read: () => ({ templates: own, faults: [] }) };
  let published = templates === null ? null : { version: 3, templates };
  const base = createChecklists({ folder, remembered: () => [] });
  return {
    base,
    checklists: base.withPublished(() => published),
    publish: (next: readonly ChecklistTemplate[]) => {
      published = { version: 4, templates: next };
    },
  };
}

describe('published checklists', () => {
  it('take the place of the workshop’s own and of the shipped ones of their id', () => {
    const published = made(shipped.id, 9, 'Office');
    const { checklists } = laptop([published]);
    expect(checklists.current(shipped.id)).toBe(published);
    expect(checklists.offered()[0]).toMatchObject({
      source: 'published',
      template: { version: 9 },
      own: { version: 4, title: { en: 'Own van' } },
    });
    expect(checklists.current('bays')).toMatchObject({ version: 2 });
  });

  it('are suggested before others', () => {
    const { suggestFor: _any, ...everyCar } = made('office', 1, 'Office');
    const known = { brand: null, model: null, keyForm: null, box: null, vin: null };
    expect(laptop([everyCar]).checklists.suggest(known, 'installation').id).toBe('office');
  });

  it('count also where a version of the laptop has a higher number, which stays readable', () => {
    const { checklists } = laptop([made('bays', 1, 'Office')]);
    expect(checklists.current('bays')).toMatchObject({ version: 1, title: { en: 'Office' } });
    expect(checklists.version('bays', 1)?.title.en).toBe('Office');
    expect(checklists.version('bays', 2)?.title.en).toBe('Own');
    expect(checklists.offered()[0]?.versions.map(({ version }) => version)).toEqual([2, 1]);
  });

  it('leave a checklist for each kind of job, whatever kinds they are for', () => {
    const removals = shippedTemplates.map(({ id }) => ({
      ...made(id, 9, 'Office'),
      jobs: ['removal' as const],
    }));
    const { checklists } = laptop(removals);
    const known = { brand: null, model: null, keyForm: null, box: null, vin: null };
    for (const kind of ['installation', 'swap'] as const) {
      expect(isForKind(checklists.suggest(known, kind), kind)).toBe(true);
    }
  });

  it('name their publication, and others none', () => {
    const published = made('office', 1, 'Office');
    const { checklists } = laptop([published]);
    expect(checklists.publicationOf(published)).toBe(3);
    expect(checklists.publicationOf(shipped)).toBeNull();
  });

  it('change with the next publication, for this customer alone', () => {
    const { base, checklists, publish } = laptop([made('office', 1, 'Office')]);
    expect(checklists.current('office')).not.toBeNull();
    publish([]);
    expect(checklists.current('office')).toBeNull();
    expect(base.current('bays')).toMatchObject({ version: 2 });
  });
});
