import { type ChosenHost, NoHostError } from './chosen-host.ts';
import { INSTALL_COMMAND, installChromiumPackages } from './debian-packages.ts';
import { fetchElectron, installedElectron } from './electron-binary.ts';
import { findChromium } from './find-chromium.ts';

/** Looking and fetching, apart from the choice, so that the choice can be tested. */
export interface HostProbe {
  readonly installedElectron: () => string | null;
  /** Null when it was fetched, else why not. */
  readonly fetchElectron: () => Promise<string | null>;
  readonly findChromium: () => string | null;
  /** False when packages may not be installed here, or could not. */
  readonly installChromium: () => Promise<boolean>;
}

/**
 * Electron when its binary is there or can be fetched, else an installed Chromium, else Chromium by apt when root.
 * `BOXWRIGHT_HOST` (electron | chromium) decides by itself. Throws NoHostError naming the command that helps.
 */
export async function chooseHost(wanted: string | undefined, probe: HostProbe): Promise<ChosenHost> {
  if (wanted === 'chromium') return chromiumBecause('BOXWRIGHT_HOST asks for it', probe);
  const present = probe.installedElectron();
  if (present !== null) return { host: 'electron', executable: present, why: 'its binary is there' };
  const refusal = await probe.fetchElectron();
  const fetched = refusal === null ? probe.installedElectron() : null;
  if (fetched !== null) return { host: 'electron', executable: fetched, why: 'its binary was fetched' };
  const missing = `Electron is not there and ${refusal ?? 'its binary could not be fetched'}`;
  if (wanted === 'electron') throw new NoHostError(`${missing}. Run: npx install-electron --no`);
  return chromiumBecause(missing, probe);
}

async function chromiumBecause(why: string, probe: HostProbe): Promise<ChosenHost> {
  const present = probe.findChromium();
  if (present !== null) return { host: 'chromium', executable: present, why };
  const installed = (await probe.installChromium()) ? probe.findChromium() : null;
  if (installed !== null) return { host: 'chromium', executable: installed, why: `${why}; installed by apt` };
  throw new NoHostError(`${why}, and there is no Chromium. Run: ${INSTALL_COMMAND}`);
}

let chosen: Promise<ChosenHost> | undefined;

/** The host of this run, chosen once; processes started later inherit the choice and do not try to fetch again. */
export function hostOfThisRun(say: (line: string) => void): Promise<ChosenHost> {
  chosen ??= chooseHost(process.env['BOXWRIGHT_HOST'], realProbe(say)).then((found) => {
    process.env['BOXWRIGHT_HOST'] = found.host;
    process.env['BOXWRIGHT_HOST_WHY'] ??= found.why;
    return { ...found, why: process.env['BOXWRIGHT_HOST_WHY'] };
  });
  return chosen;
}

function realProbe(say: (line: string) => void): HostProbe {
  return {
    installedElectron,
    fetchElectron: () => fetchElectron(say),
    findChromium,
    installChromium: () => installChromiumPackages(say),
  };
}
