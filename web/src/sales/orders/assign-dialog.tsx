import type { OrderRow } from '@aisle/contract/sales/order-list';
import { orderOwnerRoutes } from '@aisle/contract/sales/order-owners';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../core/api.ts';
import { isApiError } from '../../core/api-error.ts';
import { ChoiceSelect } from '../../ui/form/choice-select.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { OrderTagsInput } from './order-tags-input.tsx';

interface AssignDialogProps {
  orders: readonly OrderRow[];
  /** "12 orders" */
  words: string;
  onClose: () => void;
}

/** Sets the owner of several orders, and adds or removes tags. */
export function AssignDialog({ orders, words, onClose }: AssignDialogProps) {
  const [ownerId, setOwnerId] = useState<string | null>(null);
  const [hasNoOwner, setNoOwner] = useState(false);
  const [addTags, setAddTags] = useState<string[]>([]);
  const [removeTags, setRemoveTags] = useState<string[]>([]);
  const [problem, setProblem] = useState<string>();
  const assigning = useWrite(orderOwnerRoutes.assign);
  const locations = [...new Set(orders.map(({ locationId }) => locationId))];
  const used = [...new Set(orders.flatMap(({ tags }) => tags))];
  const isAnything = hasNoOwner || ownerId !== null || addTags.length > 0 || removeTags.length > 0;

  async function submit(): Promise<void> {
    const owner = hasNoOwner ? { ownerId: null } : ownerId !== null && { ownerId };
    try {
      const ids = orders.map(({ _id }) => _id);
      await assigning.mutateAsync({ body: { ids, ...owner, addTags, removeTags } });
      onClose();
    } catch (error) {
      if (isApiError(error)) setProblem(error.fields[0]?.message ?? error.message);
    }
  }
  return (
    <FormDialog
      title={`Assign ${words}`}
      submit={`Assign ${words}`}
      isRunning={assigning.isPending}
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
      {used.length > 0 && (
        <Checkbox.Group label="Remove tags" value={removeTags} onChange={setRemoveTags}>
          {used.map((tag) => (
            <Checkbox key={tag} value={tag} label={tag} mt="xs" />
          ))}
        </Checkbox.Group>
      )}
    </FormDialog>
  );
}
