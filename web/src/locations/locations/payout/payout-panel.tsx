import type { LocationView } from '@aisle/contract/locations/locations';
import { type PayoutAccount, payoutAccountRoutes } from '@aisle/contract/locations/payout-accounts';
import { Button, Group, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { later } from '../../../core/pages/lazy.ts';
import { useCan } from '../../../core/session/session.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { RowMenu } from '../../../ui/list/rows/row-menu.tsx';
import { Facts, Panel } from '../../../ui/record/record-page.tsx';

const PayoutForm = later(() => import('./payout-form.tsx').then((module) => module.PayoutForm));

/** The payout account of the location, masked until the user reauthenticates. */
export function PayoutPanel({ location }: { location: LocationView }) {
  const { _id: id, name, payoutAccount: account } = location;
  const canEdit = useCan('store_edit');
  const revealing = useWrite(payoutAccountRoutes.reveal);
  const removing = useWrite(payoutAccountRoutes.remove);
  const [whole, setWhole] = useState<PayoutAccount | null>(null);
  const [isEditing, setEditing] = useState(false);
  const shown = whole && whole.version === account?.version ? whole : null;

  async function remove(): Promise<void> {
    const isSure = await confirm({
      title: `Remove the payout account of ${name}?`,
      text: "Payouts to this account stop. Its numbers are deleted. This can't be undone.",
      confirm: 'Remove',
      danger: true,
    });
    if (isSure) removing.mutate({ params: { id } });
  }
  const reveal = () => void revealing.mutateAsync({ params: { id } }).then(setWhole, () => undefined);

  return (
    <Panel
      title="Payout account"
      tools={
        account &&
        canEdit && (
          <RowMenu
            label={`the payout account of ${name}`}
            actions={[
              { label: 'Change', onClick: () => setEditing(true) },
              { label: 'Remove', danger: true, onClick: () => void remove() },
            ]}
          />
        )
      }
    >
      {account ? (
        <>
          <Facts
            facts={[
              ['Bank', account.bankName],
              ['Account holder', account.accountHolder],
              ['Routing number', <Digits key="routing" text={(shown ?? account).routingNumber} />],
              ['Account number', <Digits key="account" text={(shown ?? account).accountNumber} />],
            ]}
          />
          {canEdit && (
            <Group mt="sm">
              {shown ? (
                <Button size="xs" variant="default" onClick={() => setWhole(null)}>
                  Hide
                </Button>
              ) : (
                <Button size="xs" variant="default" loading={revealing.isPending} onClick={reveal}>
                  Show in full
                </Button>
              )}
            </Group>
          )}
        </>
      ) : (
        <>
          <Text c="dimmed">No payout account yet. Add one to receive payouts.</Text>
          {canEdit && (
            <Button size="xs" variant="default" mt="sm" onClick={() => setEditing(true)}>
              Add account
            </Button>
          )}
        </>
      )}
      {isEditing && (
        <Suspense>
          <PayoutForm
            location={location}
            onClose={() => {
              setEditing(false);
              setWhole(null);
            }}
          />
        </Suspense>
      )}
    </Panel>
  );
}

const Digits = ({ text }: { text: string }) => <span className="tabular">{text}</span>;
