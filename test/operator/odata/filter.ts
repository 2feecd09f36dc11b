import { QueryOptionError, tokensOf, type Token } from './tokens.ts';

export type Value = string | number | boolean | null;
/** Reads a (nested) field such as `userData/firstName` of a row. */
export type ReadField = (path: string) => Value;
type Term = (read: ReadField) => Value;
type Test = (read: ReadField) => boolean;

const comparisons: Readonly<Record<string, (left: Value, right: Value) => boolean>> = {
  eq: (left, right) => same(left, right),
  ne: (left, right) => !same(left, right),
  gt: (left, right) => ordered(left, right, (sign) => sign > 0),
  ge: (left, right) => ordered(left, right, (sign) => sign >= 0),
  lt: (left, right) => ordered(left, right, (sign) => sign < 0),
  le: (left, right) => ordered(left, right, (sign) => sign <= 0),
};

const textTests: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  contains: (text, part) => text.includes(part),
  startswith: (text, part) => text.startsWith(part),
  endswith: (text, part) => text.endsWith(part),
};

const textChanges: Readonly<Record<string, (text: string) => string>> = {
  tolower: (text) => text.toLowerCase(),
  toupper: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
};

/**
 * Compiles the part of OData's `$filter` that the operator understands: comparisons joined by and, or, not and
 * brackets; contains, startswith, endswith, tolower, toupper, trim; nested paths. Throws QueryOptionError, also for a
 * field that is not among `fields`.
 */
export function compileFilter(expression: string, fields: readonly string[]): Test {
  const tokens = tokensOf(expression);
  let position = 0;
  const peek = (): Token | undefined => tokens[position];
  const take = (): Token => {
    const token = tokens[position];
    if (token === undefined) throw new QueryOptionError('The filter ends too early.');
    position += 1;
    return token;
  };
  const expect = (mark: '(' | ')' | ','): void => {
    const token = take();
    if (token.kind !== 'mark' || token.value !== mark)
      throw new QueryOptionError(`The filter lacks a "${mark}".`);
  };
  const isWord = (word: string): boolean => {
    const token = peek();
    return token?.kind === 'word' && token.value === word;
  };

  const anyOf = (): Test => {
    const parts = [allOf()];
    while (isWord('or')) {
      take();
      parts.push(allOf());
    }
    return (read) => parts.some((part) => part(read));
  };
  const allOf = (): Test => {
    const parts = [single()];
    while (isWord('and')) {
      take();
      parts.push(single());
    }
    return (read) => parts.every((part) => part(read));
  };
  const single = (): Test => {
    if (isWord('not')) {
      take();
      const inner = single();
      return (read) => !inner(read);
    }
    const token = peek();
    if (token?.kind === 'mark' && token.value === '(') {
      take();
      const inner = anyOf();
      expect(')');
      return inner;
    }
    return comparison();
  };
  const comparison = (): Test => {
    const left = term();
    const operator = peek();
    const compare = operator?.kind === 'word' ? comparisons[operator.value] : undefined;
    if (compare === undefined) return (read) => left(read) === true;
    take();
    const right = term();
    return (read) => compare(left(read), right(read));
  };
  const term = (): Term => {
    const token = take();
    if (token.kind === 'mark') throw new QueryOptionError(`Unexpected "${token.value}" in the filter.`);
    if (token.kind !== 'word') return () => token.value;
    const next = peek();
    if (next?.kind === 'mark' && next.value === '(') return call(token.value);
    return fieldOrConstant(token.value, fields);
  };
  const call = (name: string): Term => {
    expect('(');
    const subject = term();
    const change = textChanges[name];
    if (change !== undefined) {
      expect(')');
      return (read) => mapText(subject(read), change);
    }
    const test = textTests[name];
    if (test === undefined) throw new QueryOptionError(`Unknown function "${name}" in the filter.`);
    expect(',');
    const part = term();
    expect(')');
    return (read) => {
      const [text, sought] = [subject(read), part(read)];
      return typeof text === 'string' && typeof sought === 'string' && test(text, sought);
    };
  };

  const test = anyOf();
  if (position < tokens.length) throw new QueryOptionError('The filter goes on after its end.');
  return test;
}

function fieldOrConstant(word: string, fields: readonly string[]): Term {
  if (word === 'true') return () => true;
  if (word === 'false') return () => false;
  if (word === 'null') return () => null;
  if (!fields.includes(word)) throw new QueryOptionError(`Could not find a property named '${word}'.`);
  return (read) => read(word);
}

function mapText(value: Value, change: (text: string) => string): Value {
  return typeof value === 'string' ? change(value) : value;
}

function same(left: Value, right: Value): boolean {
  return left === right || (bothInstants(left, right) && compareValues(left, right) === 0);
}

function ordered(left: Value, right: Value, holds: (sign: number) => boolean): boolean {
  return left !== null && right !== null && holds(compareValues(left, right));
}

/** Orders two values: null first, numbers by size, date-times as instants, everything else as text. */
export function compareValues(left: Value, right: Value): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (bothInstants(left, right)) return Date.parse(String(left)) - Date.parse(String(right));
  return String(left) < String(right) ? -1 : 1;
}

function bothInstants(left: Value, right: Value): boolean {
  const instant = /^\d{4}-\d{2}-\d{2}T/;
  return typeof left === 'string' && typeof right === 'string' && instant.test(left) && instant.test(right);
}
