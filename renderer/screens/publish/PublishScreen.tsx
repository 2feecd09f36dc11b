import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import {
  differencesOf,
  type PublicationInForce,
  type PublicationStatus,
  type PublicationDifference,
} from '../../../shared/domain/office-documents.ts';
import type { AppStatus } from '../../../shared/domain/status.ts';
import type { CallInput, CallName } from '../../../shared/ipc/contract.ts';
import { publishedPlace } from '../../../shared/relay/office-documents.ts';
import { Confirmation } from '../../components/Confirmation.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { Row, Stack, Text } from '../../components/layout.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useLocalText } from '../../components/checklist/use-checklist-words.ts';
import { Card, Section } from '../../components/Section.tsx';
import { useMutation } from '../../data/call.ts';
import { createFormDrafts, useDraftsRead } from '../../data/form-drafts.ts';
import { useChecklists, acceptPublication, usePublication } from '../../data/laptop.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { NavigationRail } from '../../navigation/NavigationRail.tsx';
import { navigate } from '../../navigation/route.ts';
import { NotForRole } from '../../components/NotForRole.tsx';
import {
  type Candidate,
  comparableOf,
  draftOf,
  formOf,
  hasSiteFault,
  publishForm,
  type PublishForm,
} from './publish-form.ts';
import { SitesPart, TemplatesPart, TestUsersPart, TextsPart, usePlaceName } from './PublishParts.tsx';

const publishing = 'publication.publish' satisfies CallName;
const usePublishForm = createFormDrafts('publish', publishForm);
const nothing = { templates: [], sites: [], testUsers: [], texts: [] } as const;

/** Publishes checklists, sites, test users and texts to all laptops of the customer. */
export function PublishScreen({ status }: { readonly status: AppStatus }) {
  const text = useText();
  const publication = usePublication();
  const checklists = useChecklists();
  const draftsRead = useDraftsRead();
  const title = text('publication.publish');
  if (status.access.refused.includes(publishing)) return <NotForRole title={title} />;
  const problem = publication.problem ?? checklists.problem;
  const again = () => {
    publication.refetch();
    checklists.refetch();
  };
  if (publication.value === null || checklists.value === null || !draftsRead) {
    return (
      <PageLayout ofCustomer rail={<NavigationRail />} title={title} width="reading">
        {problem === null ? <RowsSkeleton rows={6} /> : <ProblemNotice problem={problem} onRetry={again} />}
      </PageLayout>
    );
  }
  const offered = checklists.value.checklists;
  const candidates = offered.map(({ template, versions }) => versions[0] ?? template);
  const own = offered.filter(({ source }) => source !== 'shipped').map(({ template }) => template.id);
  return <Publish status={publication.value} candidates={candidates} own={own} />;
}

function Publish({
  status,
  candidates,
  own,
}: {
  readonly status: PublicationStatus;
  readonly candidates: readonly Candidate[];
  /** The ids of checklists that the app does not ship. */
  readonly own: readonly string[];
}) {
  const text = useText();
  /** As it was in view at the question, which covers a version that arrives meanwhile; null = no question. */
  const [asked, setAsked] = useState<CallInput<typeof publishing> | null>(null);
  const publish = useMutation(window.boxwright.publication.publish);
  const before: PublicationInForce | null = status.inForce;
  const { form, change, forget } = usePublishForm('', formOf(before, own));
  const draft = draftOf(form, candidates);
  const differences = differencesOf(before ?? nothing, comparableOf(draft, candidates));
  const basedOn = before?.version ?? 0;
  const hasFault = hasSiteFault(form);
  const act = text('publication.act', { version: (asked?.basedOn ?? basedOn) + 1 });
  const send = async (wanted: CallInput<typeof publishing>) => {
    const answer = await publish.run(wanted);
    if (!answer.ok) return answer;
    forget();
    acceptPublication(answer.value);
    navigate({ screen: 'settings' });
    return answer;
  };
  return (
    <PageLayout
      ofCustomer
      rail={<NavigationRail />}
      title={text('publication.publish')}
      lead={text('publication.publishSays')}
      width="reading"
      action={
        <PrimaryAction
          label={act}
          onAct={() => setAsked({ basedOn, draft })}
          busy={publish.busy}
          disabled={differences.length === 0 || hasFault || !status.hasRelay}
          hint={
            status.hasRelay
              ? differences.length === 0
                ? text('publication.same')
                : undefined
              : text('problems.office-needs-relay.says')
          }
        />
      }
    >
      <TemplatesPart form={form} candidates={candidates} onChange={change} />
      <SitesPart form={form} hasFault={hasFault} onChange={change} />
      <TestUsersPart form={form} onChange={change} />
      <TextsPart form={form} onChange={change} />
      <Differences differences={differences} from={before} candidates={candidates} form={form} />
      <Confirmation
        open={asked !== null}
        title={act}
        says={[text('publication.actSays')]}
        yes={act}
        no={text('common.cancel')}
        calling={publish}
        onYes={() => send(asked ?? { basedOn, draft })}
        onClose={() => setAsked(null)}
      >
        {publish.busy && status.bringing !== null && <UploadProgress {...status.bringing} />}
      </Confirmation>
    </PageLayout>
  );
}

/** The progress until the document is sent, and a button that stops it. `of` 0: there are no files to upload. */
function UploadProgress({ done, of }: NonNullable<PublicationStatus['bringing']>) {
  const text = useText();
  const format = useFormat();
  const stop = useMutation(window.boxwright.publication.stopBringing);
  const says =
    of === 0
      ? text('publication.asking')
      : text('publication.bringing', { done: format.number(done), of: format.number(of) });
  return (
    <Stack gap="1">
      {of > 0 && <Progress value={(100 * done) / of} aria-label={says} />}
      <Row gap="2" align="center" justify="between">
        <p role="status">{says}</p>
        <Button variant="default" loading={stop.busy} onClick={() => void stop.run({})}>
          {text('publication.stopBringing')}
        </Button>
      </Row>
    </Stack>
  );
}

const icons = { added: IconPlus, changed: IconPencil, removed: IconMinus } as const;
const parts = {
  template: 'plan.form.checklist',
  site: 'plan.form.site',
  testUser: 'plan.form.testUser',
  text: 'publication.text',
} as const;

/** The differences from the version in use. */
function Differences({
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
