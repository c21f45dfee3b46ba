import { hostSuite } from '../../support/hosts/host-suite.js';
import { describeHost } from '../../support/hosts/program.js';
import { qwenCase } from '../../support/hosts/qwen.js';

describeHost('qwen', 'Qwen Code', () => hostSuite(qwenCase));
