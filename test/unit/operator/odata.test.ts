import {
  array,
  assert,
  boolean,
  constantFrom,
  double,
  integer,
  letrec,
  oneof,
  property,
  string,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  and,
  contains,
  eq,
  type Filter,
  type ListQuery,
  or,
  renderQuery,
  startsWith,
} from '../../../electron/operator/request.ts';
import { anyCharacter } from '../any-character.ts';

/** The server's view: the query decoded as any server decodes it. */
const decoded = (query: string) => Object.fromEntries(new URLSearchParams(query));
const anyText = string({ unit: anyCharacter, maxLength: 40 });
const awkward = oneof(
  anyText,
  array(
    constantFrom("'", '"', '+', '%', '/', '&', '=', '#', '?', ' ', 'ü', '€', '\\', '(', ')', ',', '\n', '$'),
    {
      maxLength: 12,
    },
  ).map((parts) => parts.join('')),
);

/** Reads a quoted literal as OData does: ends at the first quote that is not doubled. */
function readLiteral(text: string, from: number): { value: string; end: number } {
  expect(text[from]).toBe("'");
  let value = '';
  for (let at = from + 1; ; at += 1) {
    if (at >= text.length) throw new Error('The literal never ends');
    if (text[at] !== "'") value += text[at];
    else if (text[at + 1] === "'") {
      value += "'";
      at += 1;
    } else return { value, end: at + 1 };
  }
}

describe('a value', () => {
  test('arrives as it was, whatever is in it, and ends where it should', () => {
    assert(
      property(awkward, (value) => {
        const { $filter = '' } = decoded(renderQuery({ filter: eq('name', value) }));
        expect($filter.startsWith('name eq ')).toBe(true);
        const read = readLiteral($filter, 'name eq '.length);
        expect(read).toEqual({ value: value.toWellFormed(), end: $filter.length });
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ["Jörg's", "name eq 'Jörg''s'", 'name%20eq%20%27J%C3%B6rg%27%27s%27'],
    ['a+b', "name eq 'a+b'", 'name%20eq%20%27a%2Bb%27'],
    ['100%', "name eq '100%'", 'name%20eq%20%27100%25%27'],
    ['x/y&z#', "name eq 'x/y&z#'", 'name%20eq%20%27x%2Fy%26z%23%27'],
  ])('%s', (value, expression, encoded) => {
    const filter = eq('name', value);
    expect(filter.expression).toBe(expression);
    expect(renderQuery({ filter }).replaceAll("'", '%27')).toBe(`?$filter=${encoded}`);
  });

  test('a lone surrogate is replaced, because it cannot be encoded', () => {
    expect(renderQuery({ filter: eq('name', 'a\uD800b') })).toContain('a%EF%BF%BDb');
  });

  test('numbers, truth values and null stand without quotes', () => {
    assert(
      property(oneof(integer(), double({ noNaN: true, noDefaultInfinity: true }), boolean()), (value) => {
        expect(eq('id', value).expression).toBe(`id eq ${value}`);
      }),
    );
    expect(eq('vin', null).expression).toBe('vin eq null');
  });
});

describe('a query', () => {
  test('is plain ASCII without spaces, and has no option twice', () => {
    assert(
      property(awkward, integer({ min: 1, max: 9999 }), integer({ min: 0, max: 9999 }), (text, top, skip) => {
        const query = renderQuery({
          filter: and(contains('name', text), startsWith('userData/firstName', text)),
          orderBy: [{ path: 'keyForm/id', descending: true }, { path: 'id' }],
          top,
          skip,
        });
        expect(query).toMatch(/^\?[\x21-\x7e]+$/);
        expect(query.match(/\$(?:filter|orderby|top|skip)=/g)).toHaveLength(4);
        expect(decoded(query)).toMatchObject({
          $orderby: 'keyForm/id desc,id asc',
          $top: String(top),
          $skip: String(skip),
        });
      }),
    );
  });

  test('without options is nothing', () => {
    expect(renderQuery({})).toBe('');
  });

  test('for a page is ordered by id unless another order is requested', () => {
    expect(renderQuery({ top: 10 })).toBe('?$orderby=id%20asc&$top=10');
    expect(renderQuery({ skip: 10 })).toBe('?$orderby=id%20asc&$skip=10');
    expect(renderQuery({ orderBy: [{ path: 'name' }], top: 10 })).toBe('?$orderby=name%20asc&$top=10');
    expect(renderQuery({ filter: eq('id', 1) })).toBe('?$filter=id%20eq%201');
  });

  test('never has a `$select`: the type does not know one', () => {
    // @ts-expect-error `$select` answers nothing on lists and never on single resources.
    const query: ListQuery = { select: ['id'] };
    expect(renderQuery(query)).toBe('');
  });

  test.each(['', 'a b', "x'y", 'a//b', '1a', 'a/', 'a eq 1 or b'])('refuses "%s" as a field', (path) => {
    expect(() => eq(path, 1)).toThrow('Not a field path');
    expect(() => renderQuery({ orderBy: [{ path }] })).toThrow('Not a field path');
  });
});

describe('and, or', () => {
  test('keep their meaning at any depth: brackets around every part, balanced outside quotes', () => {
    const { filter } = letrec<{ filter: Filter }>((tie) => ({
      filter: oneof(
        { depthSize: 'small' },
        awkward.map((text) => eq('name', text)),
        array(tie('filter'), { minLength: 2, maxLength: 3 }).map(([first, ...rest]) =>
          first === undefined ? eq('id', 1) : and(first, ...rest),
        ),
        array(tie('filter'), { minLength: 2, maxLength: 3 }).map(([first, ...rest]) =>
          first === undefined ? eq('id', 1) : or(first, ...rest),
        ),
      ),
    }));
    assert(
      property(filter, ({ expression }) => {
        const bare = expression.replaceAll(/'(?:[^']|'')*'/g, '?');
        let depth = 0;
        for (const character of bare) {
          if (character === '(') depth += 1;
          if (character === ')') depth -= 1;
          expect(depth).toBeGreaterThanOrEqual(0);
        }
        expect(depth).toBe(0);
        // Once the innermost brackets are taken as done, one kind of joint is left on each level.
        let left = bare;
        for (let before = ''; before !== left;) {
          before = left;
          left = left.replaceAll(/\(name eq \?\)|\(id eq 1\)|\(done\)/g, 'x');
          left = left.replaceAll(/\(x(?: and x)+\)|\(x(?: or x)+\)/g, 'x');
        }
        expect(left).toMatch(/^(?:x(?: and x)+|x(?: or x)+|name eq \?|id eq 1)$/);
      }),
    );
  });

  test('of one is that one', () => {
    expect(and(eq('id', 1))).toEqual(eq('id', 1));
    expect(or(eq('id', 1), eq('id', 2)).expression).toBe('(id eq 1) or (id eq 2)');
  });
});
