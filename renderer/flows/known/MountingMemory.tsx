import { Button } from '@mantine/core';
import { IconCheck, IconHistory, IconMapPin } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { InstallationView, JobView } from '../../../shared/domain/job.ts';
import {
  MOUNTING_PLACE,
  MOUNTING_PLACE_WHERE,
  type MountingMemory as Memory,
  type MountingPlace,
} from '../../../shared/domain/boxes.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { Section } from '../../components/Section.tsx';
import { useLocalText } from '../../components/checklist/use-checklist-words.ts';
import { usePicture, type Media } from '../../components/checklist/photos.ts';
import { useText } from '../../i18n/use-text.ts';
import { useQuery } from '../../data/lookup.ts';
import { call } from '../../data/call.ts';
import { useFlow, useJobCall } from '../flow-context.ts';
import { NotYet } from './Known.tsx';
import { Row, Stack, Text } from '../../components/layout.tsx';
import classes from './MountingMemory.module.css';

/** The mounting places of other jobs for this model, while one applies; a tap gives the same answer in an installation. */
export function MountingMemory() {
  const text = useText();
  const { job } = useFlow();
  // Another car, key or place changes the query.
  const { car } = job;
  const key = job.kind === 'removal' ? null : job.key;
  const about = [car?.brand, car?.model, key?.id].join(' ');
  const question = useMemo(() => ({ jobId: job.id, about }), [job.id, about]);
  const { value, problem, refetch } = useQuery(askMountings, question);
  if (value === null && problem === null) return null;
  return (
    <Section title={text('flow.known.mounting.title')}>
      {problem !== null && <ProblemNotice problem={problem} tone="attention" onRetry={refetch} />}
      {value !== null && value.places.length === 0 && (
        <NotYet icon={IconHistory} says={text('flow.known.mounting.none')} />
      )}
      {value !== null && (
        <>
          <Stack as="ul" gap="2" plain>
            {value.places.map((place) => (
              <Place key={`${place.place} ${place.where}`} place={place} job={job} />
            ))}
          </Stack>
          <Age memory={value} />
        </>
      )}
    </Section>
  );
}

const askMountings = ({ jobId }: { readonly jobId: JobView['id']; readonly about: string }) =>
  window.boxwright.jobs.mountings({ jobId });

function Place({ place, job }: { readonly place: MountingPlace; readonly job: JobView }) {
  const text = useText();
  const localText = useLocalText();
  const [photo] = place.photos;
  const right = { count: place.jobs, right: place.rightFirstTime };
  return (
    <Stack as="li" gap="1" breaks className={classes['place']}>
      {photo !== undefined && <Photo digest={photo} />}
      <Row as="p" gap="1" weight="strong">
        <IconMapPin data-tone="quiet" className={classes['sign']} size={20} stroke={1.9} aria-hidden />
        <span>
          {localText(place.words)}
          {place.where !== '' && (
            <Text weight="regular" block>
              {place.where}
            </Text>
          )}
        </span>
      </Row>
      <Text as="p" size="small" quiet>
        {[
          text('flow.known.mounting.jobs', { count: place.jobs }),
          ...(place.sameKey > 0 ? [text('flow.known.mounting.sameKey', { count: place.sameKey })] : []),
          text('flow.known.mounting.right', right),
        ].join(' · ')}
      </Text>
      <Text as="p" size="small" quiet>
        {place.lastBy === ''
          ? text('flow.known.mounting.lastAt', { at: place.lastAt })
          : text('flow.known.mounting.lastBy', { at: place.lastAt, worker: place.lastBy })}
      </Text>
      {place.notes.map((note) => (
        <Text as="p" key={note} size="small" className={classes['note']}>
          {text('flow.known.mounting.note', { note })}
        </Text>
      ))}
      {job.kind === 'installation' && <SameHere place={place} job={job} />}
    </Stack>
  );
}

function Photo({ digest }: { readonly digest: MountingPlace['photos'][number] }) {
  const text = useText();
  const picture = usePicture(mountingPictures, digest);
  return (
    <Text frame className={classes['photo']}>
      {picture !== null && <img src={picture} alt={text('flow.known.mounting.photo')} />}
    </Text>
  );
}

/** Gives the mounting place as this job's answer, where its checklist offers that place. */
function SameHere({ place, job }: { readonly place: MountingPlace; readonly job: InstallationView }) {
  const text = useText();
  const answer = useJobCall(window.boxwright.jobs.answer);
  const { template, answers } = job.checklist;
  const item = template.items.find(({ id }) => id === MOUNTING_PLACE);
  const asks = item?.type === 'choice' && item.options.some(({ id }) => id === place.place);
  const asksWhere = template.items.some(({ id }) => id === MOUNTING_PLACE_WHERE);
  // The place can be answered only after the Box is chosen and before the job is finished.
  if (!asks || job.box === null || job.finishedAt !== null) return null;
  const same =
    answers[MOUNTING_PLACE] === place.place &&
    (place.where === '' || !asksWhere || answers[MOUNTING_PLACE_WHERE] === place.where);
  if (same) {
    return (
      <Row as="p" gap="1" align="center" quiet size="small" line="inherit" tall>
        <IconCheck size={20} stroke={2} aria-hidden />
        {text('flow.known.mounting.chosen')}
      </Row>
    );
  }
  const take = async () => {
    const taken = await answer.run({
      jobId: job.id,
      itemId: MOUNTING_PLACE,
      answer: place.place,
      reason: null,
    });
    if (taken.ok && place.where !== '' && asksWhere) {
      await answer.run({ jobId: job.id, itemId: MOUNTING_PLACE_WHERE, answer: place.where, reason: null });
    }
  };
  return (
    <>
      <Button variant="default" fullWidth loading={answer.busy} onClick={() => void take()}>
        {text('flow.known.mounting.same')}
      </Button>
      {answer.problem !== null && <ProblemNotice problem={answer.problem} />}
    </>
  );
}

/** Names the source of the places, and the age of the other laptops' data. */
function Age({ memory }: { readonly memory: Memory }) {
  const text = useText();
  return (
    <Text as="p" size="caption" quiet above="1">
      {!memory.shared
        ? text('flow.known.mounting.onlyHere')
        : memory.readAt === null
          ? text('flow.known.mounting.neverRead')
          : text('flow.known.mounting.readAt', { at: memory.readAt })}
    </Text>
  );
}

/** Photos of earlier jobs, also of other laptops. */
const mountingPictures: Pick<Media, 'picture'> = {
  picture: async (digest) => {
    const answer = await call(window.boxwright.jobs.mountingPhoto, { digest });
    return answer.ok ? answer.value.picture : null;
  },
};
