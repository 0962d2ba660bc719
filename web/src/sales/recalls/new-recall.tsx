import type { Ref } from '@aisle/contract/core/fields';
import { itemName } from '@aisle/contract/core/item-name';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import {
  type RecallInput,
  type RecallPreview,
  RecallSelection,
  recallRoutes,
} from '@aisle/contract/sales/recalls';
import { Button, Skeleton, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../core/api.ts';
import { useCan } from '../../core/session/session.ts';
import { ItemPicker } from '../../links/catalog/item-picker.tsx';
import { VendorSelect } from '../../links/catalog/vendor-select.tsx';
import { LocationMultiSelect } from '../../links/locations/location-multi-select.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { useStoredDraft } from '../../ui/form/drafts/use-stored-draft.ts';
import { DateInput } from '../../ui/form/fields/date-input.tsx';
import { Panel, RecordPage } from '../../ui/record/record-page.tsx';
import { type DataColumn, DataTable } from '../../ui/table/data-table.tsx';
import { DayText } from '../../ui/values/values.tsx';
import { ReachLocations, ReachMetrics } from './recall-reach.tsx';
import classes from './recalls.module.css';

const back = { to: '/recalls', label: 'Recalls' } as const;
type Draft = RecallInput['selection'];
/** The items have their names for the screen, besides their IDs in the selection. */
const emptyRecall = { title: '', reason: '', selection: {} as Draft, items: [] as Ref[] };
const isEmptyRecall = ({ title, reason, selection }: typeof emptyRecall): boolean =>
  !title && !reason && Object.values(selection).every((value) => value === undefined);

/** Selects lots, previews the affected stock and orders, and blocks the lots. */
export function NewRecall() {
  const [recall, setRecall] = useStoredDraft('recall', emptyRecall, isEmptyRecall);
  const { title, reason, selection: draft, items } = recall;
  const change = (patch: Partial<typeof recall>) => setRecall((before) => ({ ...before, ...patch }));
  const [tried, setTried] = useState(false);
  const navigate = useNavigate();
  const block = useWrite(recallRoutes.create);
  const parsed = RecallSelection.safeParse(draft);
  const [selection] = useDebouncedValue(parsed.success ? parsed.data : undefined, 300);
  const preview = useQuery({
    ...read(recallRoutes.preview, { body: { selection: selection ?? { lotNumber: '-' } } }),
    enabled: selection !== undefined,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const reach = selection && preview.data;
  // The confirmation names what is blocked, so the preview must be that of the current selection.
  const isCurrent =
    parsed.success && !preview.isPlaceholderData && JSON.stringify(selection) === JSON.stringify(parsed.data);
  const isReady =
    title.trim() !== '' && reason.trim() !== '' && isCurrent && reach !== undefined && reach.lots > 0;

  async function submit(): Promise<void> {
    setTried(true);
    if (!isReady || !parsed.success) return;
    const isSure = await confirm({
      title: `Block ${pluralize(reach.lots, 'lot')} of ${itemsOf(reach)}?`,
      text: "They can't be sold at any store from now on. You choose whom to notify and refund afterwards.",
      confirm: 'Block lots',
    });
    if (!isSure) return;
    const { _id } = await block.mutateAsync({ body: { title, reason, selection: parsed.data } });
    setRecall(emptyRecall);
    await navigate({ to: '/recalls/view/$id', params: { id: _id } });
  }
  return (
    <RecordPage title="New recall" back={back}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit().catch(() => undefined);
        }}
      >
        <Panel title="About this recall">
          <div className="grid gap-3">
            <TextInput
              label="Title"
              withAsterisk
              maxLength={120}
              value={title}
              error={tried && title.trim() === '' && 'Title is required'}
              onChange={(event) => change({ title: event.currentTarget.value })}
            />
            <Textarea
              label="Reason"
              description="Shown to customers in the email."
              withAsterisk
              autosize
              minRows={2}
              maxLength={500}
              value={reason}
              error={tried && reason.trim() === '' && 'Reason is required'}
              onChange={(event) => change({ reason: event.currentTarget.value })}
            />
          </div>
        </Panel>
        <Panel title="Affected lots">
          <Selection
            draft={draft}
            items={items}
            set={(patch) => change({ selection: { ...draft, ...patch } })}
            setItems={(chosen) => {
              const ids = chosen.map(({ _id }) => _id);
              const subProductIds = ids.length > 0 ? ids : undefined;
              change({ items: chosen, selection: { ...draft, subProductIds } });
            }}
          />
        </Panel>
        <Panel title="Stock, orders and customers">
          {selection === undefined ? (
            <Text c="dimmed">
              {(!parsed.success && parsed.error.issues[0]?.message) || 'Choose the affected lots'}
            </Text>
          ) : preview.error && !preview.data ? (
            <ErrorState error={preview.error} retry={() => void preview.refetch()} />
          ) : !reach ? (
            <Skeleton height={140} className="after-a-while" />
          ) : reach.lots === 0 ? (
            <EmptyState title="No lots match" text="Check the lot number, or remove a criterion." />
          ) : (
            <>
              <ReachMetrics reach={reach} />
              <ReachLocations reach={reach} />
              <Sample reach={reach} />
            </>
          )}
        </Panel>
        <div className="flex wrap justify-end gap-2">
          <Button type="submit" loading={block.isPending} disabled={tried && !isReady}>
            Block lots
          </Button>
        </div>
      </form>
    </RecordPage>
  );
}

/** "Whole Milk, 1 gal", or "Whole Milk, 1 gal and others" if more items may be among the lots. */
function itemsOf({ sample, lots }: RecallPreview): string {
  const names = [...new Set(sample.map(({ name }) => name))];
  const isWhole = lots <= sample.length;
  if (isWhole && names.length <= maxNamed) return new Intl.ListFormat('en-US').format(names);
  return `${names.slice(0, maxNamed).join(', ')} and others`;
}
const maxNamed = 3;

interface SelectionProps {
  draft: Draft;
  items: readonly Ref[];
  set: (patch: Partial<Draft>) => void;
  setItems: (items: Ref[]) => void;
}
function Selection({ draft, items, set, setItems }: SelectionProps) {
  const maySeeVendors = useCan('vendor_list');
  const day = (name: 'receivedFrom' | 'receivedTo' | 'expiresFrom' | 'expiresTo', label: string) => (
    <DateInput
      label={label}
      value={draft[name] ?? null}
      onChange={(value) => set({ [name]: value ?? undefined })}
    />
  );
  return (
    <div className={classes.fields}>
      <TextInput
        label="Lot number"
        description="The number printed on the package, or ours, such as L-1042"
        autoComplete="off"
        maxLength={60}
        value={draft.lotNumber ?? ''}
        onChange={(event) => set({ lotNumber: event.currentTarget.value || undefined })}
      />
      <ItemPicker
        label="Sub-products"
        description="All lots of these, or only those with the lot number"
        items={items}
        max={100}
        onChange={setItems}
      />
      {maySeeVendors && (
        <VendorSelect
          description="Who delivered the lots"
          clearable
          value={draft.vendorId ?? null}
          onChange={(id) => set({ vendorId: id ?? undefined })}
        />
      )}
      <LocationMultiSelect
        label="Locations"
        description="Leave empty for all locations"
        value={draft.locationIds ?? []}
        onChange={(ids) => set({ locationIds: ids.length > 0 ? ids : undefined })}
      />
      {day('receivedFrom', 'Received from')}
      {day('receivedTo', 'Received to')}
      {day('expiresFrom', 'Expires from')}
      {day('expiresTo', 'Expires to')}
    </div>
  );
}

const lotColumns: DataColumn<RecallPreview['sample'][number]>[] = [
  { header: 'Lot', cell: ({ number, lotNumber }) => [number, lotNumber].filter(Boolean).join(' · ') },
  { header: 'Item', cell: itemName },
  { header: 'Location', cell: ({ locationName }) => locationName },
  { header: 'Expires', cell: ({ expiresOn }) => <DayText value={expiresOn} /> },
  { header: 'On hand', cell: ({ onHand }) => formatCount(onHand), align: 'right' },
];

function Sample({ reach }: { reach: RecallPreview }) {
  return (
    <div className="mt-4">
      <DataTable
        label="Sample of lots"
        columns={lotColumns}
        rows={reach.sample}
        rowKey={({ _id }) => _id}
        isWide
      />
      {reach.lots > reach.sample.length && (
        <Text size="sm" c="dimmed" mt="xs">
          Showing {reach.sample.length} of {formatCount(reach.lots)}.
        </Text>
      )}
    </div>
  );
}
