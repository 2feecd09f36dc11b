import { REGISTRY_KEY } from '../../../electron/profiles/machine-policy.ts';
import type { Field } from './fields.ts';
import type { TemplateTexts } from './texts.ts';
import { escaped } from './xml.ts';

/** Group policies write below HKLM what the app reads there; the class `Machine` of each policy says so. */
const KEY = REGISTRY_KEY.replace('HKLM\\', '');
const NAMES =
  'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  'xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions"';
const HEAD = '<?xml version="1.0" encoding="utf-8"?>';

/** The definitions for Windows (ADMX): one policy for each value. */
export function admx(fields: readonly Field[]): string {
  return `${HEAD}
<policyDefinitions ${NAMES} revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="boxwright" namespace="Boxwright.Policies"/>
  </policyNamespaces>
  <resources minRequiredRevision="1.0"/>
  <supportedOn>
    <definitions>
      <definition name="SUPPORTED_BOXWRIGHT" displayName="$(string.supported)"/>
    </definitions>
  </supportedOn>
  <categories>
    <category name="boxwright" displayName="$(string.category)"/>
  </categories>
  <policies>
${fields.map(definitionOf).join('\n')}
  </policies>
</policyDefinitions>
`;
}

function definitionOf(field: Field): string {
  const { name } = field;
  const named = `name="${name}" class="Machine" displayName="$(string.${name})" explainText="$(string.${name}_explains)" key="${KEY}"`;
  const parents = `
      <parentCategory ref="boxwright"/>
      <supportedOn ref="SUPPORTED_BOXWRIGHT"/>`;
  if (field.form === 'switch') {
    return `    <policy ${named} valueName="${name}">${parents}
      <enabledValue>
        <decimal value="1"/>
      </enabledValue>
      <disabledValue>
        <decimal value="0"/>
      </disabledValue>
    </policy>`;
  }
  const off =
    field.form === 'text' && field.mayBeEmpty
      ? `
      <disabledList>
        <item valueName="${name}">
          <value>
            <string></string>
          </value>
        </item>
      </disabledList>`
      : '';
  return `    <policy ${named} presentation="$(presentation.${name})">${parents}${off}
      <elements>
${elementOf(field)}
      </elements>
    </policy>`;
}

/** A value that is typed or chosen in the editor; of a switch the state of the policy itself says all. */
type TypedField = Exclude<Field, { readonly form: 'switch' }>;
const isTyped = (field: Field): field is TypedField => field.form !== 'switch';

function elementOf(field: TypedField): string {
  const { name } = field;
  switch (field.form) {
    case 'choice':
      return `        <enum id="${name}" valueName="${name}" required="true">
${field.choices
  .map(
    (choice) => `          <item displayName="$(string.${name}_${choice})">
            <value>
              <string>${escaped(choice)}</string>
            </value>
          </item>`,
  )
  .join('\n')}
        </enum>`;
    case 'text':
      return `        <text id="${name}" valueName="${name}" maxLength="${field.longest}" required="true"/>`;
    case 'list':
      return `        <multiText id="${name}" valueName="${name}" maxStrings="${field.most}" required="true"/>`;
  }
}

/** The words of the definitions in one language (ADML). */
export function adml(fields: readonly Field[], texts: TemplateTexts): string {
  const strings = [
    ['category', texts.category],
    ['supported', texts.supported],
    ...fields.flatMap((field) => {
      const { title, explains } = texts.fields[field.name];
      const choices = field.form === 'choice' ? field.choices : [];
      return [
        [field.name, title],
        [`${field.name}_explains`, explains],
        ...choices.map((choice) => [`${field.name}_${choice}`, choice]),
      ];
    }),
  ];
  return `${HEAD}
<policyDefinitionResources ${NAMES} revision="1.0" schemaVersion="1.0">
  <displayName>Boxwright</displayName>
  <description>Boxwright</description>
  <resources>
    <stringTable>
${strings.map(([id = '', text = '']) => `      <string id="${id}">${escaped(text)}</string>`).join('\n')}
    </stringTable>
    <presentationTable>
${fields
  .filter(isTyped)
  .map((field) => presentationOf(field, texts))
  .join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

function presentationOf(field: TypedField, texts: TemplateTexts): string {
  const { name } = field;
  const title = escaped(texts.fields[name].title);
  const control = () => {
    switch (field.form) {
      case 'choice':
        return `<dropdownList refId="${name}" noSort="true">${title}</dropdownList>`;
      case 'text':
        return `<textBox refId="${name}">
          <label>${title}</label>
        </textBox>`;
      case 'list':
        return `<multiTextBox refId="${name}">${title} (${escaped(texts.lines)})</multiTextBox>`;
    }
  };
  return `      <presentation id="${name}">
        ${control()}
      </presentation>`;
}
