import { describe, expect, it } from 'vitest';
import { neighboursOf, reordered } from '../../../renderer/screens/supervisor/plan/planning.ts';
import type { PlannedJobView } from '../../../shared/domain/planned-work.ts';
import { plannedJobId } from '../../../shared/ids.ts';
import { uuid } from '../../integration/relay/uuid.ts';
import { plannedInstallation } from '../../planned/planned-work.ts';
import { plannedView } from '../../window/page/planned.ts';

const idOf = (n: number) => plannedJobId.parse(uuid('e', n));
const at = (n: number, place: number, site: string): PlannedJobView =>
  plannedView(n, `M-AA ${n}`, { work: plannedInstallation({ place, site }) });
const day = [at(1, 1, 'North'), at(2, 2, 'North'), at(3, 3, 'North'), at(4, 1, 'South')];
const places = (moved: number, to: number) =>
  reordered(day, idOf(moved), idOf(to)).map(({ id, work }) => [id, work.place]);

describe('the order of a day', () => {
  it('gives a moved job the place of the other one, and saves those alone whose place differs', () => {
    expect(places(3, 1)).toEqual([
      [idOf(3), 1],
      [idOf(1), 2],
      [idOf(2), 3],
    ]);
    expect(places(1, 2)).toEqual([
      [idOf(2), 1],
      [idOf(1), 2],
    ]);
    expect(reordered(day, idOf(2), idOf(1))[0]).toMatchObject({ basedOn: 1, work: { site: 'North' } });
  });

  it('is one for each site', () => {
    expect([places(1, 4), places(4, 1), places(1, 1), places(9, 1)]).toEqual([[], [], [], []]);
  });

  it('names the neighbours within the site', () => {
    const neighbours = day.map((one) => neighboursOf(day, one));
    expect(neighbours).toEqual([
      { before: null, after: idOf(2) },
      { before: idOf(1), after: idOf(3) },
      { before: idOf(2), after: null },
      { before: null, after: null },
    ]);
  });
});
