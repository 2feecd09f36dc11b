import { describe, expect, it, vi } from 'vitest';
import { chooseHost, type HostProbe } from '../../host/choose-host.ts';

const closedNetwork = 'its release site cannot be reached';

function probe(found: Partial<HostProbe>): HostProbe {
  return {
    installedElectron: () => null,
    fetchElectron: async () => closedNetwork,
    findChromium: () => null,
    installChromium: async () => false,
    ...found,
  };
}

describe('which host runs the app', () => {
  it('is Electron when its binary is there, without trying to fetch it', async () => {
    const fetchElectron = vi.fn<HostProbe['fetchElectron']>();
    const chosen = await chooseHost(
      undefined,
      probe({ installedElectron: () => '/e/electron', fetchElectron }),
    );
    expect(chosen).toMatchObject({ host: 'electron', executable: '/e/electron' });
    expect(fetchElectron).not.toHaveBeenCalled();
  });

  it('is Electron when its binary could be fetched', async () => {
    let fetched = false;
    const chosen = await chooseHost(
      undefined,
      probe({
        installedElectron: () => (fetched ? '/e/electron' : null),
        fetchElectron: async () => {
          fetched = true;
          return null;
        },
      }),
    );
    expect(chosen).toEqual({ host: 'electron', executable: '/e/electron', why: 'its binary was fetched' });
  });

  it('is an installed Chromium where Electron cannot be fetched, and says why', async () => {
    const chosen = await chooseHost(undefined, probe({ findChromium: () => '/usr/bin/chromium' }));
    expect(chosen).toMatchObject({ host: 'chromium', executable: '/usr/bin/chromium' });
    expect(chosen.why).toContain(closedNetwork);
  });

  it('is Chromium by apt where that may be installed', async () => {
    let installed = false;
    const chosen = await chooseHost(
      undefined,
      probe({
        findChromium: () => (installed ? '/usr/bin/chromium' : null),
        installChromium: async () => {
          installed = true;
          return true;
        },
      }),
    );
    expect(chosen.why).toContain('installed by apt');
  });

  it('does not look for Electron when Chromium is asked for', async () => {
    const fetchElectron = vi.fn<HostProbe['fetchElectron']>();
    const installedElectron = () => '/e/electron';
    const findChromium = () => '/usr/bin/chromium';
    const chosen = await chooseHost('chromium', probe({ installedElectron, fetchElectron, findChromium }));
    expect(chosen.host).toBe('chromium');
    expect(fetchElectron).not.toHaveBeenCalled();
  });

  it('names the exact command when nothing is there', async () => {
    await expect(chooseHost(undefined, probe({}))).rejects.toThrow(/sudo apt-get install -y chromium/);
    await expect(chooseHost('electron', probe({}))).rejects.toThrow(/npx install-electron/);
  });
});
