import type { Ref } from '@aisle/contract/core/fields';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import { type VendorClaimPreview, vendorClaimRoutes } from '@aisle/contract/finance/vendor-claims';
import { Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { PeriodText } from '../../links/overview/period.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { ClaimedPromotions } from './claimed-promotions.tsx';

interface CreateClaimDialogProps {
  vendor: Ref;
  onClose: () => void;
}
/** Shows what a vendor owes through a day, and claims it. */
export function CreateClaimDialog({ vendor, onClose }: CreateClaimDialogProps) {
  const navigate = useNavigate();
  const creating = useWrite(vendorClaimRoutes.create, { quiet: true });
  const [chosen, setChosen] = useState<string | null>(null);
  const query = useQuery({
    ...read(vendorClaimRoutes.preview, { body: { vendorId: vendor._id, ...(chosen && { to: chosen }) } }),
    placeholderData: keepPreviousData,
    // The preview would change when the claim is created.
    enabled: !creating.isSuccess,
    retry: false,
    meta: { quiet: true },
  });
  const { error } = query;
  const refused = isApiError(error) ? error.fields.find(({ path }) => path === 'to')?.message : undefined;
  const preview = error ? undefined : query.data;
  const isReady = preview !== undefined && !query.isPlaceholderData && preview.amount > 0;

  async function create(): Promise<void> {
    if (!isReady) return;
    try {
      const claim = await creating.mutateAsync({ body: { vendorId: vendor._id, to: preview.to } });
      await navigate({ to: '/vendor-claims/$id', params: { id: claim._id } });
    } catch {
      // The dialog shows the error.
    }
  }
  return (
    <FormDialog
      title={`Create claim against ${vendor.name}`}
      submit={isReady ? `Create claim of ${formatMoney(preview.amount)}` : 'Create claim'}
      isRunning={creating.isPending}
      disabled={!isReady}
      problem={creating.error?.message}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <DateInput
        label="Through"
        description="The claim contains everything through this day that is on no claim yet"
        withAsterisk
        data-autofocus
        value={chosen ?? query.data?.to ?? null}
        onChange={setChosen}
        error={refused}
      />
      {error && !refused && <ErrorState error={error} retry={() => void query.refetch()} />}
      {!query.data && !error && <Skeleton height={120} className="after-a-while" aria-busy="true" />}
      {preview && <Contents preview={preview} />}
    </FormDialog>
  );
}

function Contents({ preview }: { preview: VendorClaimPreview }) {
  const { from, to, amount, orders, promotions } = preview;
  if (from === null) return <Text c="dimmed">Nothing to claim through this day.</Text>;
  return (
    <>
      <Text c="dimmed">
        <PeriodText period={{ from, to }} /> · {pluralize(orders, 'order')}
      </Text>
      <ClaimedPromotions promotions={promotions} amount={amount} />
      {amount <= 0 && (
        <Text role="status">
          Refunds equal or exceed the vendor's part, so there is nothing to claim. They reduce the next claim.
        </Text>
      )}
    </>
  );
}
