import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { role, type Role } from '../../../shared/domain/people.ts';
import { type CallName, callNames, isCallName } from '../../../shared/ipc/contract.ts';

/** One line of the table: the calls, which form of them, and who is answered. */
export interface TableRow {
  readonly calls: readonly CallName[];
  /** Of calls whose input decides; '' = every form. */
  readonly form: string;
  readonly allowed: readonly Role[];
}

const SECURITY = join(import.meta.dirname, '../../../docs/security.md');
const HEADING = '## Roles and calls';

/** The table in docs/security.md. `jobs.*` = the calls of that part that no other line names. */
export function readTable(text = readFileSync(SECURITY, 'utf8')): readonly TableRow[] {
  const section = text.split(`${HEADING}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  const [head = [], , ...rows] = lines.map(cellsOf);
  const roles = head.slice(1);
  if (roles.join() !== role.options.join()) throw new Error(`the roles of the table are ${roles.join()}`);
  const written = rows.map(([first = '', ...marks]) => {
    const [names = '', form = ''] = first.split(': ');
    return { names: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name), form, marks };
  });
  const named = new Set(written.flatMap(({ names }) => names).filter((name) => !name.endsWith('.*')));
  const callsOf = (name: string): readonly CallName[] => {
    if (name.endsWith('.*')) {
      const part = name.slice(0, -1);
      return callNames.filter((call) => call.startsWith(part) && !named.has(call));
    }
    if (!isCallName(name)) throw new Error(`the table names a call that there is not: ${name}`);
    return [name];
  };
  return written.map(({ names, form, marks }) => ({
    calls: names.flatMap(callsOf),
    form,
    allowed: role.options.filter((_role, at) => isYes(marks[at] ?? '')),
  }));
}

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

function isYes(mark: string): boolean {
  if (mark !== 'yes' && mark !== 'no') throw new Error(`the table says ${JSON.stringify(mark)}`);
  return mark === 'yes';
}
