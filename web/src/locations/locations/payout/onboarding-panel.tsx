import { type PayoutOnboarding, payoutAccountRoutes } from '@aisle/contract/locations/payout-accounts';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read, useWrite } from '../../../core/api.ts';
import { useCan } from '../../../core/session/session.ts';
import { Panel } from '../../../ui/record/record-page.tsx';
import { StatusBadge, type StatusFamily } from '../../../ui/values/status-badge.tsx';

const states: Record<PayoutOnboarding['state'], [StatusFamily, string, string]> = {
  none: ['off', 'Not set up', 'Set up an account to get payouts by transfer.'],
  incomplete: ['waiting', 'Incomplete', 'Continue the setup to get payouts by transfer.'],
  active: ['good', 'Active', 'Payouts can be transferred to this account.'],
  restricted: ['bad', 'Restricted', 'Stripe needs more information before it transfers payouts.'],
};

/** "representative.first_name" → "Representative first name". */
function requirementText(requirement: string): string {
  const words = requirement.replace(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The account of a location at the card provider. Hidden unless the provider is set up. */
export function OnboardingPanel({ locationId }: { locationId: string }) {
  const params = { id: locationId };
  const { data } = useQuery({ ...read(payoutAccountRoutes.onboarding, { params }), meta: { quiet: true } });
  const canEdit = useCan('store_edit');
  const starting = useWrite(payoutAccountRoutes.startOnboarding);
  if (!data?.isAvailable) return null;
  const { state, missing } = data;
  const [family, label, text] = states[state];
  const start = () =>
    void starting.mutateAsync({ params }).then(
      ({ url }) => window.location.assign(url),
      () => undefined,
    );
  return (
    <Panel title="Stripe account" tools={<StatusBadge family={family} label={label} />}>
      <Text c="dimmed">{text}</Text>
      {missing.length > 0 && (
        <ul className="text-sm" aria-label="Missing information">
          {missing.map((requirement) => (
            <li key={requirement}>{requirementText(requirement)}</li>
          ))}
        </ul>
      )}
      {canEdit && (
        <Button size="xs" variant="default" mt="sm" loading={starting.isPending} onClick={start}>
          {state === 'none' ? 'Set up' : state === 'active' ? 'Update' : 'Continue setup'}
        </Button>
      )}
    </Panel>
  );
}
