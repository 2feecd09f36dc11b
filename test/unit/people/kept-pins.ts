import { randomBytes, scryptSync } from 'node:crypto';

/** A PIN as some app may have kept it. */
export function sealedWith(
  pin: string,
  { ln, r, p }: { ln: number; r: number; p: number },
  salt = randomBytes(16),
) {
  const options = { N: 2 ** ln, r, p, maxmem: 1024 * 1024 * 1024 };
  return { salt, hash: scryptSync(pin, salt, 32, options) };
}
/** The same with its costs named. */
export const named = (pin: string, costs: { ln: number; r: number; p: number }) => {
  const { salt, hash } = sealedWith(pin, costs);
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$scrypt$ln=${costs.ln},r=${costs.r},p=${costs.p}$${unpadded(salt)}$${unpadded(hash)}`;
};
/** Kept by the app before costs were named: Node's defaults. */
export const unnamed = (pin: string) => {
  const { salt, hash } = sealedWith(pin, { ln: 14, r: 8, p: 1 });
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`;
};

/** How a PIN is kept today: 32 MiB for each guess. */
export const COSTS_NOW = '$scrypt$ln=15,r=8,p=1$';

/** Costs that are refused: a file may ask for too much, or make a guess cheap. */
export const OUT_OF_BOUNDS: readonly [what: string, costs: { ln: number; r: number; p: number }][] = [
  ['too much memory', { ln: 18, r: 8, p: 1 }],
  ['too large blocks', { ln: 15, r: 9, p: 1 }],
  ['too much time', { ln: 14, r: 8, p: 3 }],
  ['too little work', { ln: 13, r: 8, p: 1 }],
  ['too small blocks', { ln: 15, r: 7, p: 1 }],
];
