import { scenarioTests } from '../support/scenario-tests.js';

scenarioTests('nightly');
