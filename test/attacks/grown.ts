type Make = (length: number) => string;
type Path = readonly (string | number)[];

/** More places of one value are not measured. */
const MOST_PLACES = 80;

/**
 * Makers of JSON like a right value with one place grown to a length: a list of more elements (alike, or each with words of its
 * own), an object of more members, a longer text. Every place of the value has one; of a list its first element.
 */
export function grownPlaces(right: unknown): Readonly<Record<string, Make>> {
  const makers = new Map<string, Make>();
  for (const [path, value] of placesOf(right, [])) {
    if (makers.size >= MOST_PLACES) break;
    const at = path.join('.') || 'all';
    const put = (grow: (length: number) => unknown): Make => {
      return (length) => JSON.stringify(withAt(right, path, grow(length)));
    };
    if (typeof value === 'string')
      makers.set(
        `a long text at ${at}`,
        put((length) => value.padEnd(length, 'x')),
      );
    else if (Array.isArray(value)) {
      const elements: readonly unknown[] = value;
      const first = elements[0] ?? {};
      makers.set(
        `a long list at ${at}`,
        put((length) => Array.from({ length: timesIn(length, first) }, () => first)),
      );
      makers.set(
        `a long list of different things at ${at}`,
        put((length) =>
          Array.from({ length: timesIn(length, first) }, (_, number) => different(first, number)),
        ),
      );
    } else if (typeof value === 'object' && value !== null) {
      const members: readonly unknown[] = Object.values(value);
      const member = members[0] ?? 1;
      makers.set(
        `many members at ${at}`,
        put((length) => ({
          ...value,
          ...Object.fromEntries(
            Array.from({ length: timesIn(length, member) }, (_, number) => [`member-${number}`, member]),
          ),
        })),
      );
    }
  }
  return Object.fromEntries(makers);
}

const timesIn = (length: number, value: unknown): number =>
  Math.ceil(length / ((JSON.stringify(value) ?? '').length + 12));

function* placesOf(value: unknown, path: Path): Generator<readonly [Path, unknown]> {
  yield [path, value];
  if (Array.isArray(value)) {
    if (value.length > 0) yield* placesOf(value[0], [...path, 0]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) yield* placesOf(member, [...path, name]);
  }
}

function withAt(value: unknown, [next, ...rest]: Path, put: unknown): unknown {
  if (next === undefined) return put;
  if (Array.isArray(value))
    return value.map((one: unknown, index) => (index === next ? withAt(one, rest, put) : one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === next ? withAt(member, rest, put) : member]),
  );
}

/** The same with another end of each of its texts, of the same length where it has one: also an id stays an id. */
function different(value: unknown, number: number): unknown {
  if (typeof value === 'string') {
    const end = String(number);
    return value.length > end.length ? value.slice(0, -end.length) + end : end;
  }
  if (Array.isArray(value)) return value.map((one: unknown) => different(one, number));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, different(one, number)]));
}
