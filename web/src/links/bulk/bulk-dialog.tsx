import type { BulkField } from '@aisle/contract/catalog/bulk-edits';
import { formatCount } from '@aisle/contract/core/how-many';
import type { BodyInputOf, Route } from '@aisle/contract/core/route';
import { Button, Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { type Args, useWrite } from '../../core/api.ts';
import { useCanOpen } from '../../core/pages/screens.ts';
import { PlainForm } from '../../ui/form/plain-form.tsx';
import classes from './bulk-preview.module.css';
import { BulkPreviewPart } from './bulk-preview.tsx';
import { type PreviewRoute, useBulkPreview } from './use-bulk-preview.ts';

type CreateRoute = Route & { body: z.ZodType; data: z.ZodType<{ _id: string }> };

interface BulkDialogProps<R extends PreviewRoute> {
  /** `records` is how many were chosen, once that is known. */
  title: (records: number | undefined) => string;
  /** Both take the same body. */
  routes: { preview: R; create: CreateRoute };
  /** None while what was typed makes no change yet. */
  body: (BodyInputOf<R> & { change: { field: BulkField } }) | undefined;
  /** How many are ticked; a filter is counted by the preview. */
  count?: number | undefined;
  /** What the preview counts, where it isn't what was chosen. */
  unit?: string | undefined;
  verb?: string;
  isDestructive?: boolean;
  /** Where the change is chosen. */
  children: ReactNode;
  onClose: () => void;
}

/** Says what is to change of many records, shows what that would do, starts it and leads to its page. */
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
  // Without its page, its job says when it is done.
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
      <PlainForm className={classes.dialog} onSubmit={() => run().catch(() => undefined)}>
        {children}
        {body && <BulkPreviewPart field={body.change.field} preview={preview} unit={unit} />}
        <div className={classes.foot}>
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
