import { onPostgresStore } from './store-kinds.ts';
import { describeEpochs } from './suites/epochs.ts';
import { describeStore } from './suites/whole-store.ts';

onPostgresStore('a relay store', describeStore);

// On a server of its own: one that ends hard has every database in it to recover.
onPostgresStore('the cursors of a relay store', describeEpochs);
