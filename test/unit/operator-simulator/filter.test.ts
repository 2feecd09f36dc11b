import { describe, expect, it } from 'vitest';
import { compileFilter, type ReadField } from '../../operator/odata/filter.ts';
import { QueryOptionError } from '../../operator/odata/tokens.ts';

const fields = ['id', 'name', 'vin', 'start', 'userData/firstName', 'isTerminated'];
const row: Readonly<Record<string, string | number | boolean | null>> = {
  id: 7,
  name: "Depot 'Süd' van",
  vin: null,
  start: '2026-03-01T10:00:00Z',
  'userData/firstName': 'Bay 3',
  isTerminated: false,
};
const read: ReadField = (path) => row[path] ?? null;
const holds = (filter: string): boolean => compileFilter(filter, fields)(read);

describe('a $filter', () => {
  it.each([
    ['id eq 7', true],
    ['id ne 7', false],
    ['id gt 6 and id le 7', true],
    ["name eq 'Depot ''Süd'' van'", true],
    ["name eq 'depot ''Süd'' van'", false],
    ["contains(name,'Süd') or id eq 0", true],
    ["startswith(tolower(name),'depot')", true],
    ["endswith(name,'car')", false],
    ["not contains(name,'car')", true],
    ["(id eq 1 or id eq 7) and userData/firstName eq 'Bay 3'", true],
    ['id eq 7 or id eq 1 and id eq 2', true],
    ['vin eq null', true],
    ["contains(vin,'W')", false],
    ['vin gt 1', false],
    ['isTerminated eq false', true],
    ['start eq 2026-03-01T11:00:00+01:00', true],
    ['start lt 2026-03-01T10:00:01Z', true],
  ])('%s is %s', (filter, expected) => {
    expect(holds(filter)).toBe(expected);
  });

  it.each([
    '',
    'id eq',
    "name eq 'open",
    'colour eq 1',
    'id eq 7 7',
    '(id eq 7',
    'length(name) eq 3',
    'id eq 7;',
  ])('that reads "%s" is refused', (filter) => {
    expect(() => holds(filter)).toThrow(QueryOptionError);
  });
});
