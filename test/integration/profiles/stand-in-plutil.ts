import { readFileSync } from 'node:fs';
import plist from 'plist';

/** `plutil -convert json -o - -- FILE` of macOS, for property lists in XML. */
const [...args] = process.argv.slice(2);
const file = args.pop() ?? '';
if (args.join(' ') !== '-convert json -o - --') process.exit(1);
process.stdout.write(JSON.stringify(plist.parse(readFileSync(file, 'utf8'))));
