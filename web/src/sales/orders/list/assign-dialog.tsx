import { orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import { type BulkAssignment, orderOwnerRoutes } from '@aisle/contract/sales/order-owners';
import type { OrderRow, OrderTarget } from '@aisle/contract/sales/orders/order-list';
import { Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { ChoiceSelect } from '../../../ui/form/fields/choice-select.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { OrderTagsInput } from '../order-tags-input.tsx';
import { AssignPreview } from './assign-preview.tsx';

interface AssignDialogProps {
  target: OrderTarget;
  /** Some of the orders: all of them where they were selected one by one. */
  sample: readonly OrderRow[];
  /** "12 orders" */
  words: string;
  onClose: () => void;
}

/** Sets the owner of several orders and changes tags: of selected ones at once, of all that a filter shows in a job. */
export function AssignDialog({ target, sample, words, onClose }: AssignDialogProps) {
  const [ownerId, setOwnerId] = useState<string | null>(null);
  const [hasNoOwner, setNoOwner] = useState(false);
  const [addTags, setAddTags] = useState<string[]>([]);
  const [removeTags, setRemoveTags] = useState<string[]>([]);
  const [problem, setProblem] = useState<string>();
  const assigning = useWrite(orderOwnerRoutes.assign);
  const starting = useWrite(orderBulkRoutes.create);
  const navigate = useNavigate();
  const isSelection = target.ids !== undefined;
  const locations = isSelection ? [...new Set(sample.map(({ locationId }) => locationId))] : [];
  const used = [...new Set(sample.flatMap(({ tags }) => tags))];
  const isAnything = hasNoOwner || ownerId !== null || addTags.length > 0 || removeTags.length > 0;

  const assign: BulkAssignment = {
    ...(hasNoOwner ? { ownerId: null } : ownerId !== null && { ownerId }),
    addTags,
    removeTags,
  };

  async function submit(): Promise<void> {
    try {
      if (target.ids) {
        await assigning.mutateAsync({ body: { ids: target.ids, ...assign } });
        onClose();
        return;
      }
      const { _id } = await starting.mutateAsync({ body: { target, assign } });
      onClose();
      await navigate({ to: '/orders/steps/$id', params: { id: _id } });
    } catch (error) {
      if (isApiError(error)) setProblem(error.fields[0]?.message ?? error.message);
    }
  }
  return (
    <FormDialog
      title={`Assign ${words}`}
      submit={`Assign ${words}`}
      isRunning={assigning.isPending || starting.isPending}
      disabled={!isAnything}
      problem={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <ChoiceSelect
        label="Owner"
        placeholder="Keep as is"
        clearable
        disabled={hasNoOwner}
        route={orderOwnerRoutes.owners}
        {...(locations.length === 1 && { query: { locationId: locations[0] } })}
        value={ownerId}
        onChange={setOwnerId}
      />
      <Checkbox
        label="Remove the owner"
        checked={hasNoOwner}
        onChange={(event) => setNoOwner(event.currentTarget.checked)}
      />
      <OrderTagsInput label="Add tags" value={addTags} onChange={setAddTags} />
      {isSelection && used.length > 0 && (
        <Checkbox.Group label="Remove tags" value={removeTags} onChange={setRemoveTags}>
          {used.map((tag) => (
            <Checkbox key={tag} value={tag} label={tag} mt="xs" />
          ))}
        </Checkbox.Group>
      )}
      {!isSelection && <OrderTagsInput label="Remove tags" value={removeTags} onChange={setRemoveTags} />}
      {!isSelection && isAnything && <AssignPreview target={target} assign={assign} />}
    </FormDialog>
  );
}
