import { type BulkChange, type BulkTarget, bulkEditRoutes } from '@aisle/contract/bulk-edits';
import { Button, Modal, Select, Skeleton, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../core/api.ts';
import { useMay } from '../core/session.ts';
import { LocationMultiSelect } from '../locations/location-multi-select.tsx';
import {
  type ChangeDraft,
  fieldLabels,
  firstWay,
  isPercent,
  readDraft,
  type Way,
  waysFor,
} from './bulk-change.ts';
import { BulkSample } from './bulk-sample.tsx';
import classes from './sub-products.module.css';

export interface Target {
  target: BulkTarget;
  count: number;
  /** False: everything there is. */
  isFiltered: boolean;
}
const roundings = [
  { value: 'cent', label: 'To the cent' },
  { value: 'nine', label: 'Ending in 9' },
  { value: 'ninetyNine', label: 'Ending in .99' },
];
const count = (value: number) => value.toLocaleString('en-US');

/** Says what is to change, shows what that would do, and starts it. */
export function BulkEditDialog({
  target,
  count: fits,
  isFiltered,
  onClose,
}: Target & { onClose: () => void }) {
  const mayEdit = useMay('sub_product_edit');
  const maySetLimits = useMay('assign_subProduct');
  const fields = [
    ...(mayEdit ? (['price', 'salePrice', 'status'] as const) : []),
    ...(maySetLimits ? (['threshold'] as const) : []),
  ];
  const [draft, setDraft] = useState<ChangeDraft>({
    field: fields[0] ?? 'threshold',
    way: firstWay(fields[0] ?? 'threshold'),
    text: '',
    rounding: 'nine',
    status: false,
    locationIds: [],
  });
  const set = (patch: Partial<ChangeDraft>) => setDraft((before) => ({ ...before, ...patch }));
  const navigate = useNavigate();
  const start = useWrite(bulkEditRoutes.create);
  const result = readDraft(draft);
  const change = 'change' in result ? result.change : undefined;
  const isMoney = draft.field === 'price' || draft.field === 'salePrice';
  const takesText = draft.field !== 'status' && draft.way !== 'clear';

  const preview = usePreview(target, change);
  const willChange = preview.data?.changed ?? 0;
  async function run(): Promise<void> {
    if (!change) return;
    const { _id } = await start.mutateAsync({ body: { target, change } });
    onClose();
    await navigate({ to: `/products/bulk-edits/${_id}` });
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={
        isFiltered
          ? `Change ${count(fits)} ${fits === 1 ? 'sub-product' : 'sub-products'}`
          : 'Change all sub-products'
      }
      centered={false}
    >
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          void run().catch(() => undefined);
        }}
      >
        <div className={classes.fields}>
          <Select
            label="What"
            allowDeselect={false}
            data={fields.map((field) => ({ value: field, label: fieldLabels[field] }))}
            value={draft.field}
            onChange={(field) =>
              field &&
              set({
                field: field as ChangeDraft['field'],
                way: firstWay(field as ChangeDraft['field']),
                text: '',
              })
            }
          />
          {draft.field === 'status' ? (
            <Switch
              label={draft.status ? 'Switch on' : 'Switch off'}
              color="teal"
              pb={8}
              checked={draft.status}
              onChange={(event) => set({ status: event.currentTarget.checked })}
            />
          ) : (
            <Select
              label="How"
              allowDeselect={false}
              data={waysFor(draft.field)}
              value={draft.way}
              onChange={(way) => way && set({ way: way as Way })}
            />
          )}
          {takesText && (
            <TextInput
              label={isPercent(draft.way) ? 'Per cent' : isMoney ? 'Amount $' : 'Quantity'}
              inputMode="decimal"
              data-autofocus
              autoComplete="off"
              value={draft.text}
              error={'error' in result && result.error !== 'Choose a location' && result.error}
              onChange={(event) => set({ text: event.currentTarget.value })}
            />
          )}
          {isMoney && takesText && draft.way !== 'set' && (
            <Select
              label="Rounding"
              allowDeselect={false}
              data={roundings}
              value={draft.rounding}
              onChange={(rounding) => rounding && set({ rounding: rounding as ChangeDraft['rounding'] })}
            />
          )}
        </div>
        {draft.field === 'threshold' && (
          <LocationMultiSelect
            label="At these locations"
            description="A threshold belongs to a location; where it is not sold, nothing is changed."
            value={draft.locationIds}
            onChange={(locationIds) => set({ locationIds })}
          />
        )}
        {change && preview.error && <Text c="var(--aisle-bad)">{preview.error.message}</Text>}
        {change && !preview.data && !preview.error && <Skeleton height={160} className="after-a-while" />}
        {change && preview.data && (
          <>
            <p className={classes.counts} role="status">
              <b>{count(willChange)} will change</b>
              {preview.data.same > 0 && <span>{count(preview.data.same)} are so already</span>}
              {preview.data.refused > 0 && <span>{count(preview.data.refused)} cannot be changed</span>}
            </p>
            {preview.data.problems.length > 0 && (
              <ul className={classes.problems}>
                {preview.data.problems.map(({ reason, count: many, refuses }) => (
                  <li key={reason} data-refuses={refuses || undefined}>
                    {count(many)}: {reason}
                    {refuses && ' – left as they are'}
                  </li>
                ))}
              </ul>
            )}
            <BulkSample rows={preview.data.sample} field={change.field} total={preview.data.rows} />
          </>
        )}
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={start.isPending}
            disabled={!change || preview.isFetching || willChange === 0}
          >
            {willChange > 0 ? `Change ${count(willChange)}` : 'Change'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Asked while one types, a moment after the last key. */
function usePreview(target: BulkTarget, change: BulkChange | undefined) {
  const [asked] = useDebouncedValue(JSON.stringify(change), 250);
  const settled = asked === undefined ? undefined : (JSON.parse(asked) as BulkChange);
  const query = useQuery({
    ...read(bulkEditRoutes.preview, { body: { target, change: settled as BulkChange } }),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const isSettled = asked === JSON.stringify(change);
  return {
    data: settled ? query.data : undefined,
    error: query.error,
    isFetching: query.isFetching || !isSettled,
  };
}
