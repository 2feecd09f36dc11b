import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private certificate authority. */
export interface Authority {
  /** Its own certificate, as BOXWRIGHT_CA_FILE names it. */
  readonly file: string;
  /** A certificate and key of a server with these names. */
  readonly issue: (...names: readonly string[]) => { readonly cert: Buffer; readonly key: Buffer };
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Makes an authority of this organisation, with openssl, in a folder of its own. */
export function makeAuthority(organisation: string, onTestFinished: (end: () => void) => void): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-authority-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const subject = `/O=${organisation}/CN=${organisation} Root`;
  openssl(
    'req',
    '-x509',
    ...NEW_KEY,
    '-days',
    '2',
    '-subj',
    subject,
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  );
  return {
    file: at('ca.pem'),
    issue: (...names) => {
      openssl('req', ...NEW_KEY, '-subj', '/CN=server', '-keyout', at('key.pem'), '-out', at('request.pem'));
      writeFileSync(at('names'), `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}\n`);
      const signing = [
        '-CA',
        at('ca.pem'),
        '-CAkey',
        at('ca.key'),
        '-CAcreateserial',
        '-extfile',
        at('names'),
      ];
      openssl('x509', '-req', '-in', at('request.pem'), ...signing, '-days', '2', '-out', at('cert.pem'));
      return { cert: readFileSync(at('cert.pem')), key: readFileSync(at('key.pem')) };
    },
  };
}
