import { ActionIcon, Checkbox, Select, Textarea } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import {
  LONGEST_PUBLISHED_TEXT,
  MOST_PUBLISHED_TEST_USERS,
  publishedPlace,
} from '../../../shared/relay/office-documents.ts';
import { availableLanguages } from '../../../shared/words/speak.ts';
import { useLocalText } from '../../components/checklist/use-checklist-words.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Row, Stack, Text } from '../../components/layout.tsx';
import { Card, Section } from '../../components/Section.tsx';
import { useQuery } from '../../data/lookup.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Candidate, PublishForm } from './publish-form.ts';

/* The parts of a publication as a form: checklists, sites, test users, texts. */

interface Part {
  readonly form: PublishForm;
  readonly onChange: (part: Partial<PublishForm>) => void;
}

type TypedText = PublishForm['texts'][number];
type Place = TypedText['place'];

/** The name of a place that shows a text. */
export function usePlaceName(): (place: Place) => string {
  const text = useText();
  return (place) => (place === 'home' ? text('navigation.home') : text(`step.${place}`));
}

/** The checklists of this laptop, each in its newest version. */
export function TemplatesPart({
  form,
  candidates,
  onChange,
}: Part & { readonly candidates: readonly Candidate[] }) {
  const text = useText();
  const localText = useLocalText();
  const toggle = (id: string, isOn: boolean) =>
    onChange({ templates: isOn ? [...form.templates, id] : form.templates.filter((one) => one !== id) });
  return (
    <Section title={text('checklists.title')}>
      <Card>
        <Stack gap="1">
          {candidates.map(({ id, version, title }) => (
            <Checkbox
              key={id}
              label={localText(title)}
              description={text('publication.version', { version })}
              checked={form.templates.includes(id)}
              onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
            />
          ))}
        </Stack>
      </Card>
    </Section>
  );
}

/** The names of the sites, one per line. */
export function SitesPart({ form, hasFault, onChange }: Part & { readonly hasFault: boolean }) {
  const text = useText();
  return (
    <Section title={text('publication.sites')}>
      <Textarea
        aria-label={text('publication.sites')}
        description={text('publication.sitesSays')}
        autosize
        minRows={2}
        maxRows={10}
        value={form.sites}
        error={hasFault ? text('publication.sitesFault') : null}
        onChange={({ currentTarget }) => onChange({ sites: currentTarget.value })}
      />
    </Section>
  );
}

const LIMIT = 30;

/** The users for access tests, added by a search. */
export function TestUsersPart({ form, onChange }: Part) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const words = typed.trim().slice(0, 200);
  const found = useQuery(
    window.boxwright.directory.searchUsers,
    useMemo(() => ({ text: words, limit: LIMIT }), [words]),
  );
  const chosen = form.testUsers;
  const rows = (found.value?.rows ?? []).filter(({ id }) => !chosen.some((one) => one.id === id));
  return (
    <Section title={text('publication.testUsers')}>
      <Stack gap="1">
        <Text size="small" quiet>
          {text('publication.testUsersSays')}
        </Text>
        <Stack as="ul" gap="half" plain>
          {chosen.map(({ id, name }) => (
            <Removable
              key={id}
              name={name}
              onRemove={() => onChange({ testUsers: chosen.filter((one) => one.id !== id) })}
            />
          ))}
        </Stack>
        <Select
          aria-label={text('publication.addTestUser')}
          placeholder={text('publication.addTestUser')}
          disabled={chosen.length >= MOST_PUBLISHED_TEST_USERS}
          searchable
          autoComplete="off"
          nothingFoundMessage={text('flow.verify.userNone', { text: words })}
          filter={({ options }) => options}
          data={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={null}
          searchValue={typed}
          onSearchChange={setTyped}
          onChange={(value) => {
            const user = rows.find(({ id }) => String(id) === value);
            if (user !== undefined) onChange({ testUsers: [...chosen, { id: user.id, name: user.name }] });
            setTyped('');
          }}
        />
      </Stack>
    </Section>
  );
}

/** A text for Home, and for each step that has one. */
export function TextsPart({ form, onChange }: Part) {
  const text = useText();
  const placeName = usePlaceName();
  const others = publishedPlace.options.filter((place) => !form.texts.some((one) => one.place === place));
  return (
    <Section title={text('publication.texts')}>
      <Stack gap="2">
        {form.texts.map((said) => (
          <TextOfPlace
            key={said.place}
            said={said}
            name={placeName(said.place)}
            onChange={(next) =>
              onChange({ texts: form.texts.map((one) => (one.place === next.place ? next : one)) })
            }
          />
        ))}
        <Select
          aria-label={text('publication.addText')}
          placeholder={text('publication.addText')}
          data={others.map((place) => ({ value: place, label: placeName(place) }))}
          value={null}
          onChange={(value) => {
            const place = others.find((one) => one === value);
            if (place !== undefined)
              onChange({ texts: [...form.texts, { place, text: '', translations: [] }] });
          }}
        />
      </Stack>
    </Section>
  );
}

/** The text of the author, with the translations into the other languages of the window beneath. */
function TextOfPlace({
  said,
  name,
  onChange,
}: {
  readonly said: TypedText;
  readonly name: string;
  readonly onChange: (next: TypedText) => void;
}) {
  const text = useText();
  const field = {
    autosize: true,
    minRows: 2,
    maxRows: 8,
    maxLength: LONGEST_PUBLISHED_TEXT,
  };
  const translated = (language: string) =>
    said.translations.find((one) => one.language === language)?.text ?? '';
  const translate = (language: string, words: string) => {
    const others = said.translations.filter((one) => one.language !== language);
    onChange({ ...said, translations: words === '' ? others : [...others, { language, text: words }] });
  };
  return (
    <div>
      <Textarea
        {...field}
        label={name}
        value={said.text}
        onChange={({ currentTarget }) => onChange({ ...said, text: currentTarget.value })}
      />
      <Disclosure
        label={text('publication.translations', { count: said.translations.length })}
        startsOpen={said.translations.length > 0}
      >
        <Stack gap="1">
          <Text size="small" quiet>
            {text('publication.translationsSay')}
          </Text>
          {availableLanguages.map(({ language, name: own }) => (
            <Textarea
              {...field}
              key={language}
              lang={language}
              label={own}
              aria-label={`${name}, ${own}`}
              value={translated(language)}
              onChange={({ currentTarget }) => translate(language, currentTarget.value)}
            />
          ))}
        </Stack>
      </Disclosure>
    </div>
  );
}

function Removable({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  const text = useText();
  return (
    <Row as="li" align="center" justify="between" gap="1">
      <Text breaks>{name}</Text>
      <ActionIcon
        variant="subtle"
        size={44}
        aria-label={text('instructions.form.removeFile', { name })}
        onClick={onRemove}
      >
        <IconX size={20} stroke={2} aria-hidden />
      </ActionIcon>
    </Row>
  );
}
