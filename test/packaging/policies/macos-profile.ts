import plist, { type PlistObject } from 'plist';
import { PREFERENCE_DOMAIN } from '../../../electron/profiles/machine-policy.ts';
import type { PolicyField } from '../../../shared/domain/profile.ts';
import type { Field } from './fields.ts';
import type { TemplateTexts } from './texts.ts';
import { escaped } from './xml.ts';

/** Of this template, for good: an administrator's copy that is installed again takes the place of the one before. */
const PROFILE_ID = '5D0D7F6C-3C67-4B0E-9C1A-7B1E2C9A4F10';
const VALUES_ID = 'A2C4D3B1-8E0F-4E57-9D55-0C6B7F1E8D21';

/** Values of a form that the field takes; the administrator replaces them. */
const examples: Readonly<Record<PolicyField, string | boolean | readonly (string | number)[]>> = {
  environment: 'uat',
  address: 'https://api.operator.example/v3',
  relay: 'https://relay.company.example',
  customers: [4711],
  roles: ['installer'],
  publishers: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
  role: 'installer',
  updates: 'https://updates.company.example',
  proxy: 'PROXY proxy.company.example:3128; DIRECT',
  caFile: '/Library/Application Support/Boxwright/authorities.pem',
  language: 'en',
  staysInTray: true,
  startsAtLogin: true,
};

/**
 * A configuration profile for macOS. It sets nothing as it is: each value is a comment of its own line by line, which an administrator
 * takes the marks off.
 */
export function mobileConfig(fields: readonly Field[], texts: TemplateTexts): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadDisplayName</key>
  <string>Boxwright</string>
  <key>PayloadIdentifier</key>
  <string>${PREFERENCE_DOMAIN}.policy</string>
  <key>PayloadScope</key>
  <string>System</string>
  <key>PayloadType</key>
  <string>Configuration</string>
  <key>PayloadUUID</key>
  <string>${PROFILE_ID}</string>
  <key>PayloadVersion</key>
  <integer>1</integer>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadDisplayName</key>
      <string>Boxwright</string>
      <key>PayloadIdentifier</key>
      <string>${PREFERENCE_DOMAIN}.policy.values</string>
      <key>PayloadType</key>
      <string>${PREFERENCE_DOMAIN}</string>
      <key>PayloadUUID</key>
      <string>${VALUES_ID}</string>
      <key>PayloadVersion</key>
      <integer>1</integer>
${fields.map((field) => commentedValue(field.name, texts)).join('\n')}
    </dict>
  </array>
</dict>
</plist>
`;
}

function commentedValue(name: PolicyField, texts: TemplateTexts): string {
  const example = examples[name];
  const value =
    typeof example === 'boolean'
      ? `<${example}/>`
      : typeof example === 'string'
        ? textTag(example)
        : `<array>${example.map((entry) => (typeof entry === 'number' ? `<integer>${entry}</integer>` : textTag(entry))).join('')}</array>`;
  return `      <!-- ${escaped(texts.fields[name].explains)} -->
      <!-- <key>${name}</key>${value} -->`;
}

const textTag = (text: string): string => `<string>${escaped(text)}</string>`;

/** The description of the values for tools that show a form (ProfileCreator, iMazing, Jamf). */
export function profileManifest(fields: readonly Field[], texts: TemplateTexts): string {
  return `${plist.build({
    pfm_title: 'Boxwright',
    pfm_description: texts.category,
    pfm_domain: PREFERENCE_DOMAIN,
    pfm_format_version: 1,
    pfm_platforms: ['macOS'],
    pfm_targets: ['system'],
    pfm_unique: true,
    pfm_version: 1,
    pfm_subkeys: [...payloadKeys, ...fields.map((field) => subkeyOf(field, texts))],
  })}\n`;
}

/** The keys that every payload has. */
const payloadKeys: readonly PlistObject[] = [
  { pfm_name: 'PayloadDisplayName', pfm_type: 'string', pfm_default: 'Boxwright', pfm_require: 'always' },
  {
    pfm_name: 'PayloadIdentifier',
    pfm_type: 'string',
    pfm_default: PREFERENCE_DOMAIN,
    pfm_require: 'always',
  },
  { pfm_name: 'PayloadType', pfm_type: 'string', pfm_default: PREFERENCE_DOMAIN, pfm_require: 'always' },
  { pfm_name: 'PayloadUUID', pfm_type: 'string', pfm_require: 'always' },
  { pfm_name: 'PayloadVersion', pfm_type: 'integer', pfm_default: 1, pfm_require: 'always' },
];

function subkeyOf(field: Field, texts: TemplateTexts): PlistObject {
  const { title, explains } = texts.fields[field.name];
  const named = { pfm_name: field.name, pfm_title: title, pfm_description: explains };
  switch (field.form) {
    case 'switch':
      return { ...named, pfm_type: 'boolean' };
    case 'choice':
      return { ...named, pfm_type: 'string', pfm_range_list: field.choices };
    case 'text':
      return { ...named, pfm_type: 'string' };
    case 'list':
      return { ...named, pfm_type: 'array', pfm_subkeys: [entryOf(field.of)] };
  }
}

function entryOf(of: Extract<Field, { form: 'list' }>['of']): PlistObject {
  switch (of) {
    case 'numbers':
      return { pfm_type: 'integer' };
    case 'texts':
      return { pfm_type: 'string' };
    default:
      return { pfm_type: 'string', pfm_range_list: of };
  }
}
