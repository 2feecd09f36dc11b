import type { PublicationStatus } from '../../shared/domain/office-documents.ts';
import { call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

const publication = createReadModel<PublicationStatus>({
  read: () => call(window.boxwright.publication.status, {}),
  concerns: (topic) => topic === 'publication' || topic === 'profile',
  outlivesWatchers: true,
});

/** The publication that this laptop uses. */
export const usePublication = () => useReadModel(publication);

/** Puts the status from main's answer into the cache. */
export const acceptPublication = publication.setData;
