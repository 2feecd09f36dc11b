import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * `reg.exe query KEY /reg:64` of Windows over a file: `{ "KEY": [["name", "TYPE", "value"], …] }`. A key that the file lacks answers
 * as Windows does, in the language of its system. `null` in place of a key's values: access is denied.
 */
const [hive = '', verb, asked = '', view] = process.argv.slice(2);
if (verb !== 'query' || view !== '/reg:64') process.exit(1);
const keys = z
  .record(z.string(), z.array(z.array(z.string())).nullable())
  .parse(JSON.parse(readFileSync(hive, 'utf8')));
const full = asked.replace(/^HKLM/, 'HKEY_LOCAL_MACHINE');
const values = Object.hasOwn(keys, full) ? keys[full] : undefined;
const below = Object.keys(keys).filter(
  (key) => key.startsWith(`${full}\\`) && !key.slice(full.length + 1).includes('\\'),
);
if (values === null || (values === undefined && below.length === 0)) {
  process.stderr.write('FEHLER: Der angegebene Registrierungsschlüssel wurde nicht gefunden.\r\n');
  process.exit(1);
}
const rows = (values ?? []).map((row) => `    ${row.join('    ')}`);
const own = rows.length > 0 ? [full, ...rows, ''] : [];
process.stdout.write(Buffer.from(['', ...own, ...below, ''].join('\r\n'), 'latin1'));
