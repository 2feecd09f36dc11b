import { onSqliteStore } from './store-kinds.ts';
import { describeEpochs } from './suites/epochs.ts';
import { describeStore } from './suites/whole-store.ts';

onSqliteStore('a relay store', describeStore);
onSqliteStore('the cursors of a relay store', describeEpochs);
