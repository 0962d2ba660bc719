import { formatDate } from '@aisle/contract/core/dates';
import { formatMoney } from '@aisle/contract/core/money';
import { dashboardRoutes } from '@aisle/contract/overview/dashboard';
import { type ReturnKind, returnKinds } from '@aisle/contract/sales/orders/order-flow';
import type { Order } from '@aisle/contract/sales/orders/order-view';
import type { MoneyPlan } from '@aisle/contract/sales/refunds/refunds';
import { type Returnable, returnRoutes } from '@aisle/contract/sales/returns/returns';
import { Alert, Checkbox, SegmentedControl, Skeleton, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { notifySuccess, withoutToast } from '../../core/notice.tsx';
import { useCan } from '../../core/session/session.ts';
import { LinePicker } from '../../links/line-picker/line-picker.tsx';
import { type PickableLine, type Picked, pickProblem } from '../../links/line-picker/picked-lines.ts';
import { ImageUpload, type UploadedImage } from '../../ui/form/fields/image-upload.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { MoneyPlanTable } from '../../ui/values/money-plan.tsx';
import {
  draftLines,
  emptyDraft,
  errorsOf,
  inputOf,
  problemsIn,
  type ReturnDraft,
  returnableLines,
  withKind,
} from './return-draft.ts';
import { createdText, kindLabels } from './return-labels.ts';

interface RequestReturnDialogProps {
  order: Order;
  onDone?: ((result: string) => void) | undefined;
  onClose: () => void;
}
/** Creates a return or a replacement, for items that are returned or that the customer keeps. */
export function RequestReturnDialog({ order, onDone, onClose }: RequestReturnDialogProps) {
  const possible = useQuery({
    ...read(returnRoutes.returnable, { params: { id: order._id } }),
    staleTime: 0,
  });
  const form = useReturnForm(order, possible.data, { onDone, onClose });
  const { draft, setDraft, lines, errors, plan } = form;
  const reasons = useQuery(read(dashboardRoutes.reasonDropdown, { query: { type: draft.kind } }));
  const canKeepItems = useCan('cancel_order') || draft.kind === 'replace';
  const amounts = new Map(draft.kind === 'return' ? plan?.lines.map((one) => [one.lineId, one.amount]) : []);
  return (
    <FormDialog
      title={`Return or replace: ${order.number}`}
      submit={submitLabel(draft, form)}
      isRunning={form.isRunning}
      disabled={lines.length === 0}
      problem={errors.lines}
      onSubmit={() => void form.submit()}
      onClose={onClose}
    >
      <KindChoice kind={draft.kind} onChange={(kind) => setDraft(withKind(draft, kind))} />
      {possible.data?.windowIsOver && (
        <LateNotice
          endedOn={formatDate(possible.data.windowEndsAt ?? '', order.timeZone)}
          isAllowed={draft.isLateAllowed}
          onAllow={(isLateAllowed) => setDraft({ ...draft, isLateAllowed })}
          error={errors.override}
        />
      )}
      {!possible.data && <Skeleton height={160} aria-busy="true" />}
      {possible.data && lines.length === 0 && (
        <Text>All items of this order are returned or in a return.</Text>
      )}
      {lines.length > 0 && (
        <LinePicker
          verb={draft.kind === 'return' ? 'Return' : 'Replace'}
          lines={lines}
          picked={draft.picked}
          onPicked={(picked) => setDraft({ ...draft, picked })}
          reasons={reasons.data ?? []}
          needsReason={({ noReturn }) => noReturn}
          canKeep={canKeepItems}
          amounts={amounts}
          problems={errors}
        />
      )}
      <ImageUpload
        label="Photos (optional)"
        many
        images={form.photos}
        onChange={form.setPhotos}
        error={errors.photos}
      />
      <Textarea
        label="Note"
        autosize
        minRows={1}
        maxLength={1000}
        value={draft.note}
        onChange={(event) => setDraft({ ...draft, note: event.currentTarget.value })}
        error={errors.note}
      />
      <Outcome draft={draft} preview={form} fulfilment={order.fulfilment} />
    </FormDialog>
  );
}

function useReturnForm(
  order: Order,
  possible: Returnable | undefined,
  { onDone, onClose }: Pick<RequestReturnDialogProps, 'onDone' | 'onClose'>,
) {
  const navigate = useNavigate();
  const creating = useWrite(returnRoutes.create);
  const [draft, setDraft] = useState<ReturnDraft>(emptyDraft);
  const [photos, setPhotos] = useState<UploadedImage[]>([]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const lines = possible ? returnableLines(order, possible) : [];
  const isLate = possible?.windowIsOver ?? false;
  const preview = usePreview(order._id, draft, lines);

  async function submit(): Promise<void> {
    const wrong = problemsIn(draft, lines, isLate);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    const body = inputOf(order._id, draft, isLate);
    try {
      const created = await withoutToast(() =>
        creating.mutateAsync({ body, files: { photos: photos.flatMap(({ file }) => file ?? []) } }),
      );
      notifySuccess(createdText(created));
      onClose();
      if (onDone) onDone(createdText(created));
      else await navigate({ to: '/orders/returns/$id', params: { id: created._id } });
    } catch (error) {
      if (isApiError(error)) setErrors(errorsOf(error, body));
    }
  }
  return {
    draft,
    setDraft,
    photos,
    setPhotos,
    errors,
    lines,
    submit,
    isRunning: creating.isPending,
    ...preview,
  };
}

interface Preview {
  /** The refund of all selected lines. */
  plan: MoneyPlan | undefined;
  /** The part of it for items that the customer keeps, which are refunded at once. */
  refundNow: number | undefined;
  /** The preview belongs to earlier input. */
  isPlanOld: boolean;
}
/** Previews the refund of the selected lines: now, and after the items are received. */
function usePreview(orderId: string, draft: ReturnDraft, offered: readonly PickableLine[]): Preview {
  const { kind, picked } = draft;
  const isWrong = offered.some((line) => picked[line.id] && pickProblem(line, picked[line.id]!));
  const isReady = kind === 'return' && !isWrong;
  const all = usePlan(orderId, isReady ? draftLines(picked) : []);
  const kept = usePlan(orderId, isReady ? draftLines(keptOf(picked)) : []);
  return { plan: all.plan, refundNow: kept.plan?.refund, isPlanOld: all.isOld || kept.isOld };
}

function usePlan(orderId: string, wanted: ReturnType<typeof draftLines>) {
  const [settled] = useDebouncedValue(JSON.stringify(wanted), 250);
  const lines: typeof wanted = JSON.parse(settled);
  const query = useQuery({
    ...read(returnRoutes.preview, { params: { id: orderId }, body: { lines } }),
    enabled: lines.length > 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const isPlanned = wanted.length > 0 && lines.length > 0;
  return {
    plan: isPlanned ? query.data : undefined,
    isOld: (isPlanned && query.isPlaceholderData) || settled !== JSON.stringify(wanted),
  };
}

const keptOf = (picked: Picked): Picked =>
  Object.fromEntries(Object.entries(picked).filter(([, { noReturn }]) => noReturn));

/** Names what happens at once: "Create return and refund $5.99". */
function submitLabel({ kind, picked }: ReturnDraft, { refundNow }: Preview): string {
  const kept = Object.keys(keptOf(picked)).length;
  const isAllKept = kept > 0 && kept === Object.keys(picked).length;
  const refund = refundNow === undefined ? 'refund' : `refund ${formatMoney(refundNow)}`;
  if (kind === 'replace') return isAllKept ? 'Send replacement' : 'Create replacement';
  if (isAllKept) return refund.replace('r', 'R');
  return kept > 0 ? `Create return and ${refund}` : 'Create return';
}

interface KindChoiceProps {
  kind: ReturnKind;
  onChange: (kind: ReturnKind) => void;
}
const KindChoice = ({ kind, onChange }: KindChoiceProps) => (
  <SegmentedControl
    fullWidth
    aria-label="What the customer gets"
    value={kind}
    onChange={(value) => onChange(value as ReturnKind)}
    data={returnKinds.map((value) => ({ value, label: kindLabels[value] }))}
  />
);

interface LateNoticeProps {
  endedOn: string;
  isAllowed: boolean;
  onAllow: (isAllowed: boolean) => void;
  error: string | undefined;
}
function LateNotice({ endedOn, isAllowed, onAllow, error }: LateNoticeProps) {
  return (
    <Alert color="yellow" variant="light" title="The return window is over">
      It ended on {endedOn}.
      <Checkbox
        mt="xs"
        color="teal"
        label="Accept anyway, with a note that explains why"
        checked={isAllowed}
        onChange={(event) => onAllow(event.currentTarget.checked)}
        error={error}
      />
    </Alert>
  );
}

interface OutcomeProps {
  draft: ReturnDraft;
  preview: Preview;
  fulfilment: Order['fulfilment'];
}
/** The refund or replacement for the customer, and its timing. */
function Outcome({ draft: { kind, picked }, preview, fulfilment }: OutcomeProps) {
  const { plan, refundNow = 0, isPlanOld } = preview;
  const kept = Object.values(picked).some(({ noReturn }) => noReturn);
  const returned = Object.values(picked).some(({ noReturn }) => !noReturn);
  const way = fulfilment === 'delivery' ? 'delivered' : 'ready for pickup';
  const texts =
    kind === 'return'
      ? [
          (returned || !kept) && 'Refund items once they’re returned.',
          kept && 'Items that need no return are refunded now.',
        ]
      : [
          (returned || !kept) && 'The customer gets the same items free of charge in exchange.',
          kept &&
            `Items that need no return are reserved now and sent free of charge: ${way} as a new order.`,
        ];
  return (
    <>
      <Text c="dimmed">{texts.filter(Boolean).join(' ')}</Text>
      {kind === 'return' && plan && <MoneyPlanTable plan={plan} refundNow={refundNow} isOld={isPlanOld} />}
    </>
  );
}
