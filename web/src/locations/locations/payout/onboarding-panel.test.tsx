import { payoutAccountRoutes } from '@aisle/contract/locations/payout-accounts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { idOf } from '../../../../test/records.ts';
import { show } from '../../../../test/render.tsx';
import { serve } from '../../../../test/server.ts';
import { OnboardingPanel } from './onboarding-panel.tsx';

const onboarding = { isAvailable: true, state: 'none' as const, missing: [], updatedAt: null };
const panel = (permissions: readonly ('store_edit' | 'store_view')[] = ['store_view', 'store_edit']) =>
  show(<OnboardingPanel locationId={idOf(1)} />, { permissions });

test('says what the provider still needs', async () => {
  serve(payoutAccountRoutes.onboarding, {
    ...onboarding,
    state: 'restricted',
    missing: ['representative.first_name'],
  });
  await panel();
  expect(await screen.findByText('Restricted')).toBeTruthy();
  expect(screen.getByText('Representative first name')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Continue setup' })).toBeTruthy();
});

test('opens the form of the provider', async () => {
  serve(payoutAccountRoutes.onboarding, onboarding);
  serve(payoutAccountRoutes.startOnboarding, {
    url: 'https://provider.example/form',
    expiresAt: '2026-11-20T18:00:00.000Z',
  });
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, assign });
  const { user } = await panel();
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://provider.example/form'));
  vi.unstubAllGlobals();
});

test('offers no setup without the permission, and is hidden without a provider', async () => {
  serve(payoutAccountRoutes.onboarding, onboarding);
  await panel(['store_view']);
  expect(await screen.findByText('Not set up')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
