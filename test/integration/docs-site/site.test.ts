import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite, SITE } from '../../docs-site/build.ts';
import { sitePages } from '../../docs-site/pages.ts';
import { serveSite, type ServedSite } from '../../docs-site/serve.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import { findChromium } from '../../host/find-chromium.ts';
import { LONG } from '../../runner/long.ts';

describe(`the documentation site ${LONG}`, () => {
  let site: ServedSite;
  let browser: Browser;

  beforeAll(async () => {
    await buildSite();
    site = await serveSite(SITE, 0);
    const executablePath = findChromium();
    browser = await chromium.launch({
      ...(executablePath !== null && { executablePath }),
      args: ['--no-sandbox', '--disable-background-networking'],
    });
  });
  afterAll(async () => {
    await browser.close();
    site.stop();
  });

  /** Opens a page and lists the addresses outside the site that it asked for, and its errors. */
  async function open(path: string) {
    const page = await browser.newPage();
    const wrong: string[] = [];
    page.on('request', (request) => {
      if (!/^(?:data:|http:\/\/127\.0\.0\.1:)/.test(request.url())) wrong.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text());
    });
    page.on('pageerror', (error) => wrong.push(error.message));
    await page.goto(`${site.origin}${path}`, { waitUntil: 'networkidle' });
    return { page, wrong };
  }

  it('has a page for each document', () => {
    const missing = sitePages(projectRoot).filter(
      ({ address }) => !existsSync(join(SITE, address.replace(/\.md$/, '.html'))),
    );
    expect(missing).toEqual([]);
  });

  it('finds a word that stands in one page alone, and asks no other host', async () => {
    const { page, wrong } = await open('/');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('idempotency');
    await page.getByRole('option').first().waitFor();
    await page.getByRole('option').filter({ hasText: 'The queue' }).first().click();
    await page.waitForURL(/\/queue\.html/);
    expect(wrong).toEqual([]);
    await page.close();
  });

  it.each(['/installers.html', '/architecture.html', '/repository/electron/'])(
    'shows %s with its pictures, and asks no other host',
    async (path) => {
      const { page, wrong } = await open(path);
      const broken = await page
        .locator('img')
        .evaluateAll((images) =>
          images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth === 0).map(String),
        );
      expect({ broken, wrong }).toEqual({ broken: [], wrong: [] });
      await page.close();
    },
  );

  it('opens a linked file of the repository as text', async () => {
    const { page } = await open('/relay-deployment.html');
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'The service' }).click(),
    ]);
    await opened.waitForLoadState();
    expect(await opened.locator('body').innerText()).toContain('[Unit]');
    await opened.close();
    await page.close();
  });

  it('is served to this computer alone', () => {
    expect(site.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});
