import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checklistCalls } from '../../../electron/handlers/workshop.ts';
import { createChecklists, shippedTemplates, openTemplateFolder } from '../../../electron/jobs/checklists.ts';
import { createAttachedFiles } from '../../../electron/jobs/attached-files.ts';
import { createTranslator } from '../../../electron/base/translator.ts';
import { type ChecklistTemplate, checklistTemplate } from '../../../shared/domain/checklist.ts';
import type { Topic } from '../../../shared/ipc/messages.ts';

/** The shipped checklists as they are listed. */
const shipped = shippedTemplates.map(({ id, version }) => `${id} ${version} shipped`);
const say = createTranslator('en');
const van = shippedTemplates.find(({ id }) => id === 'van') ?? expect.fail('the van ships');
const own = (id: string, version: number, en: string): ChecklistTemplate =>
  checklistTemplate.parse({
    id,
    version,
    title: { en },
    items: [{ id: 'done', type: 'confirm', required: true, text: { en: 'All done' } }],
  });

/** A workshop's folder and the checklists as a running app has them. */
function workshop() {
  const dataDir = mkdtempSync(join(tmpdir(), 'boxwright-checklists-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const path = join(dataDir, 'checklists');
  const folder = openTemplateFolder(path);
  const checklists = createChecklists({ folder, remembered: () => [] });
  const published: Topic[] = [];
  let saveAs: string | null = null;
  const calls = checklistCalls({
    checklists: () => checklists,
    folder,
    examples: createAttachedFiles(join(path, 'files')),
    published: () => null,
    saveDialog: { choose: () => Promise.resolve(saveAs) },
    shell: { showInFolder: () => undefined, openFile: () => Promise.resolve(true) },
    exportTitle: () => 'Save',
    publish: (topics) => published.push(...topics),
  });
  const context = { sender: { windowId: 1, url: '', isMainFrame: true, page: 'page-1' } };
  return {
    path,
    published,
    put: (file: string, text: string) => {
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, file), text);
    },
    list: async () => await calls['checklists.list']({}, context),
    save: async (template: ChecklistTemplate) => await calls['checklists.save']({ template }, context),
    remove: async (id: string) => await calls['checklists.remove']({ id }, context),
    draft: async (id: string) => await calls['checklists.draft']({ id }, context),
    saveDraft: async (id: string, draft: string | null) =>
      await calls['checklists.saveDraft']({ id, draft }, context),
    exportTo: async (place: string | null, id: string, version: number) => {
      saveAs = place;
      return await calls['checklists.export']({ id, version }, context);
    },
  };
}

const offered = ({ checklists }: Awaited<ReturnType<ReturnType<typeof workshop>['list']>>) =>
  checklists.map(({ template, source }) => `${template.id} ${template.version} ${source}`);

test('without a folder the checklists are those that ship with the app', async () => {
  const list = await workshop().list();
  expect(offered(list)).toEqual(shipped);
  expect(list.faults).toEqual([]);
});

test('a file put there by hand replaces the shipped one of its id, others come beside', async () => {
  const bench = workshop();
  bench.put('our van.json', JSON.stringify(own('van', 7, 'Our vans')));
  bench.put('tractor.json', JSON.stringify(own('tractor', 1, 'Tractor')));
  expect(offered(await bench.list())).toEqual([
    'tractor 1 workshop',
    'van 7 workshop',
    ...shipped.filter((name) => !name.startsWith('van ')),
  ]);
});

test('a bad file is one plain sentence with file, place and reason, and the app goes on with the others', async () => {
  const bench = workshop();
  bench.put('tractor.json', JSON.stringify(own('tractor', 1, 'Tractor')));
  bench.put('van.json', JSON.stringify({ ...van, items: [{ ...van.items[0], type: 'hologram' }] }));
  bench.put('half.json', '{"id": ');
  bench.put('notes.txt', 'not a template at all');
  const list = await bench.list();
  expect(offered(list)).toEqual(['tractor 1 workshop', ...shipped]);
  expect(list.faults.map(({ file, item, says }) => `${file} ${String(item)} ${say(says)}`)).toEqual([
    expect.stringMatching(/^half\.json null It is not readable as JSON: /),
    'van.json 1 This version of Boxwright knows no item of the kind “hologram”.',
  ]);
});

test('two files with one version are reported, and the first by name counts', async () => {
  const bench = workshop();
  bench.put('a.json', JSON.stringify(own('van', 7, 'First')));
  bench.put('b.json', JSON.stringify(own('van', 7, 'Second')));
  const list = await bench.list();
  expect(list.checklists[0]?.template.title.en).toBe('First');
  expect(list.faults.map(({ file, says }) => `${file}: ${say(says)}`)).toEqual([
    'b.json: Version 7 of “van” is in a.json already.',
  ]);
});

test('saving makes a new version each time, and every version stays there to go back to', async () => {
  const bench = workshop();
  const [second, third] = [van.version + 1, van.version + 2];
  expect(await bench.save({ ...van, title: { en: 'Our van' } })).toEqual({ version: second });
  expect(await bench.save({ ...van, title: { en: 'Our better van' } })).toEqual({ version: third });
  const [first] = (await bench.list()).checklists;
  expect(first?.template).toMatchObject({ id: 'van', version: third, title: { en: 'Our better van' } });
  expect(first?.versions.map(({ version }) => version)).toEqual([third, second, van.version]);
  expect(first?.versions.at(-1)).toEqual(van);
  expect(readdirSync(bench.path).sort()).toEqual([`van.v${second}.json`, `van.v${third}.json`]);
  expect(bench.published).toContain('checklists');
});

test('an unusable template is not saved', async () => {
  const bench = workshop();
  const [item] = own('mine', 1, 'Mine').items;
  const hangsInTheAir = {
    ...own('mine', 1, 'Mine'),
    items: [{ ...item, when: { item: 'gone', confirmed: true } }],
  };
  await expect(bench.save(checklistTemplate.parse(hangsInTheAir))).rejects.toMatchObject({
    problem: { code: 'checklist-malformed' },
  });
  expect(offered(await bench.list())).not.toContain('mine 1 workshop');
});

test('taking the workshop’s own off the list brings back the shipped one, and throws no file away', async () => {
  const bench = workshop();
  await bench.save({ ...van, title: { en: 'Our van' } });
  await bench.remove('van');
  expect(offered(await bench.list())).toContain(`van ${van.version} shipped`);
  expect(readdirSync(join(bench.path, 'removed'))).toEqual([`van.v${van.version + 1}.json`]);
});

test('an edit under way survives a restart, and is gone once it is saved', async () => {
  const bench = workshop();
  await bench.saveDraft('van', '{"half": "typed');
  const again = openTemplateFolder(bench.path);
  expect(again.readDraft('van')).toBe('{"half": "typed');
  expect((await bench.list()).drafts).toEqual(['van']);
  await bench.save(van);
  expect(await bench.draft('van')).toEqual({ draft: null });
  expect((await bench.list()).drafts).toEqual([]);
});

test('an exported file is the template, ready to be put into another workshop’s folder', async () => {
  const bench = workshop();
  const file = join(bench.path, '..', 'exported.json');
  expect(await bench.exportTo(null, 'van', van.version)).toEqual({ path: null });
  expect(await bench.exportTo(file, 'van', van.version)).toEqual({ path: file });
  const other = workshop();
  other.put('from-elsewhere.json', readFileSync(file, 'utf8'));
  expect((await other.list()).checklists[0]).toMatchObject({ source: 'workshop', template: van });
});
