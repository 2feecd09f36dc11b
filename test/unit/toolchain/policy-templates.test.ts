import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import plist from 'plist';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import {
  PREFERENCE_DOMAIN,
  readPolicy,
  REGISTRY_KEY,
  registryValues,
} from '../../../electron/profiles/machine-policy.ts';
import { policy } from '../../../shared/domain/profile.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import { policyFields } from '../../packaging/policies/fields.ts';
import { policyTemplates } from '../../packaging/policies/templates.ts';
import { templateTexts } from '../../packaging/policies/texts.ts';

const templates = policyTemplates();
const template = (name: string): string => templates.get(name) ?? '';
const names = policy.keyof().options;
const found = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

test.each([...templates])(
  'resources/policies/%s is made from the schema (npm run policies)',
  (name, text) => {
    expect(readFileSync(join(projectRoot, 'resources/policies', name), 'utf8')).toBe(text);
  },
);

test.each([...templates])('every tag of %s is closed', (_, text) => {
  const open: string[] = [];
  const wrong: string[] = [];
  const tags = text.replaceAll(/<!--[^]*?-->/g, '').matchAll(/<(\/?)([\w-]+)[^>]*?(\/?)>/g);
  for (const [tag, closes, name = '', empty] of tags) {
    if (closes === '/' && open.pop() !== name) wrong.push(tag);
    if (closes === '' && empty === '') open.push(name);
  }
  expect([...wrong, ...open]).toEqual([]);
});

describe('group policies', () => {
  const admx = template('windows/Boxwright.admx');

  test('set each value of the schema for the machine, in the key that the app reads', () => {
    expect(found(admx, /<policy name="(\w+)" class="Machine"/g)).toEqual(names);
    expect(found(admx, /<(?:enum|text|multiText|policy) (?:name|id)="\w+"[^>]* valueName="(\w+)"/g)).toEqual(
      names,
    );
    expect(new Set(found(admx, / key="([^"]+)"/g))).toEqual(new Set([REGISTRY_KEY.replace('HKLM\\', '')]));
    expect(admx).not.toMatch(/class="(?:User|Both)"/);
  });

  test.each(Object.values(templateTexts))('have all words and controls in $culture', ({ culture }) => {
    const adml = template(`windows/${culture}/Boxwright.adml`);
    expect(found(adml, /<string id="(\w+)">[^<]+</g).toSorted()).toEqual(
      [...new Set(found(admx, /\$\(string\.(\w+)\)/g))].toSorted(),
    );
    expect(found(adml, /<presentation id="(\w+)"/g)).toEqual(found(admx, /\$\(presentation\.(\w+)\)/g));
    expect(found(adml, /refId="(\w+)"/g)).toEqual(found(admx, /<(?:enum|text|multiText) id="(\w+)"/g));
  });

  /** The lines of `reg.exe` for each value that Windows can write by the template. */
  const written = policyFields().flatMap((field): readonly (readonly [string, string])[] => {
    const line = (type: string, value: string) => `    ${field.name}    ${type}    ${value}\r\n`;
    switch (field.form) {
      case 'switch':
        return [
          [`${field.name}, enabled`, line('REG_DWORD', '0x1')],
          [`${field.name}, disabled`, line('REG_DWORD', '0x0')],
        ];
      case 'choice':
        return field.choices.map((choice) => [`${field.name} ${choice}`, line('REG_SZ', choice)]);
      case 'list': {
        const of = { numbers: ['4711', '4712'], texts: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'] };
        const entries = typeof field.of === 'string' ? of[field.of] : field.of;
        return [[field.name, line('REG_MULTI_SZ', entries.join('\\0'))]];
      }
      case 'text': {
        const text = field.name === 'proxy' ? 'PROXY proxy.example:3128' : 'https://host.example/path';
        return [
          [field.name, line('REG_SZ', text)],
          ...(field.mayBeEmpty ? [[`${field.name}, disabled`, line('REG_SZ', '')] as const] : []),
        ];
      }
    }
  });

  test.each(written)('%s is a value that the app takes', (_, line) => {
    const values = registryValues(Buffer.from(line, 'latin1'));
    if (!values.ok) throw new Error(values.error);
    expect(policy.safeParse(Object.fromEntries(values.value)).success).toBe(true);
  });

  test('switch the update server off where the policy is disabled', () => {
    expect(admx).toMatch(/<disabledList>\s*<item valueName="updates">\s*<value>\s*<string><\/string>/);
  });
});

describe('the profile of macOS', () => {
  const profile = template('macos/Boxwright.mobileconfig');
  const payload = z.object({ PayloadType: z.literal(PREFERENCE_DOMAIN) }).loose();
  const configuration = z.object({
    PayloadType: z.literal('Configuration'),
    PayloadScope: z.literal('System'),
    PayloadContent: z.tuple([payload]),
  });
  const valuesOf = (xml: string) => configuration.parse(plist.parse(xml)).PayloadContent[0];

  test('sets nothing as it is', () => {
    expect(Object.keys(valuesOf(profile)).filter((name) => !name.startsWith('Payload'))).toEqual([]);
  });

  test('has an example of each value, which the app takes', async () => {
    const values = valuesOf(profile.replaceAll(/<!-- (<key>.*) -->/g, '$1'));
    const folder = mkdtempSync(join(tmpdir(), 'boxwright-profile-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, `${PREFERENCE_DOMAIN}.plist`);
    writeFileSync(file, JSON.stringify(values));
    const read = await readPolicy([
      { kind: 'managed-preferences', file, plutil: [process.execPath, '--eval', PRINT_LAST, '--'] },
    ]);
    expect(Object.keys(read)).toEqual(names);
  });

  test('and its manifest names each value', () => {
    const manifest = plist.parse(template(`macos/${PREFERENCE_DOMAIN}.plist`));
    const { pfm_subkeys: subkeys } = z
      .object({
        pfm_domain: z.literal(PREFERENCE_DOMAIN),
        pfm_subkeys: z.array(z.object({ pfm_name: z.string() })),
      })
      .parse(manifest);
    expect(subkeys.map(({ pfm_name: name }) => name).filter((name) => !name.startsWith('Payload'))).toEqual(
      names,
    );
  });

  test('is for the application identifier of the package', () => {
    expect(readFileSync(join(projectRoot, 'electron-builder.yml'), 'utf8')).toContain(
      `appId: ${PREFERENCE_DOMAIN}\n`,
    );
  });
});

/** A program that prints the file of its last argument. */
const PRINT_LAST = 'process.stdout.write(require("node:fs").readFileSync(process.argv.at(-1)))';
