/** CPU time of this thread in milliseconds, so that other work on the machine does not count. */
function cpuMs(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const SMALL = 16 * 1024;
/** 256 KiB at every change, 1 MiB in `npm run attacks`: what grows with the square shows at both. */
const STEPS = process.env['BOXWRIGHT_ALL_ATTACKS'] === '1' ? 4 : 3;
/** Below this a measurement is noise: garbage collection and compilation count too. */
const NOISE_MS = 25;
/** Linear growth gives 4 for 4 times the size, quadratic growth 16. */
const MOST_GROWTH = 10;
/** So often what seems to grow too fast is measured again: collections of garbage fall into some measurements and not into others. */
const TRIES = 5;
/** A quadratic parser takes hours at the largest size: it is caught at a smaller one. */
const MOST_MS = 2_000;

/** Yields inputs of 16 KiB and more, each 4 times the one before, takes the time that each took, and judges. */
function* growing(
  make: (length: number) => string,
  longest: number,
): Generator<string, string | null, number> {
  let before: number | null = null;
  for (let step = 0; step < STEPS; step += 1) {
    const length = SMALL * 4 ** step;
    if (length > longest) return null;
    const text = make(length);
    let ms = yield text;
    if (ms > MOST_MS) return `${length} characters take ${Math.round(ms)} ms`;
    const most = before === null ? Infinity : MOST_GROWTH * Math.max(before, NOISE_MS);
    // The next step is compared with the better of two, because the first one also compiles. Below the noise both count the same.
    const isLast = step + 1 === STEPS || length * 4 > longest;
    if (!isLast && ms > NOISE_MS) ms = Math.min(ms, yield text);
    for (let again = 0; ms > most && again < TRIES; again += 1) ms = Math.min(ms, yield text);
    if (before !== null && ms > most) {
      return `${length / 4} characters take ${Math.round(before)} ms, ${length} take ${Math.round(ms)} ms`;
    }
    before = ms;
  }
  return null;
}

/**
 * Measures a parser over inputs of 16 KiB and more, each 4 times the one before, and returns the first step at which its time
 * grows more than linearly, or null. `make` returns an input of about that many characters. `longest`: longer ones are
 * refused before they are parsed.
 */
export function worseThanLinear(
  parse: (text: string) => unknown,
  make: (length: number) => string,
  longest = Infinity,
): string | null {
  const measured = growing(make, longest);
  let next = measured.next();
  while (next.done !== true) {
    const text = next.value;
    next = measured.next(cpuMs(() => void parse(text)));
  }
  return next.value;
}

/** The same of a reader that measures itself: `cost` answers its time in milliseconds. */
export async function costsWorseThanLinear(
  cost: (text: string) => Promise<number>,
  make: (length: number) => string,
  longest = Infinity,
): Promise<string | null> {
  const measured = growing(make, longest);
  let next = measured.next();
  while (next.done !== true) next = measured.next(await cost(next.value));
  return next.value;
}

/** The CPU time of this thread, also over what it waits for, in milliseconds. A refusal is an answer; a stack that overflows is none. */
export async function costOf(read: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await read().catch((cause: unknown) => {
    if (cause instanceof RangeError) throw cause;
  });
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** A parser that may refuse a text, as an error says. A stack that overflows is no refusal. */
export const refusing =
  (parse: (text: string) => unknown) =>
  (text: string): void => {
    try {
      parse(text);
    } catch (cause) {
      if (cause instanceof RangeError) throw cause;
    }
  };
