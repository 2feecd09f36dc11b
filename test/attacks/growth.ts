/** CPU time of this thread in milliseconds, so that other work on the machine does not count. */
function cpuMs(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const SMALL = 16 * 1024;
const STEPS = 4;
/** Below this a measurement is noise: garbage collection and compilation count too. */
const NOISE_MS = 25;
/** Linear growth gives 4 for 4 times the size, quadratic growth 16. */
const MOST_GROWTH = 8;
/** A quadratic parser takes hours at the largest size: it is caught at a smaller one. */
const MOST_MS = 2_000;

/**
 * Measures a parser over inputs of 16 KiB to 1 MiB, each 4 times the one before, and returns the first step at which its time
 * grows more than linearly, or null. `make` returns an input of about that many characters.
 */
export function worseThanLinear(
  parse: (text: string) => unknown,
  make: (length: number) => string,
): string | null {
  let before: number | null = null;
  for (let step = 0; step < STEPS; step += 1) {
    const length = SMALL * 4 ** step;
    const text = make(length);
    // The better of two: the first one also compiles.
    const first = cpuMs(() => void parse(text));
    if (first > MOST_MS) return `${length} characters take ${Math.round(first)} ms`;
    const ms = Math.min(
      first,
      cpuMs(() => void parse(text)),
    );
    if (before !== null && ms > MOST_GROWTH * Math.max(before, NOISE_MS)) {
      return `${length / 4} characters take ${Math.round(before)} ms, ${length} take ${Math.round(ms)} ms`;
    }
    before = ms;
  }
  return null;
}
