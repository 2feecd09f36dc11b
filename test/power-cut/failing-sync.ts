import fs, { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/*
 * Imported into a process ahead of its own code, this makes each sync of a file beside the event loop fail while the
 * file named in BOXWRIGHT_TEST_SYNC_FAILS exists, as a disk does that is full or broken.
 */
const marker = process.env['BOXWRIGHT_TEST_SYNC_FAILS'] ?? '';
const { fdatasync } = fs;

const failing = (descriptor: number, callback: fs.NoParamCallback): void => {
  if (!existsSync(marker)) fdatasync(descriptor, callback);
  else callback(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }));
};
Object.assign(fs, { fdatasync: failing });
syncBuiltinESMExports();
