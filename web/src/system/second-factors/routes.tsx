import { factorSetupPage } from '../../core/pages/pages.ts';

export const secondFactorPages = [
  factorSetupPage({
    title: 'Set up a second factor',
    screen: () => import('./factor-setup.tsx').then(({ FactorSetup }) => FactorSetup),
  }),
] as const;
