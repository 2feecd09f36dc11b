import { expect, test } from 'vitest';
import {
  isSentBack,
  jobReview,
  pinWord,
  reviewState,
  type ReviewState,
  reviewStateOf,
  speakerOf,
  verdictsIn,
} from '../../../shared/domain/reviewing.ts';
import { reviewPin } from '../../../shared/relay/reviews.ts';
import { reviewFor } from './reviewing-bench.ts';
import { unknownJob } from '../jobs/bench.ts';

test('the state of a job is its latest review, and of a rework request the installer’s reaction to it', () => {
  expect(reviewStateOf(null, 'none')).toBe('unreviewed');
  for (const answer of ['none', 'begun', 'done'] as const) {
    expect(reviewStateOf('approved', answer)).toBe('approved');
    expect(reviewStateOf('reopened', answer)).toBe('reopened');
  }
  expect(reviewStateOf('rework', 'none')).toBe('rework-asked');
  expect(reviewStateOf('rework', 'begun')).toBe('rework-begun');
  expect(reviewStateOf('rework', 'done')).toBe('rework-done');
});

test('the transitions of docs/reviews.md are allowed, and a review that repeats the state is not', () => {
  const drawn: Readonly<Record<ReviewState, readonly string[]>> = {
    unreviewed: ['approved', 'rework'],
    approved: ['reopened', 'rework'],
    reopened: ['approved', 'rework'],
    'rework-asked': ['approved', 'reopened', 'rework'],
    'rework-begun': ['approved', 'reopened', 'rework'],
    'rework-done': ['approved', 'rework'],
  };
  expect(verdictsIn).toEqual(drawn);
  expect(Object.keys(drawn)).toEqual(reviewState.options);
});

test('only a job of this laptop with a request that was not begun counts as sent back', () => {
  const said = (state: ReviewState) => jobReview.parse({ ...reviewFor(unknownJob), at: 1, state });
  expect(isSentBack({ review: said('rework-asked'), handedOver: false })).toBe(true);
  expect(isSentBack({ review: said('rework-asked'), handedOver: true })).toBe(false);
  expect(isSentBack({ review: null, handedOver: false })).toBe(false);
  for (const state of ['rework-begun', 'rework-done', 'approved', 'reopened'] as const) {
    expect(isSentBack({ review: said(state), handedOver: false })).toBe(false);
  }
});

test('the log names the subject of a review, and the screen its author', () => {
  expect(pinWord({ at: 'job' })).toBe('job');
  expect(pinWord({ at: 'step', step: 'box' })).toBe('step box');
  expect(pinWord({ at: 'item', item: 'antenna' })).toBe('item antenna');
  const photo = reviewPin.parse({ at: 'photo', digest: 'a'.repeat(64) });
  expect(pinWord(photo)).toBe(`photo ${'a'.repeat(64)}`);
  expect(speakerOf({ worker: 'Kim', reviewer: 'Office' })).toBe('Kim');
  expect(speakerOf({ worker: '', reviewer: 'Office' })).toBe('Office');
});
