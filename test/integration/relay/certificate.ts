import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { tempFolder } from './temp-folder.ts';

/** Where a certificate and its key lie. */
export type Pem = { readonly cert: string; readonly key: string };

/** A certificate for this name that vouches for itself, in a folder of the test's own. */
export function certificate(name: string): Pem {
  const folder = tempFolder();
  const paths = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const out = ['-subj', `/CN=${name}`, '-keyout', paths.key, '-out', paths.cert];
  execFileSync('openssl', ['req', '-x509', ...kind, ...out], { stdio: 'ignore' });
  return paths;
}
