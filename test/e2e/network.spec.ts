import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notable } from '../operator/seed/notable.ts';
import { companyNetwork, LOGIN, OPERATOR, RELAY } from '../integration/network/company.ts';
import { connectValues, goOnFromTest, press, typeOperator } from './fixture/connect.ts';
import { drive, finish, KNOWN_CAR, section } from './fixture/drive.ts';
import { countedWrites, heldAbout, WRITES_OF_ONE_INSTALLATION } from './fixture/operator-record.ts';
import { expect, test as workshopTest } from './fixture/workshop.ts';

/* A PAC file, a proxy with a login, inspected TLS. */

/** The Chromium host alone takes its proxies from a PAC file; Electron has those of the system. */
const test = workshopTest.extend<{
  company: Awaited<ReturnType<typeof companyNetwork>> & { readonly pac: string };
}>({
  company: async ({ app, workshop }, use) => {
    const ends: (() => void | Promise<void>)[] = [];
    const company = await companyNetwork({ onTestFinished: (end) => ends.push(end) }, workshop, {
      withLogin: true,
    });
    const pac = join(app.dataDir, 'company.pac');
    await writeFile(
      pac,
      `function FindProxyForURL(url, host) {
        return dnsDomainIs(host, '.boxwright.test') ? 'PROXY 127.0.0.1:9; PROXY 127.0.0.1:${company.proxy.port}' : 'DIRECT';
      }`,
    );
    await use({ ...company, pac });
    for (const end of ends.toReversed()) await end();
  },
});

test('through a PAC file, a proxy with a login and inspected TLS: connected by hand, the main job is done once @long', async ({
  app,
  workshop,
  company,
}) => {
  const { page, host } = await app.start({
    BOXWRIGHT_HOST_PAC_FILE: company.pac,
    BOXWRIGHT_CA_FILE: company.authority.file,
  });
  test.skip(host.host === 'electron', 'proxies of the system');
  const values = {
    ...connectValues(workshop),
    address: company.variables['BOXWRIGHT_BASE_URL'] ?? '',
    relayUrl: company.variables['BOXWRIGHT_RELAY_URL'] ?? '',
  };
  const tests = section(page, 'Tests');
  await typeOperator(page, values);
  await press(page, 'Test');
  await expect(tests).toContainText('The company’s proxy asks for a login');
  await press(page, 'Sign in to the proxy');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('User name', { exact: true }).fill(LOGIN.username);
  await dialog.getByLabel('Password', { exact: true }).fill(LOGIN.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await press(page, 'Test');
  await expect(tests).toContainText(`Through the proxy 127.0.0.1:${company.proxy.port}`);
  await expect(tests).toContainText('TLS 1.3, certificate issued by Contoso Inspection');
  await expect(tests).toContainText('This traffic is inspected');
  await goOnFromTest(page, values);
  await press(page, 'Go on to Home');

  await drive(page, KNOWN_CAR);
  await finish(page);
  const { operator } = workshop;
  expect(heldAbout(operator, notable.plates.withoutBox)).toMatchObject({
    cars: 1,
    boxes: [KNOWN_CAR.serial],
  });
  expect(countedWrites(operator)).toEqual(WRITES_OF_ONE_INSTALLATION);
  expect(operator.violations.all).toEqual([]);
  const reached = new Set(
    company.proxy.seen.filter(({ status }) => status === 200).map(({ target }) => target),
  );
  expect(reached).toEqual(new Set([`${OPERATOR}:443`, `${RELAY}:443`]));
});
