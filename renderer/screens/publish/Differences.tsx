import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import type { PublicationDifference, PublicationInForce } from '../../../shared/domain/office-documents.ts';
import { publishedPlace } from '../../../shared/relay/office-documents.ts';
import { useLocalText } from '../../components/checklist/use-checklist-words.ts';
import { Row, Stack, Text } from '../../components/layout.tsx';
import { Card, Section } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import type { Candidate, PublishForm } from './publish-form.ts';
import { usePlaceName } from './PublishParts.tsx';

const icons = { added: IconPlus, changed: IconPencil, removed: IconMinus } as const;
const parts = {
  template: 'plan.form.checklist',
  site: 'plan.form.site',
  testUser: 'plan.form.testUser',
  text: 'publication.text',
} as const;

/** The differences from the version in use. */
export function Differences({
  differences,
  from,
  candidates,
  form,
}: {
  readonly differences: readonly PublicationDifference[];
  readonly from: PublicationInForce | null;
  readonly candidates: readonly Candidate[];
  readonly form: PublishForm;
}) {
  const text = useText();
  const localText = useLocalText();
  const placeName = usePlaceName();
  if (differences.length === 0) return null;
  const nameOf = ({ part, id }: PublicationDifference): string => {
    switch (part) {
      case 'template': {
        const template = [...candidates, ...(from?.templates ?? [])].find((one) => one.id === id);
        return template === undefined ? id : localText(template.title);
      }
      case 'testUser':
        return (
          [...form.testUsers, ...(from?.testUsers ?? [])].find((user) => String(user.id) === id)?.name ?? id
        );
      case 'text': {
        const place = publishedPlace.safeParse(id);
        return place.success ? placeName(place.data) : id;
      }
      case 'site':
        return id;
    }
  };
  return (
    <Section
      title={text(from === null ? 'publication.first' : 'publication.compared', {
        version: from?.version ?? 0,
      })}
      count={differences.length}
    >
      <Card>
        <Stack as="ul" gap="1" plain>
          {differences.map((one) => {
            const Icon = icons[one.change];
            return (
              <Row as="li" key={`${one.part} ${one.id}`} gap="1" align="center">
                <Icon size={18} stroke={2} aria-hidden />
                <Text weight="strong">{text(`publication.change.${one.change}`)}</Text>
                <Text
                  breaks
                >{`${text('installations.named', { what: text(parts[one.part]) })} ${nameOf(one)}`}</Text>
              </Row>
            );
          })}
        </Stack>
      </Card>
    </Section>
  );
}
