import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { page } from '../../operator/odata/collection.ts';
import { QueryOptionError } from '../../operator/odata/tokens.ts';
import { seededRandom } from '../../operator/random.ts';

const rules = { fields: ['id', 'name', 'nested/name'], defaultPageSize: 10, maxTop: 20, ignored: [] };
const rows = Array.from({ length: 60 }, (_, index) => ({
  id: index + 1,
  name: index % 2 === 0 ? 'even' : 'odd',
}));
const read = (query: string, more: object = {}) =>
  page(rows, new URLSearchParams(query), { ...rules, ...more }, seededRandom(4));

describe('a collection read', () => {
  it('has another order each time unless an order is requested', () => {
    const random = seededRandom(1);
    const first = page(rows, new URLSearchParams('$top=20'), rules, random);
    expect(page(rows, new URLSearchParams('$top=20'), rules, random)).not.toEqual(first);
  });

  it('gives the default page without $top and the largest page for a greedy one', () => {
    expect(read('')).toHaveLength(10);
    expect(read('$top=1000')).toHaveLength(20);
  });

  it('pages without loss or repetition when ordered by a unique field, whatever the page size', () => {
    assert(
      property(integer({ min: 1, max: 40 }), (top) => {
        const collected: object[] = [];
        for (;;) {
          const part = read(`$orderby=id&$top=${top}&$skip=${collected.length}`);
          if (part.length === 0) break;
          collected.push(...part);
        }
        expect(collected).toEqual(rows);
      }),
    );
  });

  it('draws as many numbers for an order that stands already as for one that must be made', () => {
    const [standing, made] = [seededRandom(4), seededRandom(4)];
    const query = new URLSearchParams('$orderby=id asc');
    expect(page(rows, query, rules, standing)).toEqual(page(rows.toReversed(), query, rules, made));
    expect(standing.next()).toBe(made.next());
  });

  it('orders by several keys, each in its own direction', () => {
    expect(read('$orderby=name desc,id asc&$top=2')).toEqual([rows[1], rows[3]]);
  });

  it('reads nested fields', () => {
    const nested = [{ nested: { name: 'b' } }, { nested: { name: 'a' } }, { nested: null }];
    const sorted = page(nested, new URLSearchParams('$orderby=nested/name'), rules, seededRandom(1));
    expect(sorted).toEqual([nested[2], nested[1], nested[0]]);
  });

  it('can be set to ignore an option', () => {
    expect(read('$top=3', { ignored: ['$top'] })).toHaveLength(60);
  });

  it.each(['$top=-1', '$top=ten', '$skip=1.5', '$orderby=colour', '$orderby=id sideways'])(
    'refuses %s',
    (query) => {
      expect(() => read(query)).toThrow(QueryOptionError);
    },
  );
});
