import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeProfileFolder, profileFolder } from '../../../electron/profiles/profile.ts';
import { type Environment, customerId } from '../../../shared/ids.ts';
import { tempFolder } from '../relay/temp-folder.ts';

const identity = (environment: Environment, baseUrl: string, customer = 4711) => ({
  address: { environment, baseUrl },
  customerId: customerId.parse(customer),
});
const V3 = 'https://api.example/v3';
const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('the folder of a profile and customer', () => {
  test('is another one for every environment, address and customer', () => {
    const folders = [
      identity('uat', V3),
      identity('prod', V3),
      identity('uat', 'https://other.example/v3'),
      identity('uat', 'https://api.example/other/v3'),
      identity('uat', V3, 4712),
    ].map((one) => profileFolder('/data', one).folder);
    expect(new Set(folders).size).toBe(folders.length);
  });

  test('is the same however the same address is typed', () => {
    const { folder } = profileFolder('/data', identity('uat', V3));
    for (const same of ['https://API.example/v3', 'https://api.example:443/v3', 'https://api.example/v3/']) {
      expect(profileFolder('/data', identity('uat', same)).folder).toBe(folder);
    }
  });

  test('tells its environment and customer by name and holds two databases', () => {
    const { folder, queueFile, directoryFile } = profileFolder('/data', identity('uat', V3));
    expect(folder).toMatch(/^\/data\/profiles\/uat-[0-9a-f]{12}\/4711$/);
    expect([queueFile, directoryFile]).toEqual([join(folder, 'queue.db'), join(folder, 'directory.db')]);
  });

  test('looking for it makes nothing', () => {
    const dataDir = tempFolder();
    profileFolder(dataDir, identity('uat', V3));
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('is closed to everybody else, also where it was open before', () => {
    const dataDir = join(tempFolder(), 'data');
    const { folder } = profileFolder(dataDir, identity('uat', V3));
    mkdirSync(folder, { recursive: true });
    for (const path of [folder, dirname(folder), join(dataDir, 'profiles')]) chmodSync(path, 0o755);
    makeProfileFolder(dataDir, identity('uat', V3));
    for (const path of [folder, dirname(folder), join(dataDir, 'profiles')]) expect(modeOf(path)).toBe(0o700);
  });

  test('creating it again keeps its content', () => {
    const dataDir = tempFolder();
    const { queueFile } = makeProfileFolder(dataDir, identity('uat', V3));
    writeFileSync(queueFile, 'kept');
    makeProfileFolder(dataDir, identity('uat', V3));
    expect(existsSync(queueFile)).toBe(true);
  });
});
