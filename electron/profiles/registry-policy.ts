import { err, ok, type Result } from '../../shared/result.ts';
import { outputOf, type SystemTool } from './system-tool.ts';

/** Only administrators can write below this key; group policies and Intune store their values here. */
const POLICIES = 'HKLM\\SOFTWARE\\Policies';
export const REGISTRY_KEY = `${POLICIES}\\Boxwright`;
const FULL_KEY = REGISTRY_KEY.replace('HKLM', 'HKEY_LOCAL_MACHINE').toLowerCase();

const MOST_BYTES = 256 * 1024;
const MOST_LINES = 1_000;
/** `reg.exe` separates name, type and value by four spaces, and indents value lines by four. */
const GAP = '    ';
/** `reg.exe` answers in the console's code page, so other characters would be decoded wrongly. */
const PLAIN = /^[\t\x20-\x7e]*$/;

type RegistryValue = string | boolean | readonly string[];
export type RegistryValues = ReadonlyMap<string, RegistryValue>;

/**
 * Reads the values of the key, or returns the name of the first invalid one as the error. `reg` is Windows' own
 * `reg.exe`. Its exit code is the same for a missing and for an unreadable key, and its messages are translated; so
 * the parent key is listed to see whether the key exists.
 */
export async function readRegistryPolicy(reg: SystemTool): Promise<Result<RegistryValues, string>> {
  const above = await outputOf(reg, ['query', POLICIES, '/reg:64']);
  if (above === null) return err('reg.exe');
  if (!linesOf(above).some((line) => line.toLowerCase() === FULL_KEY)) return ok(new Map());
  const own = await outputOf(reg, ['query', REGISTRY_KEY, '/reg:64']);
  return own === null ? err('reg.exe') : registryValues(own);
}

/**
 * Parses the output of `reg.exe query`: strings, lists of strings, booleans. Any other value is refused by its
 * name.
 */
export function registryValues(output: Buffer): Result<RegistryValues, string> {
  if (output.length > MOST_BYTES) return err('size');
  const lines = linesOf(output);
  if (lines.length > MOST_LINES) return err('size');
  const values = new Map<string, RegistryValue>();
  for (const [index, line] of lines.entries()) {
    if (line === '' || (values.size === 0 && line.toLowerCase() === FULL_KEY)) continue;
    const row = valueIn(line);
    if (row === null) return err(`line ${index + 1}`);
    const value = PLAIN.test(line) ? typed(row) : null;
    if (value === null || values.has(row.name)) return err(row.name);
    values.set(row.name, value);
  }
  return ok(values);
}

const linesOf = (output: Buffer): readonly string[] =>
  output
    .toString('latin1')
    .split('\n', MOST_LINES + 1)
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));

interface Row {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

function valueIn(line: string): Row | null {
  if (!line.startsWith(GAP)) return null;
  const afterName = line.indexOf(GAP, GAP.length);
  const typeStart = afterName + GAP.length;
  const afterType = line.indexOf(GAP, typeStart);
  if (afterName <= GAP.length || afterType <= typeStart) return null;
  return {
    name: line.slice(GAP.length, afterName),
    type: line.slice(typeStart, afterType),
    value: line.slice(afterType + GAP.length),
  };
}

function typed({ type, value }: Row): RegistryValue | null {
  switch (type) {
    case 'REG_SZ':
      return value;
    case 'REG_MULTI_SZ':
      // `reg.exe` prints the NUL after each string as these two characters.
      return value.split('\\0').filter((text) => text !== '');
    case 'REG_DWORD':
      return value === '0x1' ? true : value === '0x0' ? false : null;
    default:
      return null;
  }
}
