import { pluralize } from '@aisle/contract/core/pluralize';
import { orderBulkRoutes } from '@aisle/contract/sales/order-bulk';
import { type BulkAssignment, orderOwnerRoutes } from '@aisle/contract/sales/order-owners';
import type { OrderRow, OrderTarget } from '@aisle/contract/sales/orders/order-list';
import { Checkbox, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { read, useWrite } from '../../../core/api.ts';
import { isApiError } from '../../../core/api-error.ts';
import { ChoiceSelect } from '../../../ui/form/fields/choice-select.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { OrderTagsInput } from '../order-tags-input.tsx';

interface AssignDialogProps {
  target: OrderTarget;
  /** Some of the orders, or all of them if the user selected them individually. */
  sample: readonly OrderRow[];
  /** "12 orders" */
  words: string;
  onClose: () => void;
}

/** Sets the owner and changes the tags of several orders: selected orders at once, all orders of a filter in a job. */
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

/** How many orders an assignment changes, and the reasons it can't change the others. */
function AssignPreview({ target, assign }: { target: OrderTarget; assign: BulkAssignment }) {
  const { data, error } = useQuery({
    ...read(orderBulkRoutes.preview, { body: { target, assign } }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  if (error) return <Text c="var(--aisle-bad)">{error.message}</Text>;
  if (!data) return <Skeleton height={24} className="after-a-while" />;
  const { changed, same, refused } = data;
  return (
    <Stack gap={4} role="status">
      <Text fw={600}>
        {changed === 0 ? 'No orders change' : `${pluralize(changed, 'order')} will change`}
      </Text>
      {same > 0 && <Text size="sm">{pluralize(same, 'order')} already assigned like this</Text>}
      {refused > 0 && (
        <Text size="sm">{pluralize(refused, 'order')} at locations the owner can’t see stay as they are</Text>
      )}
    </Stack>
  );
}
