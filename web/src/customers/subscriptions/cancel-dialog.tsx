import { formatDate } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { pluralize } from '@aisle/contract/core/pluralize';
import {
  CancelReason,
  type Subscription,
  subscriptionRoutes,
  type Unsubscribed,
} from '@aisle/contract/customers/subscriptions';
import { Checkbox, SegmentedControl, Skeleton, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';

interface CancelDialogProps {
  subscription: Subscription;
  onClose: () => void;
}

type When = 'now' | 'atEnd';

/** Cancels a subscription after previewing the effects. */
export function CancelDialog({ subscription, onClose }: CancelDialogProps) {
  const { _id: id, edition, status, customerName } = subscription;
  const isUpcoming = status === 'upcoming';
  const [when, setWhen] = useState<When>(isUpcoming ? 'now' : 'atEnd');
  const [isRefunded, setRefunded] = useState(true);
  const [problem, setProblem] = useState<string>();
  const cancelling = useWrite(subscriptionRoutes.cancel);
  const form = useZodForm(CancelReason, () => ({ reason: '' }));
  const what = { when, refund: when === 'now' && isRefunded ? ('unusedDays' as const) : ('none' as const) };
  const { data: preview } = usePreview(id, what);

  async function submit(): Promise<void> {
    setProblem(undefined);
    await form.submit(async ({ reason }) => {
      try {
        await cancelling.mutateAsync({ params: { id }, body: { ...what, reason } });
        onClose();
      } catch (error) {
        if (!isApiError(error) || error.fields.length > 0) throw error;
        setProblem(error.message);
      }
    });
  }
  const refunds = preview && preview.refund > 0;
  return (
    <FormDialog
      title={`Cancel ${edition.name} of ${customerName}?`}
      size="sm"
      submit={refunds ? `Cancel and refund ${formatMoney(preview.refund)}` : 'Cancel subscription'}
      cancel="Close"
      danger
      isRunning={form.isSaving}
      disabled={!preview}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {!isUpcoming && (
        <SegmentedControl
          fullWidth
          aria-label="When it ends"
          data={[
            { value: 'atEnd', label: 'At its end' },
            { value: 'now', label: 'Now' },
          ]}
          value={when}
          onChange={(value) => setWhen(value as When)}
        />
      )}
      {when === 'now' && (
        <Checkbox
          label="Refund unused days"
          checked={isRefunded}
          onChange={(event) => setRefunded(event.currentTarget.checked)}
        />
      )}
      <Consequences preview={preview} when={when} />
      <TextInput label="Reason" withAsterisk {...form.getInputProps('reason')} />
    </FormDialog>
  );
}

/** The effects of cancelling, computed by the server. */
function usePreview(id: string, what: { when: When; refund: 'none' | 'unusedDays' }) {
  const args = { params: { id }, body: { ...what, reason: 'Preview', dryRun: true } };
  return useQuery({
    // A separate key, so that invalidated lists don't request the preview of a completed cancellation.
    queryKey: ['subscription preview', 'cancel', args],
    queryFn: () => call(subscriptionRoutes.cancel, args),
    placeholderData: keepPreviousData,
  });
}

function Consequences({ preview, when }: { preview: Unsubscribed | undefined; when: When }) {
  if (!preview) return <Skeleton height={66} aria-busy="true" />;
  const { unusedDays, periodDays, refund, benefitsLost, effectiveAt, timeZone } = preview;
  const lost = benefitsLost.join(' · ');
  const end = formatDate(effectiveAt, timeZone);
  return (
    <Text aria-live="polite">
      {when === 'atEnd'
        ? `It runs until ${end} and isn't renewed. Nothing is refunded.`
        : `It ends right away. ${refund > 0 ? `${formatMoney(refund)} is refunded the way it was paid, for ${pluralize(unusedDays, 'unused day')} of ${periodDays}.` : 'Nothing is refunded.'}`}
      {lost && ` The customer then loses: ${lost}.`}
      {when === 'now' && " This can't be undone."}
    </Text>
  );
}
