import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writeWhole } from '../../electron/base/whole-file.ts';
import { createSettingsFile } from '../../electron/profiles/settings-store.ts';

/* Writes a file, says so on stdout by its name, and waits for the power cut. */

const [folder, kind] = z.tuple([z.string(), z.enum(['settings', 'saved'])]).parse(process.argv.slice(2));

const name = kind === 'settings' ? 'profile.json' : 'job.bwjob';
const path = join(folder, name);
if (kind === 'settings') createSettingsFile(path).write({ language: 'de' });
else await writeWhole(path, ['{"language":"de"}']);
writeSync(1, `${name}\n`);
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
