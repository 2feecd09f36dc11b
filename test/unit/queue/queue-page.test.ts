import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  operationState,
  type OperationState,
  firstStates,
  mayMove,
  transitions,
} from '../../../shared/domain/operation.ts';
import { operationAction } from '../../../shared/domain/operation-commands.ts';
import type { Preparation } from '../../../electron/operations/queue/kinds/kind.ts';
import en from '../../../resources/locales/en.json' with { type: 'json' };

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/queue.md'), 'utf8');
const ends: readonly OperationState[] = operationState.options.filter(
  (state) => transitions[state].length === 0,
);

const stateNamed = (name: string) => operationState.parse(name.replaceAll('_', '-'));

/** The arrows of the diagram; `[*]` is where an operation begins and where it ends. */
const arrows = [...page.matchAll(/^ {2}(\S+) --> (\S+?)(?::.*)?$/gm)].map(([, from = '', to = '']) => ({
  from,
  to,
}));
const drawn = arrows
  .filter(({ from, to }) => from !== '[*]' && to !== '[*]')
  .map(({ from, to }) => ({ from: stateNamed(from), to: stateNamed(to) }));

/** The rows of the table of states: the state, and every state that its last cell names. */
const rows = [...page.matchAll(/^\| `([a-z-]+)` +\|[^|]+\|([^|]+)\|$/gm)].map(
  ([, state = '', goes = '']) => ({
    state: stateNamed(state),
    goes: new Set([...goes.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => stateNamed(name))),
  }),
);

/** Tables of names in code, by their heading: the first cell of each row, and the second. */
function namesUnder(heading: string): readonly (readonly [string, string])[] {
  const [, after = ''] = page.split(`\n## ${heading}\n`);
  const [part = ''] = after.split('\n## ');
  return [...part.matchAll(/^\| `([a-z-]+)` +\| ([^|]+?) +\|/gm)].map(([, name = '', next = '']) => [
    name,
    next,
  ]);
}

/** Every answer of the pre-send check; the compiler asks for a new one. */
const answers = { send: 1, already: 1, refused: 1, later: 1, wait: 1 } satisfies Record<
  Preparation<never>['go'],
  1
>;

describe('docs/queue.md and the decisions about an operation', () => {
  it('describe every answer of the pre-send check', () => {
    const described = namesUnder('Pre-send check').map(([name]) => name);
    expect(described.toSorted()).toEqual(Object.keys(answers).toSorted());
  });

  it('describe every action of a person, by the text of its button', () => {
    const described = Object.fromEntries(namesUnder('Actions of a person'));
    expect(described).toEqual(en.queue.act);
    expect(Object.keys(described).toSorted()).toEqual(operationAction.options.toSorted());
  });
});

describe('docs/queue.md and the table of transitions', () => {
  it('name the same states', () => {
    expect(rows.map(({ state }) => state).toSorted()).toEqual(operationState.options.toSorted());
    expect(new Set(drawn.flatMap(({ from, to }) => [from, to]))).toEqual(new Set(operationState.options));
  });

  it.each(operationState.options)('say the same of where “%s” goes', (state) => {
    const row = rows.find((known) => known.state === state);
    expect([...(row?.goes ?? [])].toSorted()).toEqual(transitions[state].toSorted());
  });

  it('begin and end in the same states', () => {
    const named = (states: readonly string[]) => states.map(stateNamed).toSorted();
    expect(named(arrows.filter(({ from }) => from === '[*]').map(({ to }) => to))).toEqual(
      firstStates.toSorted(),
    );
    expect(named(arrows.filter(({ to }) => to === '[*]').map(({ from }) => from))).toEqual(ends.toSorted());
  });

  it('agree about every arrow that is drawn', () => {
    expect(drawn.filter(({ from, to }) => !mayMove(from, to))).toEqual([]);
    expect(new Set(drawn.map(({ from, to }) => `${from} ${to}`)).size).toBe(drawn.length);
  });

  it('leave out of the picture only the transitions that the page excludes', () => {
    const isDrawn = (from: OperationState, to: OperationState) =>
      drawn.some((arrow) => arrow.from === from && arrow.to === to);
    const leftOut = operationState.options.flatMap((from) =>
      transitions[from]
        .filter((to) => from !== to && to !== 'cancelled' && from !== 'held' && !isDrawn(from, to))
        .map((to) => ({ from, to })),
    );
    // A result of an earlier try.
    expect(leftOut.filter(({ to }) => to !== 'done' && to !== 'failed')).toEqual([]);
    expect(leftOut.filter(({ from }) => from === 'sending' || from === 'awaiting-result')).toEqual([]);
  });
});

describe('docs/queue.md and the checks', () => {
  const section = page.split('## Guarantees')[1]?.split('\n## ')[0] ?? '';
  const guarantees = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));

  it('name a check that exists for each guarantee', () => {
    expect(guarantees.length).toBeGreaterThan(10);
    const checked = guarantees.map(([, guarantee, , checks = '']) => ({
      guarantee,
      paths: [...checks.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path),
    }));
    expect(checked.filter(({ paths }) => paths.length === 0)).toEqual([]);
    expect(checked.filter(({ paths }) => paths.some((path) => !existsSync(join(root, path))))).toEqual([]);
  });

  it('link every promise of the simulated days to a guarantee', () => {
    const words = (text: string) => [...text.matchAll(/`([a-z ]+)`/g)].map(([, word = '']) => word);
    const guide = readFileSync(join(root, 'test/faults/README.md'), 'utf8');
    const [, table = ''] = guide.split('\n## Promises\n');
    const promised = [...(table.split('\n`bugs.ts`')[0] ?? '').matchAll(/^\|([^|]*`[^|]*)\|/gm)];
    const known = promised.flatMap(([, cell = '']) => words(cell));
    const linked = guarantees.flatMap(([, , , checks = '']) => words(checks.split(';')[1] ?? ''));
    const ofAll = words(/They have two more[^.]*\./.exec(section)?.[0] ?? '');
    expect(known.length).toBeGreaterThan(20);
    expect(new Set([...linked, ...ofAll])).toEqual(new Set(known));
  });
});
