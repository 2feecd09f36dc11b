import { LONG } from '../../../runner/long.ts';
import { onPostgresStore } from './store-kinds.ts';
import { describeEpochs } from './suites/epochs.ts';
import { describeExchanges, describePromises } from './suites/whole-store.ts';

onPostgresStore('a relay store', describePromises);

// A database for each test costs half a second of processor time; on SQLite these run at every change.
onPostgresStore(`the exchanges of a relay store ${LONG}`, describeExchanges);

// On a server of its own: one that ends hard has every database in it to recover.
onPostgresStore('the cursors of a relay store', describeEpochs);
