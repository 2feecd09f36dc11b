import { onSqliteStore } from './store-kinds.ts';
import { describeEpochs } from './suites/epochs.ts';
import { describeExchanges, describePromises } from './suites/whole-store.ts';

onSqliteStore('a relay store', describePromises);
onSqliteStore('the exchanges of a relay store', describeExchanges);
onSqliteStore('the cursors of a relay store', describeEpochs);
