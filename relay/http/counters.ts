/** A counter by labels. Labels come from fixed sets only, so foreign input cannot make them grow. */
export type Counter = {
  readonly add: (labels?: string, by?: number) => void;
  readonly lines: () => readonly string[];
};

/** A counter in Prometheus text; one that has no labels is there from the beginning. */
export function counter(name: string, help: string, labelled: boolean): Counter {
  const counts = new Map<string, number>(labelled ? [] : [['', 0]]);
  return {
    add: (labels = '', by = 1) => {
      counts.set(labels, (counts.get(labels) ?? 0) + by);
    },
    lines: () => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} counter`,
      ...[...counts].map(([labels, count]) => `${name}${labels === '' ? '' : `{${labels}}`} ${count}`),
    ],
  };
}

/** A value as it is now. */
export function gauge(name: string, help: string, value: number): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`];
}

export type Histogram = {
  readonly observe: (seconds: number) => void;
  readonly lines: () => readonly string[];
};

/** How often something took how long. @param bounds upper bounds in seconds, rising. */
export function histogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const counts = bounds.map(() => 0);
  let count = 0;
  let sum = 0;
  return {
    observe: (seconds) => {
      count += 1;
      sum += seconds;
      for (const [index, bound] of bounds.entries()) {
        if (seconds <= bound) counts[index] = (counts[index] ?? 0) + 1;
      }
    },
    lines: () => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} histogram`,
      ...bounds.map((bound, index) => `${name}_bucket{le="${bound}"} ${counts[index] ?? 0}`),
      `${name}_bucket{le="+Inf"} ${count}`,
      `${name}_sum ${sum}`,
      `${name}_count ${count}`,
    ],
  };
}
