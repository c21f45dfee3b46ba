import { expect } from 'vitest';
import { register } from './profile-register.js';

register(expect.getState().testPath ?? '');
