import { describeNavigation } from './typescript-navigation-suite.ts';

describeNavigation('navigation by TypeScript 5.9', 'typescript', 18);
describeNavigation('navigation by TypeScript 7', 'typescript-v7', 34);
