import { codexCase } from '../../support/hosts/codex.js';
import { hostSuite } from '../../support/hosts/host-suite.js';
import { describeHost } from '../../support/hosts/program.js';

describeHost('codex', 'Codex', () => hostSuite(codexCase));
