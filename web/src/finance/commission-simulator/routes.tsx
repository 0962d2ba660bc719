import { page } from '../../core/pages/pages.ts';

export const commissionSimulatorPages = [
  page({
    path: '/commission-simulator',
    title: 'Commission simulator',
    permission: 'store_tax_comm_edit',
    screen: () => import('./simulator.tsx').then(({ Simulator }) => Simulator),
  }),
] as const;
