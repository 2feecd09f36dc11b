import { Button } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { PublicationInForce, PublicationStatus } from '../../../shared/domain/office-documents.ts';
import { Confirmation } from '../../components/Confirmation.tsx';
import { May } from '../../components/May.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { Card, Section } from '../../components/Section.tsx';
import { Row, Stack, Text } from '../../components/layout.tsx';
import { useMutation } from '../../data/call.ts';
import { acceptPublication, usePublication } from '../../data/laptop.ts';
import { useText } from '../../i18n/use-text.ts';
import { navigate } from '../../navigation/route.ts';
import classes from './PublicationSettings.module.css';
import { SettingRow } from './SettingRow.tsx';

/** The publication of an administrator that this laptop uses, and the keys that are accepted for it. */
export function PublicationSettings() {
  const text = useText();
  const { value, problem, refetch } = usePublication();
  return (
    <Section title={text('publication.title')}>
      {problem !== null && <ProblemNotice problem={problem} onRetry={refetch} />}
      {value === null && problem === null && <RowsSkeleton rows={2} />}
      {value !== null && (
        <Stack gap="1">
          <Card padded={false}>
            <InForce inForce={value.inForce} />
            {value.offered !== null && <OfferedKey offered={value.offered} managed={value.managed} />}
            <May ask="publication.publish">
              <SettingRow
                label={text('publication.own')}
                says={text(value.own.kept ? 'publication.ownSays' : 'publication.ownLost')}
              >
                <PublisherKey of={value.own.key} />
                <Row fixed>
                  <Button variant="default" onClick={() => navigate({ screen: 'publish' })}>
                    {text('publication.open')}
                  </Button>
                </Row>
              </SettingRow>
            </May>
          </Card>
          {value.problem !== null && <ProblemNotice problem={value.problem} tone="attention" />}
        </Stack>
      )}
    </Section>
  );
}

/** The version in use: its publisher, its date, since when it is used, and its content. */
function InForce({ inForce }: Pick<PublicationStatus, 'inForce'>) {
  const text = useText();
  if (inForce === null) return <SettingRow label={text('publication.none')}>{null}</SettingRow>;
  const { version, publishedAt, publishedBy, takenAt, templates, sites, testUsers, texts, unusable } =
    inForce;
  const by = text('publication.by', { at: publishedAt, name: publishedBy, taken: takenAt });
  const left = unusable === 0 ? '' : ` ${text('publication.unusable', { count: unusable })}`;
  return (
    <SettingRow label={text('publication.version', { version })} says={`${by}${left}`}>
      <Text size="small">
        {text('publication.holds', {
          templates: templates.length,
          sites: sites.length,
          users: testUsers.length,
          texts: texts.length,
        })}
      </Text>
      <Examples of={inForce.examples} />
    </SettingRow>
  );
}

/** The number of published examples, and the names of those that are missing on this laptop. */
function Examples({ of: { count, missing } }: { readonly of: PublicationInForce['examples'] }) {
  const text = useText();
  if (count === 0) return null;
  if (missing.length === 0) return <Text size="small">{text('publication.examples', { count })}</Text>;
  const names = missing.join(', ');
  return (
    <Row fixed gap="half">
      <IconPhotoOff size={18} stroke={2} aria-hidden />
      <Text size="small" breaks>
        {text('publication.examplesMissing', { count, missing: missing.length, names })}
      </Text>
    </Row>
  );
}

/** The key of a version that is not used, for a person to compare and accept. */
function OfferedKey({
  offered: { version, key, publisher },
  managed,
}: {
  readonly offered: NonNullable<PublicationStatus['offered']>;
  readonly managed: boolean;
}) {
  const text = useText();
  const [asking, setAsking] = useState(false);
  const accepting = useMutation(window.boxwright.publication.accept);
  const accept = async () => {
    const answer = await accepting.run({ key });
    if (answer.ok) acceptPublication(answer.value);
    return answer;
  };
  return (
    <SettingRow
      label={text('publication.offered', { version })}
      says={text('publication.offeredSays', { publisher })}
    >
      <PublisherKey of={key} />
      {!managed && (
        <May ask="publication.accept">
          <Row fixed>
            <Button variant="default" onClick={() => setAsking(true)}>
              {text('publication.accept')}
            </Button>
          </Row>
        </May>
      )}
      <Confirmation
        open={asking}
        title={text('publication.accept')}
        says={[text('publication.acceptSays'), key]}
        yes={text('publication.accept')}
        no={text('common.cancel')}
        calling={accepting}
        onYes={accept}
        onClose={() => setAsking(false)}
      />
    </SettingRow>
  );
}

/** A key in groups that two people compare. */
const PublisherKey = ({ of }: { readonly of: string }) => (
  <Text as="code" mono weight="strong">
    {(of.match(/.{1,6}/g) ?? []).map((group, index) => (
      <span key={index} className={classes['group']}>
        {group}
      </span>
    ))}
  </Text>
);
