import type { BulkField, BulkPreview as Preview } from '@aisle/contract/catalog/bulk-edits';
import { formatCount, pluralize } from '@aisle/contract/core/pluralize';
import type { BodyInputOf, Route } from '@aisle/contract/core/route';
import { Button, Modal, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { type Args, read, useWrite } from '../../core/api.ts';
import { useCanOpen } from '../../core/pages/screens.ts';
import { PlainForm } from '../../ui/form/plain-form.tsx';
import classes from './bulk-preview.module.css';
import { BulkSample } from './bulk-sample.tsx';

type CreateRoute = Route & { body: z.ZodType; data: z.ZodType<{ _id: string }> };

interface BulkDialogProps<R extends PreviewRoute> {
  /** `records` is the number of selected records; undefined until it is known. */
  title: (records: number | undefined) => string;
  /** Both accept the same body. */
  routes: { preview: R; create: CreateRoute };
  /** Undefined until the input is a valid change. */
  body: (BodyInputOf<R> & { change: { field: BulkField } }) | undefined;
  /** The number of selected rows; for a filter, the preview counts them. */
  count?: number | undefined;
  /** The unit that the preview counts, if it differs from the selected records. */
  unit?: string | undefined;
  verb?: string;
  isDestructive?: boolean;
  /** The fields that define the change. */
  children: ReactNode;
  onClose: () => void;
}

/** Edits a bulk change, shows a preview of it, starts it and opens its page. */
export function BulkDialog<R extends PreviewRoute>({
  title,
  routes,
  body,
  count,
  unit,
  verb = 'Change',
  isDestructive = false,
  children,
  onClose,
}: BulkDialogProps<R>) {
  const preview = useBulkPreview(routes.preview, body);
  const start = useWrite(routes.create);
  const navigate = useNavigate();
  // Users who can't open the page see in the job when it is done.
  const canView = useCanOpen()('/products/bulk-edits/$id');
  const willChange = preview.data?.changed ?? 0;

  async function run(): Promise<void> {
    if (!body) return;
    const { _id } = await start.mutateAsync({ body } as Args<CreateRoute>);
    onClose();
    if (canView) await navigate({ to: '/products/bulk-edits/$id', params: { id: _id } });
  }
  return (
    <Modal opened onClose={onClose} size={720} title={title(count ?? preview.data?.records)} centered={false}>
      <PlainForm className="grid gap-4" onSubmit={() => run().catch(() => undefined)}>
        {children}
        {body && <BulkPreviewPart field={body.change.field} preview={preview} unit={unit} />}
        <div className="flex justify-end gap-2">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={isDestructive ? 'destructive' : 'filled'}
            loading={start.isPending}
            disabled={!body || preview.isFetching || willChange === 0}
          >
            {willChange > 0 && !preview.isFetching ? `${verb} ${formatCount(willChange)}` : verb}
          </Button>
        </div>
      </PlainForm>
    </Modal>
  );
}

interface BulkPreviewPartProps {
  field: BulkField;
  preview: BulkPreview;
  /** The counted unit, if it differs from the selected records. */
  unit?: string | undefined;
}

const change = { will: 'will change', cannot: "can't be changed", not: 'not changed' } as const;
const deletion = { will: 'will be deleted', cannot: "can't be deleted", not: 'kept' } as const;

/** The number of rows that will change, reasons why others can't, and the first rows. */
function BulkPreviewPart({ field, preview, unit }: BulkPreviewPartProps) {
  const { data, error } = preview;
  const words = field === 'deleted' ? deletion : change;
  return (
    <>
      {error && <Text c="var(--aisle-bad)">{error.message}</Text>}
      {!data && !error && <Skeleton height={160} className="after-a-while" />}
      {data && (
        <>
          <p className="flex wrap gap-1 gap-x-4 m-0 text-md" role="status">
            <b>
              {unit ? pluralize(data.changed, unit) : formatCount(data.changed)} {words.will}
            </b>
            {data.same > 0 && <span>{formatCount(data.same)} already set</span>}
            {data.refused > 0 && (
              <span>
                {formatCount(data.refused)} {words.cannot}
              </span>
            )}
          </p>
          {data.problems.length > 0 && (
            <ul className={`plain-list grid gap-1 text-sm ${classes.problems}`}>
              {data.problems.map(({ reason, count, refuses }) => (
                <li key={reason} data-refuses={refuses || undefined}>
                  {formatCount(count)}: {reason}
                  {refuses && ` – ${words.not}`}
                </li>
              ))}
            </ul>
          )}
          <BulkSample rows={data.sample} field={field} total={data.rows} />
        </>
      )}
    </>
  );
}

type PreviewRoute = Route & { body: z.ZodType; data: z.ZodType<Preview> };

/** The preview of a bulk edit, requested shortly after the last key press; `body` is undefined until the change is valid. */
function useBulkPreview<R extends PreviewRoute>(route: R, body: BodyInputOf<R> | undefined) {
  const text = JSON.stringify(body) as string | undefined;
  const [debounced] = useDebouncedValue(text, 250);
  const settled: unknown = debounced === undefined ? undefined : JSON.parse(debounced);
  const query = useQuery({
    ...read(route, { body: settled } as Args<R>),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  return {
    data: settled ? (query.data as Preview | undefined) : undefined,
    error: query.error,
    isFetching: query.isFetching || debounced !== text,
  };
}
type BulkPreview = ReturnType<typeof useBulkPreview>;
